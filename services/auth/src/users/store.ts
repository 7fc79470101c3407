import { empty, join, type Queries, raw, sql, type Tx } from '@closingwire/chassis/pg';
import type { ActivatedUser, User, UserRow } from './user.ts';

declare const isLocked: unique symbol;

/**
 * A user whose row is locked until the commit, read after the lock. Only this file makes one. Code that opens sessions
 * or changes users requires this type.
 */
export type LockedUser = User & { readonly [isLocked]: true };

export type LockedActivatedUser = LockedUser & ActivatedUser;

const LAST_ADMIN_LOCK = 7_224_101;

const columns = sql`
  u.id, u.version, u.aud, u.role, coalesce(u.email, '') as email, u.email_confirmed_at as "emailConfirmedAt",
  u.phone, u.phone_confirmed_at as "phoneConfirmedAt", u.confirmed_at as "confirmedAt",
  u.password_hash as "passwordHash", u.invited_at as "invitedAt",
  u.confirmation_sent_at as "confirmationSentAt", u.recovery_sent_at as "recoverySentAt",
  u.new_email as "newEmail", u.email_change_sent_at as "emailChangeSentAt",
  u.email_change_proven as "emailChangeProven", u.reauthentication_sent_at as "reauthenticationSentAt",
  u.last_sign_in_at as "lastSignInAt", u.banned_until as "bannedUntil", u.is_anonymous as "isAnonymous",
  u.app_metadata as "appMetadata", u.user_metadata as "userMetadata", u.first_name as "firstName",
  u.last_name as "lastName", u.contact_phone as "contactPhone", u.profile_image_url as "profileImageUrl",
  u.company_name as "companyName", u.industry, u.team_size as "teamSize", u.status,
  u.is_admin as "isAdmin", u.email_notifications as "emailNotifications", u.created_at as "createdAt",
  u.updated_at as "updatedAt", u.deleted_at as "deletedAt", u.terms_version as "termsVersion",
  a.trial_days as "trialDays", a.trial_expires_at as "trialExpiresAt",
  coalesce(a.has_active_payment, false) as "hasActivePayment", a.stripe_customer_id as "stripeCustomerId"`;

const waysIn = sql`
  coalesce((select json_agg(json_build_object('id', i.id, 'userId', i.user_id, 'provider', i.provider,
      'providerId', i.provider_id, 'identityData', i.identity_data, 'email', i.email,
      'lastSignInAt', i.last_sign_in_at, 'createdAt', i.created_at, 'updatedAt', i.updated_at)
      order by i.created_at) from identities i where i.user_id = u.id), '[]') as identities,
  coalesce((select json_agg(json_build_object('id', f.id, 'friendlyName', f.friendly_name,
      'factorType', f.factor_type, 'status', f.status, 'createdAt', f.created_at,
      'updatedAt', f.updated_at, 'lastChallengedAt', f.last_challenged_at)
      order by f.created_at) from mfa_factors f where f.user_id = u.id), '[]') as factors`;

const from = sql`from users u left join account_copies a on a.user_id = u.id where u.deleted_at is null`;

const SELECT = sql`select ${columns}, ${waysIn} ${from}`;

/** Users without identities and factors, as `u`; callers append conditions with `and`. */
export const SELECT_LISTED = sql`select ${columns} ${from}`;

export function findUser(pg: Queries, id: string): Promise<User | undefined> {
  return pg.maybe<User>(sql`${SELECT} and u.id = ${id}`);
}

export function findUserByEmail(pg: Queries, email: string): Promise<User | undefined> {
  return pg.maybe<User>(sql`${SELECT} and u.email = ${email}`);
}

/** Locks the user, then reads them: one statement that waits for the lock would read earlier identities and factors. */
export async function lockUser(tx: Tx, id: string): Promise<LockedUser | undefined> {
  await tx.query(sql`select 1 from users where id = ${id} for update`);
  return findLocked(tx, id);
}

const findLocked = async (tx: Tx, id: string) => (await findUser(tx, id)) as LockedUser | undefined;

/** Locks the user of the address. Returns undefined if the address moved to another user before the lock. */
export async function lockUserByEmail(tx: Tx, email: string): Promise<LockedUser | undefined> {
  const found = await findUserByEmail(tx, email);
  const user = found && (await lockUser(tx, found.id));
  return user?.email === email ? user : undefined;
}

/** Locks several users in the order of their ids, so that two requests cannot deadlock. */
export async function lockUsers(tx: Tx, ids: readonly string[]): Promise<Map<string, LockedUser>> {
  await tx.query(sql`select 1 from users where id = any(${ids}) order by id for update`);
  const users = new Map<string, LockedUser>();
  for (const id of ids) {
    const user = await findLocked(tx, id);
    if (user) users.set(id, user);
  }
  return users;
}

/** Triggers maintain the totals per day. */
export const COUNT_USERS = sql`select coalesce(sum(amount), 0)::int as total from stored_totals where name = 'users'`;

/** Returns a page of the users, newest first. */
export async function listUsers(
  pg: Queries,
  { page, perPage }: { page: number; perPage: number },
): Promise<{ users: User[]; total: number }> {
  const [users, { total }] = await Promise.all([
    pg.query<User>(
      sql`${SELECT} order by u.created_at desc, u.id limit ${perPage} offset ${(page - 1) * perPage}`,
    ),
    pg.one<{ total: number }>(COUNT_USERS),
  ]);
  return { users, total };
}

/** Columns by field. */
const changeable = {
  role: 'role',
  email: 'email',
  emailConfirmedAt: 'email_confirmed_at',
  passwordHash: 'password_hash',
  invitedAt: 'invited_at',
  confirmationSentAt: 'confirmation_sent_at',
  recoverySentAt: 'recovery_sent_at',
  newEmail: 'new_email',
  emailChangeSentAt: 'email_change_sent_at',
  emailChangeProven: 'email_change_proven',
  reauthenticationSentAt: 'reauthentication_sent_at',
  bannedUntil: 'banned_until',
  isAnonymous: 'is_anonymous',
  appMetadata: 'app_metadata',
  userMetadata: 'user_metadata',
  firstName: 'first_name',
  lastName: 'last_name',
  contactPhone: 'contact_phone',
  companyName: 'company_name',
  industry: 'industry',
  teamSize: 'team_size',
  status: 'status',
  isAdmin: 'is_admin',
  emailNotifications: 'email_notifications',
  termsVersion: 'terms_version',
} as const satisfies Partial<Record<keyof UserRow, string>>;

/** Fields that are absent or undefined stay as they are. */
export type UserPatch = { [Field in keyof typeof changeable]?: UserRow[Field] | undefined };

export async function patchUser(tx: Tx, { id }: LockedUser, patch: UserPatch): Promise<void> {
  const fields = Object.entries(changeable) as [keyof UserPatch, string][];
  const sets = fields
    .filter(([field]) => patch[field] !== undefined)
    .map(([field, column]) => sql`${raw(column)} = ${patch[field]}`);
  await tx.execute(sql`update users set ${join([...sets, sql`updated_at = now()`])} where id = ${id}`);
}

export type TermsAcceptance = { version: string; at: Date; ip: string; userAgent: string };

/** Stores that the user accepted the Terms of use. A repeated acceptance keeps the first time. */
export async function storeAcceptance(tx: Tx, user: LockedUser, accepted: TermsAcceptance): Promise<void> {
  const { version, at, ip, userAgent } = accepted;
  await tx.execute(sql`
    insert into terms_acceptances (user_id, version, accepted_at, ip, user_agent)
    values (${user.id}, ${version}, ${at}, nullif(${ip}, '')::inet, ${userAgent}) on conflict do nothing`);
  await patchUser(tx, user, { termsVersion: version });
}

/** Raises the version for an event, and returns the user with it. */
export async function raiseVersion(tx: Tx, { id }: LockedUser): Promise<LockedUser> {
  await tx.execute(sql`update users set version = version + 1 where id = ${id}`);
  const user = await findLocked(tx, id);
  if (!user) throw new Error(`Expected the user ${id}, found none`);
  return user;
}

export type NewUser = {
  id: string;
  /** '' for anonymous users. */
  email: string;
  passwordHash: string | null;
  isAnonymous?: boolean;
  appMetadata?: Record<string, unknown>;
  userMetadata?: Record<string, unknown>;
  createdAt: Date;
} & Partial<
  Pick<UserRow, 'firstName' | 'lastName' | 'contactPhone' | 'companyName' | 'industry' | 'teamSize'>
>;

/** Inserts an unconfirmed user. Returns false if the id or the address is taken. */
export function insertUser(tx: Tx, user: NewUser): Promise<boolean> {
  return tx.returnsRow(
    sql`insert into users (id, email, password_hash, role, is_anonymous, app_metadata, user_metadata, first_name,
       last_name, contact_phone, company_name, industry, team_size, created_at, updated_at)
     values (${user.id}, nullif(${user.email}, ''), ${user.passwordHash}, 'authenticated',
       ${user.isAnonymous ?? false}, ${user.appMetadata ?? {}}, ${user.userMetadata ?? {}}, ${user.firstName ?? ''},
       ${user.lastName ?? ''}, ${user.contactPhone ?? ''}, ${user.companyName ?? ''}, ${user.industry ?? ''},
       ${user.teamSize ?? ''}, ${user.createdAt}, ${user.createdAt})
     on conflict do nothing returning id`,
  );
}

/** Deletes an unconfirmed sign-up for the address. Returns the deleted ids. */
export async function deleteUnconfirmed(tx: Tx, email: string, exceptId?: string): Promise<string[]> {
  const deleted = await tx.query<{ id: string }>(
    sql`delete from users where email = ${email} and email_confirmed_at is null and phone_confirmed_at is null
       ${exceptId === undefined ? empty : sql`and id <> ${exceptId}`}
     returning id`,
  );
  return deleted.map(({ id }) => id);
}

/** Locks the address until the commit, against concurrent changes to it. */
export async function lockAddress(tx: Tx, email: string): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended('address ' || ${email}, 0))`);
}

/** Returns true if there is no other active admin. A lock puts concurrent calls in order. */
export async function isLastAdmin(tx: Tx, id: string): Promise<boolean> {
  await tx.query(sql`select pg_advisory_xact_lock(${LAST_ADMIN_LOCK})`);
  const hasOther = await tx.returnsRow(
    sql`select 1 from users where is_admin and status = 'active' and email_confirmed_at is not null
       and deleted_at is null and id <> ${id} limit 1`,
  );
  return !hasOther;
}
