import type { Queries } from '@closingwire/chassis/pg';
import sql from 'sql-template-tag';
import type { Stripe } from 'stripe';
import { z } from 'zod';
import { CUSTOMERS } from '../accounts/passes.ts';
import { liveSubscriptions as liveIn } from '../accounts/payment-standing.ts';
import type { Mode } from '../accounts/rules.ts';
import type { Billing } from '../billing.ts';
import { storedMode } from '../replicas.ts';
import { askStripe, ignoreUnknown } from '../stripe/access.ts';
import { readSubscription } from '../stripe/reading.ts';
import type { LiveSubscription } from './compare.ts';

/* All that the books know about the provider: where an account's customers are stored, and how subscriptions are read. */

/**
 * The customers of an account `a` whose subscriptions are its books. The mode that is not in force keeps its state,
 * but nothing of a deleted account may be charged in either.
 */
const BOOKED = sql`
  select mode, customer_id from (${CUSTOMERS}) customers
  where a.status = 'deleted' or mode = stored_payment_mode()`;

export const BOOKED_CUSTOMERS = sql`select customer_id from (${BOOKED}) booked`;

export const CUSTOMERS_OF_ACCOUNT = sql`select customer_id from (${CUSTOMERS}) customers`;

const modes: readonly Mode[] = ['test', 'live'];

const isLive = (subscription: Stripe.Subscription) =>
  liveIn({ subscriptions: [readSubscription(subscription)] }, null).kept !== undefined;

const uuid = z.uuid();

function readLive(subscription: Stripe.Subscription): LiveSubscription {
  const { id, customer, items, metadata } = subscription;
  return {
    id,
    customerId: typeof customer === 'string' ? customer : customer.id,
    quantity: items.data.reduce((sum, { quantity }) => sum + (quantity ?? 0), 0),
    accountId: uuid.safeParse(metadata.accountId).data ?? null,
  };
}

/** The most that the provider lists in one call. */
const limit = 100;

/**
 * All live subscriptions of both modes, by pages. One call after another, for all customers: a call for each account would
 * take the provider's rate limit from the orders of users.
 */
export async function* liveSubscriptions({ pg, stripe }: Billing): AsyncGenerator<LiveSubscription[]> {
  // Throws without its keys: a mode that cannot be read is no mode without subscriptions.
  stripe.client(await storedMode(pg));
  for (const mode of modes) {
    let after: string | undefined;
    let hasMore = stripe.hasKeys(mode);
    while (hasMore) {
      const page: Stripe.ApiList<Stripe.Subscription> = await askStripe(stripe, mode, client =>
        client.subscriptions.list({ limit, ...(after && { starting_after: after }) }),
      );
      yield page.data.filter(isLive).map(readLive);
      after = page.data.at(-1)?.id;
      hasMore = page.has_more && after !== undefined;
    }
  }
}

/** The live subscriptions of an account's booked customers. One that the provider does not know has none. */
export async function liveOfAccount({ pg, stripe }: Billing, accountId: string): Promise<LiveSubscription[]> {
  const customers = await bookedCustomers(pg, accountId);
  const pages = await Promise.all(
    customers
      .filter(({ mode }) => stripe.hasKeys(mode))
      .map(({ mode, customer }) =>
        askStripe(stripe, mode, client => client.subscriptions.list({ customer, limit })).catch(
          ignoreUnknown,
        ),
      ),
  );
  return pages
    .flatMap(page => page?.data ?? [])
    .filter(isLive)
    .map(readLive);
}

function bookedCustomers(db: Queries, accountId: string) {
  return db.query<{ mode: Mode; customer: string }>(sql`
    select mode, customer_id as customer from accounts a cross join lateral (${BOOKED}) booked
    where a.id = ${accountId}`);
}

/** One subscription as it is now, in whichever mode; undefined when it is over or unknown. */
export async function findLive({ stripe }: Billing, id: string): Promise<LiveSubscription | undefined> {
  for (const mode of modes.filter(stripe.hasKeys)) {
    const found = await askStripe(stripe, mode, client => client.subscriptions.retrieve(id)).catch(
      ignoreUnknown,
    );
    if (found) return isLive(found) ? readLive(found) : undefined;
  }
  return undefined;
}
