import type { Queries, Tx } from '@closingwire/chassis/pg';
import type { Account, PaymentStanding, ZipCounts } from './rules.ts';

const columns = `id, version, email, first_name as "firstName", last_name as "lastName", industry, status,
  trial_days as "trialDays", trial_started_at as "trialStartedAt", trial_expires_at as "trialExpiresAt",
  stripe_customer_id as "stripeCustomerId", stripe_subscription_id as "stripeSubscriptionId",
  has_active_payment as "hasActivePayment", payment_state as "paymentState",
  next_payment_attempt_at as "nextPaymentAttemptAt", ends_at as "endsAt", amount_due_cents as "amountDueCents",
  declined_method_id as "declinedMethodId", release_at as "releaseAt", portal_opened_at as "portalOpenedAt"`;

export function findAccount(db: Queries, id: string): Promise<Account | undefined> {
  return db.maybe<Account>(`select ${columns} from accounts where id = $1`, [id]);
}

/** Locks the account, so that what is decided from it holds until the commit. */
export function lockAccount(tx: Tx, id: string): Promise<Account | undefined> {
  return tx.maybe<Account>(`select ${columns} from accounts where id = $1 for update`, [id]);
}

export function findByCustomer(db: Queries, customerId: string): Promise<Account | undefined> {
  return db.maybe<Account>(`select ${columns} from accounts where stripe_customer_id = $1`, [customerId]);
}

/** Raises the version and returns the account as it now is: the state that an event is about to publish. */
export function raiseVersion(tx: Tx, id: string): Promise<Account> {
  return tx.one<Account>(`update accounts set version = version + 1 where id = $1 returning ${columns}`, [
    id,
  ]);
}

/** Accounts with ZIPs to pay for that are published at another price, from this id on. */
export async function accountsAtAnotherPrice(
  db: Queries,
  centsPerZip: number,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select id from accounts a
     where id > $2 and published_cents is distinct from $1 and status <> 'deleted'
       and exists (select from subscriptions s
                   where s.account_id = a.id and s.cancelled_at is null and s.kind <> 'granted')
     order by id limit $3`,
    [centsPerZip, after, limit],
  );
  return rows.map(({ id }) => id);
}

/** False when the account is published at this price already, or deleted. */
export async function storePublishedPrice(tx: Tx, id: string, centsPerZip: number): Promise<boolean> {
  const updated = await tx.maybe(
    `update accounts set published_cents = $2
     where id = $1 and published_cents is distinct from $2 and status <> 'deleted' returning 1 as updated`,
    [id, centsPerZip],
  );
  return updated !== undefined;
}

/** The subscription that was set to end goes on. */
export async function clearEnd(tx: Tx, id: string): Promise<void> {
  await tx.send('update accounts set ends_at = null where id = $1', [id]);
}

export type NewAccount = Pick<
  Account,
  'id' | 'email' | 'firstName' | 'lastName' | 'industry' | 'trialDays' | 'trialStartedAt' | 'trialExpiresAt'
>;

/** False when the account is there already. */
export async function insertAccount(tx: Tx, account: NewAccount, centsPerZip: number): Promise<boolean> {
  const added = await tx.maybe(
    `insert into accounts (id, email, first_name, last_name, industry, status, person_version,
       trial_days, trial_started_at, trial_expires_at, published_cents)
     values ($1, $2, $3, $4, $5, 'active', 0, $6, $7, $8, $9) on conflict (id) do nothing returning 1 as added`,
    [
      account.id,
      account.email,
      account.firstName,
      account.lastName,
      account.industry,
      account.trialDays,
      account.trialStartedAt,
      account.trialExpiresAt,
      centsPerZip,
    ],
  );
  return added !== undefined;
}

type User = Pick<Account, 'id' | 'email' | 'firstName' | 'lastName' | 'industry' | 'status'> & {
  version: number;
};

/** Stores the newest state of the user. */
export async function upsertUser(tx: Tx, user: User): Promise<void> {
  await tx.send(
    `update accounts set person_version = $2, email = $3, first_name = $4, last_name = $5, industry = $6, status = $7
     where id = $1 and person_version < $2 and status <> 'deleted'`,
    [user.id, user.version, user.email, user.firstName, user.lastName, user.industry, user.status],
  );
}

type Trial = Pick<Account, 'trialDays' | 'trialStartedAt' | 'trialExpiresAt'>;

/** The trial that somebody with this address had before they left. */
export function findFormerTrial(tx: Tx, formerAddress: Buffer): Promise<Trial | undefined> {
  return tx.maybe<Trial>(
    `select trial_days as "trialDays", trial_started_at as "trialStartedAt", trial_expires_at as "trialExpiresAt"
     from accounts where former_address = $1 and status = 'deleted' order by trial_expires_at desc limit 1`,
    [formerAddress],
  );
}

type Leaver = { id: string; version: number; formerAddress: Buffer | undefined };

/**
 * Leaves the account's money facts and takes the user's data out of it. A user without an account gets such an
 * account too, so that no late event opens one for them.
 */
export async function forgetUser(tx: Tx, { id, version, formerAddress }: Leaver, now: Date): Promise<void> {
  await tx.send(
    `insert into accounts (id, person_version, email, first_name, last_name, industry, status, trial_days,
       trial_started_at, trial_expires_at)
     values ($1, $2, '', '', '', '', 'deleted', 0, $3, $3)
     on conflict (id) do update set person_version = excluded.person_version, email = '', first_name = '',
       last_name = '', industry = '', status = 'deleted',
       former_address = coalesce($4, accounts.former_address)`,
    [id, version, now, formerAddress ?? null],
  );
}

export async function setTrial(tx: Tx, id: string, trialDays: number, expiresAt: Date): Promise<void> {
  await tx.send(
    'update accounts set trial_days = $2, trial_expires_at = $3, release_at = null where id = $1',
    [id, trialDays, expiresAt],
  );
}

/** Stores the customer id of an account that has none. */
export async function storeCustomerId(db: Queries, id: string, customerId: string): Promise<void> {
  await db.query('update accounts set stripe_customer_id = $2 where id = $1 and stripe_customer_id is null', [
    id,
    customerId,
  ]);
}

/** False when a reading that began later is stored already. */
export async function storePayment(
  tx: Tx,
  id: string,
  standing: PaymentStanding,
  readAt: Date,
): Promise<boolean> {
  const updated = await tx.maybe(
    `update accounts set stripe_subscription_id = $2, has_active_payment = $3, payment_state = $4,
       next_payment_attempt_at = $5, amount_due_cents = $6, payment_read_at = $7, ends_at = $8
     where id = $1 and (payment_read_at is null or payment_read_at <= $7) returning 1 as updated`,
    [
      id,
      standing.stripeSubscriptionId,
      standing.hasActivePayment,
      standing.paymentState,
      standing.nextPaymentAttemptAt,
      standing.amountDueCents,
      readAt,
      standing.endsAt,
    ],
  );
  return updated !== undefined;
}

/** Whether this order may start the account's subscription; another one that is under way has precedence. */
export async function takeStart(tx: Tx, order: { id: string; accountId: string }): Promise<boolean> {
  const taken = await tx.maybe(
    `update accounts set starting_order_id = $2
     where id = $1 and (starting_order_id is null or starting_order_id = $2
       or not exists (select from orders o where o.id = accounts.starting_order_id and o.state = 'open'))
     returning 1 as taken`,
    [order.accountId, order.id],
  );
  return taken !== undefined;
}

/** The card can no longer start a subscription; false when that was known. */
export async function storeDecline(tx: Tx, id: string, methodId: string): Promise<boolean> {
  const updated = await tx.maybe(
    `update accounts set declined_method_id = $2, has_active_payment = false
     where id = $1 and declined_method_id is distinct from $2 returning 1 as updated`,
    [id, methodId],
  );
  return updated !== undefined;
}

/** Records that the user was sent to the billing portal, from where a card may come. */
export async function recordPortalVisit(db: Queries, id: string, now: Date): Promise<void> {
  await db.query('update accounts set portal_opened_at = $2 where id = $1', [id, now]);
}

/**
 * Customers to be read anew although nobody hinted at them: within the hour those whose ZIPs nothing pays for,
 * within the day the others.
 */
export async function customersToRead(db: Queries, now: Date, limit: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select stripe_customer_id as id from accounts a
     where stripe_customer_id is not null and status = 'active'
       and (payment_read_at is null or payment_read_at < $1::timestamptz - interval '1 day'
         and stripe_subscription_id is not null
         or payment_read_at < $1::timestamptz - interval '1 hour' and stripe_subscription_id is null
         and exists (select from subscriptions s
                     where s.account_id = a.id and s.cancelled_at is null and s.kind <> 'granted'))
     order by payment_read_at nulls first limit $2`,
    [now, limit],
  );
  return rows.map(({ id }) => id);
}

/** Stores an industry where none is known. */
export async function storeIndustry(db: Queries, id: string, industry: string): Promise<void> {
  await db.query(`update accounts set industry = $2 where id = $1 and industry = ''`, [id, industry]);
}

export async function storeRelease(tx: Tx, id: string, releaseAt: Date): Promise<void> {
  await tx.send('update accounts set release_at = $2 where id = $1', [id, releaseAt]);
}

/** The ZIPs that an account has, by what is paid for them. */
export function countZips(db: Queries, accountId: string): Promise<ZipCounts> {
  return db.one<ZipCounts>(
    `select count(*) filter (where kind <> 'granted')::int as billable,
            count(*) filter (where kind = 'trial')::int as unpaid,
            count(*) filter (where kind = 'granted')::int as granted
     from subscriptions where account_id = $1 and cancelled_at is null`,
    [accountId],
  );
}

/** Inserts a credit; false when it was given before. */
export async function isNewCredit(
  tx: Tx,
  credit: { creditId: string; accountId: string; trialDays: number },
  now: Date,
): Promise<boolean> {
  const added = await tx.maybe(
    `insert into trial_credits (id, account_id, trial_days, credited_at) values ($1, $2, $3, $4)
     on conflict do nothing returning 1 as added`,
    [credit.creditId, credit.accountId, credit.trialDays, now],
  );
  return added !== undefined;
}
