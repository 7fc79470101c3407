import { type Queries, sql, type Tx } from '@closingwire/chassis/pg';
import { replica } from '@closingwire/chassis/replica';
import { type UserState, userEvents } from '@closingwire/contracts/auth';
import type { SubscriptionState } from '@closingwire/contracts/billing';

/** Auth's users. A deleted user's row stays without personal data, so that a late event cannot insert them again. */
export const users = replica('users', {
  on: userEvents,
  row: (user: UserState) => ({
    id: user.id,
    version: user.version,
    email: user.email,
    first_name: user.firstName,
    last_name: user.lastName,
    industry: user.industry,
    status: user.status,
  }),
  forgotten: { status: 'deleted', email: null, first_name: null, last_name: null, industry: null },
  isForgotten: "status = 'deleted'",
});

export const subscriptions = replica('subscriptions', {
  row: ({ id, version, cancelledAt }: SubscriptionState) => ({ id, version, cancelled_at: cancelledAt }),
});

type SettingState = { key: string; version: number; value: string; isDefault?: boolean | undefined };

export const settings = replica('settings', {
  key: 'key',
  row: ({ key, version, value, isDefault = false }: SettingState) => ({
    key,
    version,
    value,
    is_default: isDefault,
  }),
});

/** Returns undefined while the default applies. */
export async function findSetting(db: Queries, key: string): Promise<string | undefined> {
  const row = await db.maybe<{ value: string }>(
    sql`select value from settings where key = ${key} and not is_default`,
  );
  return row?.value;
}

type User =
  | { id: string; status: 'deleted' }
  | {
      id: string;
      status: 'active' | 'suspended';
      email: string;
      firstName: string;
      lastName: string;
      industry: string;
    };

export type LiveUser = Exclude<User, { status: 'deleted' }>;

export const fullName = (user: LiveUser): string => `${user.firstName} ${user.lastName}`.trim();

export function findUser(db: Queries, id: string): Promise<User | undefined> {
  return db.maybe<User>(
    sql`select id, status, email, first_name as "firstName", last_name as "lastName", industry
     from users where id = ${id}`,
  );
}

declare const locked: unique symbol;

/** A user whose lock this transaction holds. `unknown`: catalog has received none of their events. */
export type LockedUser = (User | { id: string; status: 'unknown' }) & { readonly [locked]: true };

const USER_LOCK = 7_224_401;

/**
 * Locks a user until the commit and reads them. Every change of a user's claims does this first, before it locks ZIPs.
 * So a deletion either waits for the lock and then finds the claims, or has committed, and the change reads `deleted`.
 * It is an advisory lock because a user whose events have not arrived has no row.
 */
export async function lockUser(tx: Tx, id: string): Promise<LockedUser> {
  await tx.query(sql`select pg_advisory_xact_lock(${USER_LOCK}, uuid_hash(${id}::uuid))`);
  return ((await findUser(tx, id)) ?? { id, status: 'unknown' }) as LockedUser;
}
