import type { Queries, Tx } from '@closingwire/chassis/pg';
import type { Account } from './user.ts';

const LAST_ADMIN_LOCK = 7_224_101;

/** All fields of accounts that are not deleted, `u`; conditions are appended with `and`. */
export const SELECT_ACCOUNTS = `
  select u.id, u.version, coalesce(u.email, '') as email, u.email_confirmed_at as "emailConfirmedAt",
    u.new_email as "newEmail", u.password_hash as "passwordHash", u.first_name as "firstName",
    u.last_name as "lastName", u.contact_phone as phone, u.profile_image_url as "profileImageUrl",
    u.company_name as "companyName", u.industry, u.team_size as "teamSize", u.status,
    u.is_admin as "isAdmin", u.email_notifications as "emailNotifications", u.created_at as "createdAt",
    u.banned_until as "bannedUntil", u.role, u.is_anonymous as "isAnonymous",
    u.app_metadata as "appMetadata", u.user_metadata as "userMetadata",
    exists (select 1 from mfa_factors f where f.user_id = u.id and f.status = 'verified') as "hasSecondFactor",
    a.trial_days as "trialDays", a.trial_expires_at as "trialExpiresAt",
    coalesce(a.has_active_payment, false) as "hasActivePayment", a.stripe_customer_id as "stripeCustomerId"
  from users u left join account_copies a on a.user_id = u.id
  where u.deleted_at is null`;

export function findAccount(pg: Queries, id: string): Promise<Account | undefined> {
  return pg.maybe<Account>(`${SELECT_ACCOUNTS} and u.id = $1`, [id]);
}

export function findAccountByEmail(pg: Queries, email: string): Promise<Account | undefined> {
  return pg.maybe<Account>(`${SELECT_ACCOUNTS} and u.email = $1`, [email]);
}

/** The account, held against other changes until the transaction ends. */
export function lockAccount(tx: Tx, id: string): Promise<Account | undefined> {
  return tx.maybe<Account>(`${SELECT_ACCOUNTS} and u.id = $1 for update of u`, [id]);
}

/** Adds the account, or does nothing and answers false when the address was taken meanwhile. */
export async function insertAccount(tx: Tx, account: Account): Promise<boolean> {
  const rows = await tx.query(
    `insert into users (id, email, first_name, last_name, contact_phone, company_name, industry, team_size,
       password_hash, created_at, confirmation_sent_at, app_metadata)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10, $11)
     on conflict (email) where deleted_at is null do nothing returning id`,
    [
      account.id,
      account.email,
      account.firstName,
      account.lastName,
      account.phone,
      account.companyName,
      account.industry,
      account.teamSize,
      account.passwordHash,
      account.createdAt,
      account.appMetadata,
    ],
  );
  return rows.length > 0;
}

/** Writes every field that this service changes. The caller holds the row by `lockAccount`. */
export async function saveAccount(tx: Tx, account: Account): Promise<void> {
  await tx.query(
    `update users set version = $2, email = $3, email_confirmed_at = $4, new_email = $5, password_hash = $6,
       first_name = $7, last_name = $8, contact_phone = $9, company_name = $10, industry = $11, team_size = $12,
       status = $13, is_admin = $14, email_notifications = $15, updated_at = now()
     where id = $1`,
    [
      account.id,
      account.version,
      account.email,
      account.emailConfirmedAt,
      account.newEmail,
      account.passwordHash,
      account.firstName,
      account.lastName,
      account.phone,
      account.companyName,
      account.industry,
      account.teamSize,
      account.status,
      account.isAdmin,
      account.emailNotifications,
    ],
  );
}

/** Notes the first proof of the e-mail address as a way to sign in. */
export async function saveEmailIdentity(tx: Tx, id: string, account: Account): Promise<void> {
  await tx.query(
    `insert into identities (id, user_id, provider, provider_id, identity_data)
     values ($1, $2::uuid, 'email', $2::uuid::text, $3)
     on conflict (provider, provider_id) do update set identity_data = excluded.identity_data, updated_at = now()`,
    [id, account.id, { sub: account.id, email: account.email, email_verified: true, phone_verified: false }],
  );
}

/** Whether nobody else could administer. Two who ask at once are answered one after the other. */
export async function isLastAdmin(tx: Tx, id: string): Promise<boolean> {
  await tx.query('select pg_advisory_xact_lock($1)', [LAST_ADMIN_LOCK]);
  const other = await tx.maybe(
    `select 1 from users where is_admin and status = 'active' and email_confirmed_at is not null
       and deleted_at is null and id <> $1 limit 1`,
    [id],
  );
  return other === undefined;
}
