import { type Queries, sql } from '@closingwire/chassis/pg';
import type { Mode } from '../accounts/rules.ts';
import type { Billing } from '../billing.ts';
import { transactionsOf } from '../credits/give-credit.ts';
import { ignoreUnknown } from '../stripe/access.ts';
import type { BookCredit } from './compare.ts';

type Row = Omit<BookCredit, 'given'> & { mode: Mode | null; customerId: string | null };

/** The days whose credits are compared. A credit is a call to the provider, so not all are read each night. */
const DAYS = 8;

const BOOKED = sql`
  select id as "creditId", account_id as "accountId", state, amount_cents as cents, payment_mode as mode,
    stripe_customer_id as "customerId"
  from zip_credits`;

/** A credit that is on its way differs from the provider; after this time it should be there. */
const PATIENCE = sql`interval '1 hour'`;

const recent = (db: Queries, now: Date, after: string, limit: number) =>
  db.query<Row>(sql`${BOOKED}
    where id > ${after} and requested_at > ${now}::timestamptz - ${DAYS} * interval '1 day'
      and (state in ('given', 'nothing') or requested_at < ${now}::timestamptz - ${PATIENCE})
    order by id limit ${limit}`);

/** Reads the credit's transactions at the provider. */
async function withGiven({ stripe }: Billing, { mode, customerId, ...credit }: Row): Promise<BookCredit> {
  const isKnown = mode !== null && customerId !== null && stripe.hasKeys(mode);
  const found = isKnown
    ? await transactionsOf(stripe, mode, customerId, credit.creditId).catch(ignoreUnknown)
    : [];
  return { ...credit, given: (found ?? []).map(({ amount }) => -amount) };
}

/** Returns a page of recent credits by id, with the facts of the provider. */
export async function creditPage(
  billing: Billing,
  { after, limit }: { after: string; limit: number },
): Promise<BookCredit[]> {
  const credits: BookCredit[] = [];
  for (const row of await recent(billing.pg, billing.clock(), after, limit)) {
    credits.push(await withGiven(billing, row));
  }
  return credits;
}

export async function findBookCredit(billing: Billing, id: string): Promise<BookCredit | undefined> {
  const row = await billing.pg.maybe<Row>(sql`${BOOKED} where id = ${id}`);
  return row && withGiven(billing, row);
}
