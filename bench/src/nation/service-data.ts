import type { NationSize } from './size.ts';

type Filling = (size: NationSize) => string[];

const leads: Filling = ({ closings, agentsPerZip, flags }) => [
  `insert into agents (zip, id, full_name, license_number, brokerage_name, email, mobile, phone, website_url, city, state)
   select z.zip, pg_temp.nation_id('agent', z.n * 1000 + k), 'Agent ' || k || ' of ' || z.zip, 'LIC-' || z.zip || '-' || k,
     'Example Realty ' || z.n % 700, 'agent' || k || '.' || z.zip || '@example.com',
     '(206) 555-01' || lpad((z.n % 100)::text, 2, '0'), null, 'https://agent' || k || '.example.com', z.city, z.state
   from nation_zips z, generate_series(0, ${agentsPerZip - 1}) k`,
  // Inserts closings in order of days, as sources send them. The busiest hundredth of ZIPs has a twentieth of them.
  `insert into closings (zip, id, sale_id, agent_id, agent_role, sold_date, created_at, address1, city, state, price, beds,
     baths, sqft, type, source_type, mls_id, listed_date, lot_size_acres)
   select z.zip, pg_temp.nation_id('closing', i), pg_temp.nation_id('sale', i),
     pg_temp.nation_id('agent', z.n * 1000 + i % ${agentsPerZip}), 'Listing Agent', day, day, i % 9999 || ' Cedar St',
     z.city, z.state, case when i % 12 = 0 then null else 100000 + i * 7919 % 900000 end, 1 + i % 5, 1 + i % 3,
     600 + i % 3000, ('{home,condo,multi,commercial}'::text[])[1 + i % 4], 'Single Family', 'MLS' || i, day - 40, 0.2
   from (
     select i, current_date - 364 + (i * 365 / ${closings})::int as day,
       floor((select count(*) from nation_zips) * power((hashint8(i)::bigint & 2147483647) / 2147483648.0, 1.5))::int as n
     from generate_series(0::bigint, ${closings - 1}) i) made
   join nation_zips z using (n)`,
  `insert into lead_lists (zip, id, version, updated_at, day)
   select zip, pg_temp.nation_id('list', n), 30, now() - interval '5 hours', current_date from nation_zips`,
  `insert into users (id, version, email, first_name, last_name, status, activated_at)
   select id, 1, email, first_name, last_name, 'active', started_at from nation_accounts`,
  `insert into accounts (id, version, trial_expires_at, has_active_payment, monthly_amount_cents, payment_state)
   select id, 1, expires_at, has_active_payment, 4500, payment_state from nation_accounts`,
  `insert into subscriptions (id, account_id, zip, version, kind, cancelled_at)
   select subscription_id, account_id, zip, 1, kind, case when is_active then null else now() end from nation_claims`,
  // Account 8, the benchmark's `subscriber`, gets twenty more ZIPs.
  `insert into subscriptions (id, account_id, zip, version, kind)
   select pg_temp.nation_id('reading', z.n), a.id, z.zip, 1, 'paid'
   from nation_accounts a, nation_zips z where a.n = 8 and z.n % 2000 = 50`,
  'insert into zips (zip, version, scrape_active) select zip, 1, true from nation_zips',
  // Flags some closings in ZIPs with an account.
  `insert into lead_flags (id, version, zip, closing_id, agent_id, agent_name, agent_email, agent_phone, user_id, note,
     status, created_at)
   select pg_temp.nation_id('flag', f.n), 1, c.zip, pg_temp.nation_id('closing', f.n), pg_temp.nation_id('agent', f.n),
     'Agent ' || f.n, 'agent' || f.n || '@example.com', '(206) 555-0101', c.account_id, 'The number is wrong',
     ('{pending,reviewed,resolved,resolved}'::text[])[1 + f.n % 4], now() - f.n * interval '9 minutes'
   from generate_series(0, ${flags - 1}) f (n) join nation_claims c on c.n = f.n`,
];

const catalog: Filling = () => [
  `insert into claims (id, zip_code, industry, user_id, state, assigned_by, subscription_id, created_at, changed_at)
   select id, zip, industry, account_id, case when is_active then 'confirmed' else 'released' end,
     case kind when 'granted' then 'admin' else 'subscription' end, subscription_id, started_at, started_at
   from nation_claims`,
  `insert into subscriptions (id, version, cancelled_at)
   select subscription_id, 1, case when is_active then null else now() end from nation_claims`,
  `insert into users (id, version, email, first_name, last_name, industry, status)
   select id, 1, email, first_name, last_name, industry, 'active' from nation_accounts`,
  `insert into webhook_deliveries (id, zip_code, user_id, reason, state, attempts, created_at, finished_at)
   select pg_temp.nation_id('delivery', n), zip, account_id, 'assigned', 'delivered', 1, started_at, started_at
   from nation_claims`,
];

const billing: Filling = () => [
  `insert into accounts (id, version, email, first_name, last_name, industry, status, person_version, trial_days,
     trial_started_at, trial_expires_at, has_active_payment, payment_state, published_cents, release_at)
   select id, 1, email, first_name, last_name, industry, 'active', 1, 14, started_at, expires_at, has_active_payment,
     payment_state, 1500, case when kind = 'expired' then now() + interval '3 days' end
   from nation_accounts`,
  `insert into trial_notices (account_id, trial_expires_at, days)
   select id, expires_at, days from nation_accounts, unnest('{7,3,1,0}'::int[]) days
   where expires_at - days * interval '1 day' <= now()`,
  `insert into subscriptions (id, version, account_id, zip_code, city, state, industry, kind, claim_id, created_at,
     cancelled_at)
   select subscription_id, 1, account_id, zip, city, state, industry, kind, id, started_at,
     case when is_active then null else now() end
   from nation_claims`,
  `insert into lead_lists (zip_code, version, ready_at)
   select zip, 30, now() - interval '5 hours' from nation_zips`,
  `insert into paid_invoices (id, stripe_customer_id, amount_cents, paid_at)
   select 'in_nation_' || n || '_' || month, 'cus_nation_' || n, 4500, now() - month * interval '30 days'
   from nation_accounts, generate_series(0, 5) month where kind = 'paid'`,
];

const auth: Filling = ({ auditEntries, accounts }) => [
  `insert into users (id, version, email, email_confirmed_at, password_hash, app_metadata, first_name, last_name,
     contact_phone, company_name, industry, team_size, created_at, last_sign_in_at)
   select id, 1, email, started_at, (select password_hash from users where email = 'subscriber@demo.closingwire.test'),
     '{"provider": "email", "providers": ["email"]}', first_name, last_name, '(206) 555-0142', 'Company ' || n % 9000,
     industry, '2-5', started_at, now() - n % 90 * interval '1 hour'
   from nation_accounts`,
  `insert into identities (id, user_id, provider, provider_id, identity_data, created_at)
   select pg_temp.nation_id('identity', n), id, 'email', id::text,
     jsonb_build_object('sub', id, 'email', email, 'email_verified', true), started_at
   from nation_accounts`,
  `insert into account_copies (user_id, version, trial_days, trial_expires_at, has_active_payment)
   select id, 1, 14, expires_at, has_active_payment from nation_accounts`,
  `insert into audit_log (at, action, actor_id, ip, user_agent, request_id, caller, route, status)
   select now() - (n * interval '30 seconds'), 'sign-in', pg_temp.nation_id('user', n % ${accounts}),
     ('10.' || n % 250 || '.' || n / 250 % 250 || '.7')::inet, 'Example/1.0', 'nation-' || n, 'user', '/api/auth/signin', 200
   from generate_series(${auditEntries} - 1, 0, -1) n`,
];

const notifications: Filling = ({ mails, accounts }) => [
  `insert into users (id, version, email, first_name, last_name, is_active, is_admin, email_notifications,
     unsubscribe_token)
   select id, 1, email, first_name, last_name, true, false, true, 'nation' || md5(n::text) from nation_accounts`,
  `insert into trials (account_id, version, expires_at, has_active_payment, zip_count, monthly_amount_cents,
     payment_state, granted_zip_count)
   select id, 1, expires_at, has_active_payment, 3, 4500, payment_state, case kind when 'granted' then 3 else 0 end
   from nation_accounts`,
  `insert into subscriptions (id, version, account_id, zip_code, city, state, created_at, cancelled_at)
   select subscription_id, 1, account_id, zip, city, state, started_at, case when is_active then null else now() end
   from nation_claims`,
  `insert into lead_lists (zip_code, version, agent_count, ready_at)
   select zip, 30, 4, now() - interval '5 hours' from nation_zips`,
  // Each account got an email about the first list of each ZIP.
  `insert into mails (id, template, recipient, subject_key, user_id, data, state, attempts, created_at, done_at,
     emptied_at)
   select pg_temp.nation_id('first', c.n), 'list-ready', a.email, c.subscription_id::text, a.id, '{}', 'sent', 1,
     c.started_at, c.started_at, c.started_at
   from nation_claims c join nation_accounts a on a.id = c.account_id`,
  `insert into mails (id, template, recipient, subject_key, user_id, data, state, attempts, created_at, done_at,
     emptied_at)
   select pg_temp.nation_id('mail', sent.n), 'trial-expiring', a.email, 'nation ' || sent.n, a.id, '{}', 'sent', 1, at, at, at
   from (select n, now() - n * interval '40 seconds' as at from generate_series(${mails} - 1, 0, -1) n) sent
   join nation_accounts a on a.n = sent.n % ${accounts}`,
];

export const fillings: Record<string, Filling> = { leads, catalog, billing, auth, notifications };
