import { on, type Subscription } from '@closingwire/chassis/consume';
import type { Queries, Tx } from '@closingwire/chassis/pg';
import {
  type UserState,
  userDeleted,
  userRegistered,
  userReinstated,
  userSuspended,
  userUpdated,
} from '@closingwire/contracts/auth';
import {
  type AccountState,
  type SubscriptionState,
  standingChanged,
  subscriptionCancelled,
  subscriptionCreated,
  trialExpired,
  trialExpiring,
  trialStarted,
} from '@closingwire/contracts/billing';
import { zipChanged } from '@closingwire/contracts/catalog';
import { settingChanged } from '@closingwire/contracts/content';
import type { EventData } from '@closingwire/contracts/event';
import { blankExports } from './lists/export-log.ts';
import { blankAudit } from './opt-out/audit.ts';

/** Keeps the newest state of an account, unless its person was deleted. */
export async function saveAccount(db: Queries, account: AccountState): Promise<void> {
  await db.query(
    `insert into accounts as a (id, version, trial_expires_at, has_active_payment, monthly_amount_cents, payment_state)
     select $1::uuid, $2::int, $3::timestamptz, $4::boolean, $5::int, $6::text
     where not exists (select from users where id = $1 and status = 'deleted')
     on conflict (id) do update set version = excluded.version, trial_expires_at = excluded.trial_expires_at,
       has_active_payment = excluded.has_active_payment, monthly_amount_cents = excluded.monthly_amount_cents,
       payment_state = excluded.payment_state
     where a.version < excluded.version`,
    [
      account.id,
      account.version,
      account.trialExpiresAt,
      account.hasActivePayment,
      account.monthlyAmountCents,
      account.paymentState ?? null,
    ],
  );
}

/** Keeps the newest value of a setting of the site. */
async function saveSetting(db: Queries, setting: EventData<typeof settingChanged>): Promise<void> {
  await db.query(
    `insert into settings as s (key, version, value) values ($1, $2, $3)
     on conflict (key) do update set version = excluded.version, value = excluded.value
     where s.version < excluded.version`,
    [setting.key, setting.version, setting.value],
  );
}

/** Whether programs may send a person's id as their bearer; they may until an admin forbids it. */
export async function areUserIdsAccepted(db: Queries): Promise<boolean> {
  const row = await db.maybe<{ value: string }>(
    `select value from settings where key = 'api_user_id_bearer'`,
    [],
  );
  return row?.value !== 'false';
}

/** Keeps the newest state of a subscription. */
export async function saveSubscription(db: Queries, subscription: SubscriptionState): Promise<void> {
  await db.query(
    `insert into subscriptions as s (id, account_id, zip, version, cancelled_at, kind) values ($1, $2, $3, $4, $5, $6)
     on conflict (id) do update set version = excluded.version, cancelled_at = excluded.cancelled_at,
       kind = excluded.kind
     where s.version < excluded.version`,
    [
      subscription.id,
      subscription.accountId,
      subscription.zipCode,
      subscription.version,
      subscription.cancelledAt,
      subscription.kind,
    ],
  );
}

export type Person = Pick<UserState, 'id' | 'email' | 'firstName' | 'lastName'> & { activatedAt: Date };

/** Keeps the newest state of a person. */
async function saveUser(db: Queries, user: UserState): Promise<void> {
  await db.query(
    `insert into users as u (id, version, email, first_name, last_name, status, activated_at)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (id) do update set version = excluded.version, email = excluded.email,
       first_name = excluded.first_name, last_name = excluded.last_name, status = excluded.status
     where u.version < excluded.version and u.status <> 'deleted'`,
    [user.id, user.version, user.email, user.firstName, user.lastName, user.status, user.activatedAt],
  );
}

/** Notes a person from what their token says, when no event about them has arrived yet. */
export async function introduceUser(db: Queries, person: Person): Promise<void> {
  await db.query(
    `insert into users (id, version, email, first_name, last_name, status, activated_at)
     values ($1, 0, $2, $3, $4, 'active', $5) on conflict (id) do nothing`,
    [person.id, person.email, person.firstName, person.lastName, person.activatedAt],
  );
}

/**
 * Forgets who somebody was; the id stays, so that an older event does not bring them back. Their reports stay too,
 * without a name.
 */
async function forgetUser(tx: Tx, user: { id: string; version: number; deletedAt: string }): Promise<void> {
  await tx.query(
    `insert into users as u (id, version, email, first_name, last_name, status, activated_at)
     values ($1, $2, '', '', '', 'deleted', $3)
     on conflict (id) do update
     set version = excluded.version, email = '', first_name = '', last_name = '', status = 'deleted'
     where u.version <= excluded.version`,
    [user.id, user.version, user.deletedAt],
  );
  await tx.query('delete from accounts where id = $1', [user.id]);
  await blankExports(tx, user.id);
  await blankAudit(tx, user.id);
}

export async function findActiveUser(db: Queries, id: string): Promise<{ activatedAt: Date } | undefined> {
  const row = await db.maybe<{ activated_at: Date }>(
    `select activated_at from users where id = $1 and status = 'active'`,
    [id],
  );
  return row && { activatedAt: row.activated_at };
}

/** Keeps whether a ZIP is to be refreshed. */
export async function saveZip(
  db: Queries,
  zip: { zipCode: string; version: number; scrapeActive: boolean },
): Promise<void> {
  await db.query(
    `insert into zips as z (zip, version, scrape_active) values ($1, $2, $3)
     on conflict (zip) do update set version = excluded.version, scrape_active = excluded.scrape_active
     where z.version < excluded.version`,
    [zip.zipCode, zip.version, zip.scrapeActive],
  );
}

/** Keeps our copies of what other services own: event → what is kept. The highest version stays. */
export const copies: Subscription[] = [
  ...[trialStarted, trialExpiring, trialExpired, standingChanged].map(event =>
    on(event, (message, tx) => saveAccount(tx, message.data)),
  ),
  ...[subscriptionCreated, subscriptionCancelled].map(event =>
    on(event, (message, tx) => saveSubscription(tx, message.data)),
  ),
  ...[userRegistered, userUpdated, userSuspended, userReinstated].map(event =>
    on(event, (message, tx) => saveUser(tx, message.data)),
  ),
  on(userDeleted, (message, tx) => forgetUser(tx, message.data)),
  on(settingChanged, (message, tx) => saveSetting(tx, message.data)),
  on(zipChanged, (message, tx) => saveZip(tx, message.data)),
];
