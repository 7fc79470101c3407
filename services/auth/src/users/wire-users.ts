import type { Queries, Tx } from '@closingwire/chassis/pg';
import type { Page } from '../wire/page-links.ts';
import type { WireUser } from './wire-user.ts';

const SELECT = `
  select u.id, u.aud, u.role, u.email, u.email_confirmed_at as "emailConfirmedAt", u.phone,
    u.phone_confirmed_at as "phoneConfirmedAt", u.confirmed_at as "confirmedAt",
    u.password_hash as "passwordHash", u.invited_at as "invitedAt",
    u.confirmation_sent_at as "confirmationSentAt", u.recovery_sent_at as "recoverySentAt",
    u.new_email as "newEmail", u.email_change_sent_at as "emailChangeSentAt",
    u.email_change_proven as "emailChangeProven", u.reauthentication_sent_at as "reauthenticationSentAt",
    u.last_sign_in_at as "lastSignInAt", u.banned_until as "bannedUntil", u.status,
    u.is_anonymous as "isAnonymous", u.app_metadata as "appMetadata", u.user_metadata as "userMetadata",
    u.first_name as "firstName", u.last_name as "lastName", u.company_name as "companyName",
    u.team_size as "teamSize", u.created_at as "createdAt", u.updated_at as "updatedAt",
    u.deleted_at as "deletedAt",
    coalesce((select json_agg(json_build_object('id', i.id, 'userId', i.user_id, 'provider', i.provider,
        'providerId', i.provider_id, 'identityData', i.identity_data, 'email', i.email,
        'lastSignInAt', i.last_sign_in_at, 'createdAt', i.created_at, 'updatedAt', i.updated_at)
        order by i.created_at) from identities i where i.user_id = u.id), '[]') as identities,
    coalesce((select json_agg(json_build_object('id', f.id, 'friendlyName', f.friendly_name,
        'factorType', f.factor_type, 'status', f.status, 'createdAt', f.created_at,
        'updatedAt', f.updated_at, 'lastChallengedAt', f.last_challenged_at)
        order by f.created_at) from mfa_factors f where f.user_id = u.id), '[]') as factors
  from users u`;

export function findWireUser(pg: Queries, id: string): Promise<WireUser | undefined> {
  return pg.maybe<WireUser>(`${SELECT} where u.id = $1 and u.deleted_at is null`, [id]);
}

export function findWireUserByEmail(pg: Queries, email: string): Promise<WireUser | undefined> {
  return pg.maybe<WireUser>(`${SELECT} where u.email = $1 and u.deleted_at is null`, [email]);
}

/** The user, held against other changes until the transaction ends. */
export function lockWireUser(tx: Tx, id: string): Promise<WireUser | undefined> {
  return tx.maybe<WireUser>(`${SELECT} where u.id = $1 and u.deleted_at is null for update of u`, [id]);
}

/** One page, newest first, and how many there are in all. */
export async function listWireUsers(
  pg: Queries,
  { page, perPage }: Page,
): Promise<{ users: WireUser[]; total: number }> {
  const [users, { total }] = await Promise.all([
    pg.query<WireUser>(
      `${SELECT} where u.deleted_at is null order by u.created_at desc, u.id limit $1 offset $2`,
      [perPage, (page - 1) * perPage],
    ),
    pg.one<{ total: number }>('select count(*)::int as total from users where deleted_at is null'),
  ]);
  return { users, total };
}

const columns = {
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
  companyName: 'company_name',
  teamSize: 'team_size',
} as const satisfies Partial<Record<keyof WireUser, string>>;

export type UserPatch = Partial<Pick<WireUser, keyof typeof columns>>;

/** Writes the fields that are given. */
export async function patchUser(tx: Tx, id: string, patch: UserPatch): Promise<void> {
  const fields = Object.entries(columns).filter(([field]) => Object.hasOwn(patch, field));
  const sets = fields.map(([, column], index) => `${column} = $${index + 2}`);
  const values = fields.map(([field]) => patch[field as keyof UserPatch]);
  await tx.query(`update users set ${[...sets, 'updated_at = now()'].join(', ')} where id = $1`, [
    id,
    ...values,
  ]);
}

export type NewUser = {
  id: string;
  email: string | null;
  passwordHash: string | null;
  role: string;
  isAnonymous: boolean;
  appMetadata: Record<string, unknown>;
  userMetadata: Record<string, unknown>;
  createdAt: Date;
};

/** Adds the user; false when the id or the address was taken meanwhile. */
export async function insertUser(tx: Tx, user: NewUser): Promise<boolean> {
  const rows = await tx.query(
    `insert into users (id, email, password_hash, role, is_anonymous, app_metadata, user_metadata, created_at,
       updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $8) on conflict do nothing returning id`,
    [
      user.id,
      user.email,
      user.passwordHash,
      user.role,
      user.isAnonymous,
      user.appMetadata,
      user.userMetadata,
      user.createdAt,
    ],
  );
  return rows.length > 0;
}

/** One version on, for the event that tells of a change. */
export async function raiseVersion(tx: Tx, id: string): Promise<void> {
  await tx.query('update users set version = version + 1 where id = $1', [id]);
}
