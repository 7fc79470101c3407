import type { Queries } from '@closingwire/chassis/pg';
import { replica } from '@closingwire/chassis/replica';
import { type UserState, userEvents } from '@closingwire/contracts/auth';
import type { SubscriptionState } from '@closingwire/contracts/billing';

/**
 * The users of auth; the table's name is older. A deleted one leaves the id alone, which keeps late events from bringing
 * them back.
 */
export const users = replica('people', {
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

/** Undefined while the default holds. */
export async function findSetting(db: Queries, key: string): Promise<string | undefined> {
  const row = await db.maybe<{ value: string }>(
    'select value from settings where key = $1 and not is_default',
    [key],
  );
  return row?.value;
}

/** A user of auth, as far as the events have shown them. */
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
    `select id, status, email, first_name as "firstName", last_name as "lastName", industry
     from people where id = $1`,
    [id],
  );
}
