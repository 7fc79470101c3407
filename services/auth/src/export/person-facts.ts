import type { Queries } from '@closingwire/chassis/pg';
import type { ExportedFacts } from '@closingwire/contracts/person-facts';

const profile = `
  select id, email, email_confirmed_at as "emailConfirmedAt", new_email as "newEmail", phone,
    first_name as "firstName", last_name as "lastName", contact_phone as "contactPhone",
    profile_image_url as "profileImageUrl", company_name as "companyName", industry, team_size as "teamSize",
    status, banned_until as "bannedUntil", is_admin as "isAdmin", is_anonymous as "isAnonymous", role,
    app_metadata as "appMetadata", user_metadata as "userMetadata", invited_at as "invitedAt",
    last_sign_in_at as "lastSignInAt", password_hash is not null as "hasPassword",
    created_at as "createdAt", updated_at as "updatedAt"
  from users where id = $1`;

/** Lists about a user, by the name that they have in the export. No column holds a secret or its hash. */
const lists = {
  sessions: `
    select id, aal, amr, host(ip) as ip, user_agent as "userAgent", created_at as "createdAt",
      refreshed_at as "refreshedAt", not_after as "endsAt"
    from sessions where user_id = $1 order by created_at`,
  apiKeys: `
    select id, name, prefix, created_at as "createdAt", last_used_at as "lastUsedAt",
      expires_at as "expiresAt", revoked_at as "revokedAt"
    from api_keys where user_id = $1 order by created_at`,
  secondFactors: `
    select id, friendly_name as "friendlyName", factor_type as "factorType", status, phone,
      created_at as "createdAt", updated_at as "updatedAt", last_challenged_at as "lastChallengedAt"
    from mfa_factors where user_id = $1 order by created_at`,
  identities: `
    select id, provider, provider_id as "providerId", identity_data as "identityData", email,
      last_sign_in_at as "lastSignInAt", created_at as "createdAt", updated_at as "updatedAt"
    from identities where user_id = $1 order by created_at`,
  // What others did to the account is the user's to know; where they were is not, nor what the user changed of others.
  auditLog: `
    select at, action, detail, route, subject, status, coalesce(actor_id = $1, false) as "byUser",
      case when coalesce(target_id, $1) = $1 then changes end as changes,
      case when coalesce(actor_id, $1) = $1 then host(ip) end as ip,
      case when coalesce(actor_id, $1) = $1 then user_agent end as "userAgent"
    from audit_log where actor_id = $1 or target_id = $1 order by id`,
};

/** Everything that this service keeps about a user and may show them. */
export async function personFacts(pg: Queries, userId: string): Promise<ExportedFacts> {
  const preferences = await pg.maybe(
    'select email_notifications as "emailNotifications" from users where id = $1',
    [userId],
  );
  const facts: ExportedFacts = { profile: await pg.maybe(profile, [userId]), preferences };
  for (const [name, sql] of Object.entries(lists)) facts[name] = await pg.query(sql, [userId]);
  return facts;
}
