import { type Queries, type Sql, sql, type Tx } from '@closingwire/chassis/pg';
import { HAS_BILLABLE_ZIP } from './own-zips.ts';
import type { Account, Locked, Price } from './rules.ts';

const columns = sql`id, version, email, first_name as "firstName", last_name as "lastName", industry, status,
  trial_days as "trialDays", trial_started_at as "trialStartedAt", trial_expires_at as "trialExpiresAt",
  payment_mode as "paymentMode", stripe_customer_id as "stripeCustomerId",
  stripe_subscription_id as "stripeSubscriptionId", has_active_payment as "hasActivePayment",
  payment_state as "paymentState", next_payment_attempt_at as "nextPaymentAttemptAt", ends_at as "endsAt",
  amount_due_cents as "amountDueCents", declined_method_id as "declinedMethodId", release_at as "releaseAt",
  held_since as "keptSince", portal_opened_at as "portalOpenedAt", payment_read_at as "paymentReadAt",
  coalesce(payment_mode <> stored_payment_mode(), false) as "isOfOtherMode", last_pass::int as "lastPass",
  charge_round as "chargeRound"`;

/** Returns an account for display. Commands read it with `lockAccount`. */
export function findAccount(db: Queries, id: string): Promise<Account | undefined> {
  return db.maybe<Account>(sql`select ${columns} from accounts where id = ${id}`);
}

/** Locks the row. Use `lockAccount`, which also reads the ZIPs under the lock. */
export function lockRow(tx: Tx, id: string): Promise<Account | undefined> {
  return tx.maybe<Account>(sql`select ${columns} from accounts where id = ${id} for update`);
}

/** Finds the account of a customer of either mode. */
export function accountOfCustomer(
  db: Queries,
  customerId: string,
): Promise<{ id: string; isDeleted: boolean } | undefined> {
  return db.maybe(sql`
    select id, status = 'deleted' as "isDeleted" from accounts
    where stripe_customer_id = ${customerId}
      or id = (select account_id from other_mode_payments where stripe_customer_id = ${customerId})`);
}

/** Raises the version and returns the account: the state that an event publishes. */
export function raiseVersion(tx: Tx, id: string): Promise<Account> {
  return tx.one<Account>(
    sql`update accounts set version = version + 1 where id = ${id} returning ${columns}`,
  );
}

export async function accountIds(db: Queries, statement: Sql): Promise<string[]> {
  return (await db.query<{ id: string }>(statement)).map(({ id }) => id);
}

/** Returns the accounts whose last event had another price and that have ZIPs to pay for, by id. */
export function accountsAtAnotherPrice(
  db: Queries,
  { centsPerZip }: Price,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  return accountIds(
    db,
    sql`select id from accounts a
     where id > ${after} and published_cents is distinct from ${centsPerZip} and status <> 'deleted'
       and ${HAS_BILLABLE_ZIP}
     order by id limit ${limit}`,
  );
}

/**
 * Stores the price that an event is about to publish. Returns false if the last event had it, or the account is
 * deleted.
 */
export function storePublishedPrice(tx: Tx, id: string, { centsPerZip }: Price): Promise<boolean> {
  return tx.returnsRow(
    sql`update accounts set published_cents = ${centsPerZip}
     where id = ${id} and published_cents is distinct from ${centsPerZip} and status <> 'deleted'
     returning 1`,
  );
}

export type NewAccount = Pick<
  Account,
  'id' | 'email' | 'firstName' | 'lastName' | 'industry' | 'trialDays' | 'trialStartedAt' | 'trialExpiresAt'
>;

/** Returns false if the account exists already. */
export function insertAccount(tx: Tx, account: NewAccount, { centsPerZip }: Price): Promise<boolean> {
  return tx.returnsRow(
    sql`insert into accounts (id, email, first_name, last_name, industry, status, person_version,
       trial_days, trial_started_at, trial_expires_at, published_cents)
     values (${account.id}, ${account.email}, ${account.firstName}, ${account.lastName}, ${account.industry},
       'active', 0, ${account.trialDays}, ${account.trialStartedAt}, ${account.trialExpiresAt}, ${centsPerZip})
     on conflict (id) do nothing returning 1`,
  );
}

type User = Pick<Account, 'id' | 'email' | 'firstName' | 'lastName' | 'industry' | 'status'> & {
  version: number;
};

/**
 * Stores a newer state of the user. Returns true if their email address or name changed: the provider has a copy of
 * both.
 */
export async function upsertUser(tx: Tx, account: Account & Locked, user: User): Promise<boolean> {
  const isStored = await tx.returnsRow(sql`
    update accounts set person_version = ${user.version}, email = ${user.email}, first_name = ${user.firstName},
      last_name = ${user.lastName}, industry = ${user.industry}, status = ${user.status}
    where id = ${user.id} and person_version < ${user.version} and status <> 'deleted' returning 1`);
  const isSame =
    account.email === user.email &&
    account.firstName === user.firstName &&
    account.lastName === user.lastName;
  return isStored && !isSame;
}

type Trial = Pick<Account, 'trialDays' | 'trialStartedAt' | 'trialExpiresAt'>;

/** Returns the trial that a deleted user with this address had. */
export function findFormerTrial(tx: Tx, formerAddress: Buffer): Promise<Trial | undefined> {
  return tx.maybe<Trial>(
    sql`select trial_days as "trialDays", trial_started_at as "trialStartedAt", trial_expires_at as "trialExpiresAt"
     from accounts where former_address = ${formerAddress} and status = 'deleted'
     order by trial_expires_at desc limit 1`,
  );
}

type Leaver = { id: string; version: number; formerAddress: Buffer | undefined };

/**
 * Clears the user's data and keeps the account's payment facts. For a user without an account it inserts a deleted
 * one, so that no late event opens it.
 */
export async function forgetUser(tx: Tx, { id, version, formerAddress }: Leaver, now: Date): Promise<void> {
  await tx.execute(
    sql`insert into accounts (id, person_version, email, first_name, last_name, industry, status, trial_days,
       trial_started_at, trial_expires_at)
     values (${id}, ${version}, '', '', '', '', 'deleted', 0, ${now}, ${now})
     on conflict (id) do update set person_version = excluded.person_version, email = '', first_name = '',
       last_name = '', industry = '', status = 'deleted',
       former_address = coalesce(${formerAddress ?? null}, accounts.former_address)`,
  );
}

export async function setTrial(tx: Tx, id: string, trialDays: number, expiresAt: Date): Promise<void> {
  await tx.execute(
    sql`update accounts set trial_days = ${trialDays}, trial_expires_at = ${expiresAt}, release_at = null
     where id = ${id}`,
  );
}

export async function storeIndustry(db: Queries, id: string, industry: string): Promise<void> {
  await db.execute(sql`update accounts set industry = ${industry} where id = ${id} and industry = ''`);
}

export async function storeRelease(tx: Tx, id: string, releaseAt: Date): Promise<void> {
  await tx.execute(sql`update accounts set release_at = ${releaseAt} where id = ${id}`);
}

/** Stores a credit. Returns false if it exists already. */
export function isNewCredit(
  tx: Tx,
  credit: { creditId: string; accountId: string; trialDays: number },
  now: Date,
): Promise<boolean> {
  return tx.returnsRow(
    sql`insert into trial_credits (id, account_id, trial_days, credited_at)
     values (${credit.creditId}, ${credit.accountId}, ${credit.trialDays}, ${now})
     on conflict do nothing returning 1`,
  );
}
