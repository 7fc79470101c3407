import { AppError } from '@closingwire/chassis/app-error';
import { callInternal } from '@closingwire/chassis/http-client';
import type { Identity } from '@closingwire/chassis/identity';
import { type Queries, sql } from '@closingwire/chassis/pg';
import { billingApi } from '@closingwire/contracts/billing';
import { catalogApi } from '@closingwire/contracts/catalog';
import { contentApi } from '@closingwire/contracts/content';
import { leadsApi } from '@closingwire/contracts/leads';
import { notificationsApi } from '@closingwire/contracts/notifications';
import type { ExportedFacts } from '@closingwire/contracts/user-facts';
import type { AuthConfig } from './config.ts';

const profile = (id: string) => sql`
  select id, email, email_confirmed_at as "emailConfirmedAt", new_email as "newEmail", phone,
    first_name as "firstName", last_name as "lastName", contact_phone as "contactPhone",
    profile_image_url as "profileImageUrl", company_name as "companyName", industry, team_size as "teamSize",
    status, banned_until as "bannedUntil", is_admin as "isAdmin", is_anonymous as "isAnonymous", role,
    app_metadata as "appMetadata", user_metadata as "userMetadata", invited_at as "invitedAt",
    last_sign_in_at as "lastSignInAt", password_hash is not null as "hasPassword",
    created_at as "createdAt", updated_at as "updatedAt"
  from users where id = ${id}`;

/** Lists about a user, by their name in the export. No column holds a secret or its hash. */
const lists = (id: string) => ({
  sessions: sql`
    select id, aal, amr, host(ip) as ip, user_agent as "userAgent", created_at as "createdAt",
      refreshed_at as "refreshedAt", not_after as "endsAt"
    from sessions where user_id = ${id} order by created_at`,
  apiKeys: sql`
    select id, name, prefix, created_at as "createdAt", last_used_at as "lastUsedAt",
      expires_at as "expiresAt", revoked_at as "revokedAt"
    from api_keys where user_id = ${id} order by created_at`,
  secondFactors: sql`
    select id, friendly_name as "friendlyName", factor_type as "factorType", status, phone,
      created_at as "createdAt", updated_at as "updatedAt", last_challenged_at as "lastChallengedAt"
    from mfa_factors where user_id = ${id} order by created_at`,
  identities: sql`
    select id, provider, provider_id as "providerId", identity_data as "identityData", email,
      last_sign_in_at as "lastSignInAt", created_at as "createdAt", updated_at as "updatedAt"
    from identities where user_id = ${id} order by created_at`,
  termsAcceptances: sql`
    select version, accepted_at as "acceptedAt", host(ip) as ip, user_agent as "userAgent"
    from terms_acceptances where user_id = ${id} order by accepted_at`,
  formerAddresses: sql`
    select email, left_at as "leftAt" from former_addresses where user_id = ${id} order by left_at`,
  // A user's export omits the IP address and device of other actors. It also omits the values that the user changed in
  // other accounts.
  auditLog: sql`
    select at, action, detail, route, subject, status, actor_id is not distinct from ${id}::uuid as "byUser",
      case when coalesce(target_id = ${id}, true) then changes end as changes,
      case when coalesce(actor_id = ${id}, true) then host(ip) end as ip,
      case when coalesce(actor_id = ${id}, true) then user_agent end as "userAgent"
    from audit_log where actor_id = ${id} or target_id = ${id} order by id`,
});

/** Returns all data of this service about a user, except secrets. */
export async function accountFacts(pg: Queries, userId: string): Promise<ExportedFacts> {
  const preferences = await pg.maybe(
    sql`select email_notifications as "emailNotifications" from users where id = ${userId}`,
  );
  const facts: ExportedFacts = { profile: await pg.maybe(profile(userId)), preferences };
  for (const [name, list] of Object.entries(lists(userId))) facts[name] = await pg.query(list);
  return facts;
}

const listed = (names: readonly string[]) => new Intl.ListFormat('en', { type: 'conjunction' }).format(names);

/** Asks all services at once. Throws `unavailable` with the names of services that did not reply. */
export async function gatherFromServices(exports: ServiceExports, user: ExportedUser) {
  const missing: string[] = [];
  const causes: unknown[] = [];
  const from = (name: keyof ServiceExports) =>
    exports[name](user).catch(cause => {
      missing.push(name);
      causes.push(cause);
      return {};
    });
  const [billing, zips, leads, mails, messages] = await Promise.all([
    from('billing'),
    from('catalog'),
    from('leads'),
    from('notifications'),
    from('content'),
  ]);
  if (missing.length === 0) return { billing, zips, leads, mails, messages };
  const text = `Your data could not be gathered: no answer from ${listed(missing)}. Please try again shortly.`;
  throw new AppError('unavailable', 'export_incomplete', text, { cause: causes[0], detail: { missing } });
}

/** Some services know the user by the address only. */
type ExportedUser = { userId: string; email: string };

export type ServiceExports = Record<
  'billing' | 'catalog' | 'leads' | 'notifications' | 'content',
  (user: ExportedUser) => Promise<ExportedFacts>
>;

/** The default for the export, for an auth that sends its emails without notifications. */
const LOCAL_NOTIFICATIONS_URL = 'http://127.0.0.1:8106';

export function serviceExports(config: AuthConfig, identity: Identity): ServiceExports {
  const at = (name: string, url: string) => ({ url, token: () => identity.serviceToken(name) });
  const billing = callInternal(billingApi, at('billing', config.BILLING_URL));
  const catalog = callInternal(catalogApi, at('catalog', config.CATALOG_URL));
  const leads = callInternal(leadsApi, at('leads', config.LEADS_URL));
  const content = callInternal(contentApi, at('content', config.CONTENT_URL));
  const notificationsAt = at('notifications', config.NOTIFICATIONS_URL ?? LOCAL_NOTIFICATIONS_URL);
  const notifications = callInternal(notificationsApi, notificationsAt);
  return {
    billing: user => billing.exportUser(user),
    catalog: user => catalog.exportUser(user),
    leads: user => leads.exportUser(user),
    notifications: user => notifications.exportUser(user),
    content: user => content.exportUser(user),
  };
}
