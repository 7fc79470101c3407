import { type Queries, sql } from '@closingwire/chassis/pg';
import { replica } from '@closingwire/chassis/replica';
import { type UserState, userEvents } from '@closingwire/contracts/auth';
import { standingEvents, subscriptionEvents } from '@closingwire/contracts/billing';
import { zipChanged } from '@closingwire/contracts/catalog';
import { settingChanged, settingTable } from '@closingwire/contracts/content';
import { insertDefaultDigests } from './digest/defaults.ts';

const isForgotten = "status = 'deleted'";

type UserFacts = Pick<
  UserState,
  'id' | 'version' | 'email' | 'firstName' | 'lastName' | 'status' | 'activatedAt'
> &
  Partial<Pick<UserState, 'emailNotifications'>>;

/** Users of auth. Deletion keeps the row without name and email, so that their flags stay. */
export const users = replica<UserFacts>('users', {
  on: userEvents,
  row: user => ({
    id: user.id,
    version: user.version,
    email: user.email,
    first_name: user.firstName,
    last_name: user.lastName,
    status: user.status,
    activated_at: user.activatedAt,
    email_notifications: user.emailNotifications ?? null,
  }),
  insertOnly: ['activated_at'],
  forgotten: () => ({
    email: '',
    first_name: '',
    last_name: '',
    status: 'deleted',
    activated_at: new Date().toISOString(),
  }),
  isForgotten,
});

export const accounts = replica('accounts', {
  on: standingEvents,
  row: account => ({
    id: account.id,
    version: account.version,
    trial_expires_at: account.trialExpiresAt,
    has_active_payment: account.hasActivePayment,
    monthly_amount_cents: account.monthlyAmountCents,
    payment_state: account.paymentState ?? null,
  }),
  ownedBy: { table: 'users', column: 'id', isForgotten },
});

export const subscriptions = replica('subscriptions', {
  on: subscriptionEvents,
  row: ({ id, version, accountId, zipCode, cancelledAt, kind, endedBy }) => ({
    id,
    version,
    account_id: accountId,
    zip: zipCode,
    cancelled_at: cancelledAt,
    kind,
    ended_by: endedBy ?? null,
  }),
  insertOnly: ['account_id', 'zip'],
  afterwards: insertDefaultDigests,
});

export const zips = replica<{ zipCode: string; version: number; scrapeActive: boolean }>('zips', {
  on: [zipChanged],
  key: 'zip',
  row: ({ zipCode, version, scrapeActive }) => ({ zip: zipCode, version, scrape_active: scrapeActive }),
});

export const settings = replica('settings', {
  on: [settingChanged],
  key: 'key',
  row: ({ key, version, value }) => ({ key, version, value }),
});

/** A user as in their access token. */
type TokenUser = Omit<UserFacts, 'version' | 'status' | 'activatedAt' | 'emailNotifications'> & {
  activatedAt: Date;
};

/** Inserts a user whose first event has not arrived yet; any event is newer. */
export async function insertUnknownUser(db: Queries, user: TokenUser): Promise<void> {
  // Not an upsert: it would lock known users, whom an event may be changing.
  if (await db.returnsRow(sql`select 1 from users where id = ${user.id}`)) return;
  const activatedAt = user.activatedAt.toISOString();
  await users.upsertIfNewer(db, { ...user, version: 0, status: 'active', activatedAt });
}

export async function findActiveUser(db: Queries, id: string): Promise<{ activatedAt: Date } | undefined> {
  return db.maybe<{ activatedAt: Date }>(
    sql`select activated_at as "activatedAt" from users where id = ${id} and status = 'active'`,
  );
}

/** Whether programs may send a user's id as their bearer. */
export async function areUserIdsAccepted(db: Queries): Promise<boolean> {
  const row = await db.maybe<{ value: string }>(
    sql`select value from settings where key = 'api_user_id_bearer'`,
  );
  return (row?.value ?? settingTable.api_user_id_bearer.defaultValue) !== 'false';
}
