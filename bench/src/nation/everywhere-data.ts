/* The common data of all databases: the same IDs, ZIPs and accounts. Everything depends only on a row's number, so a nation of one size is always the same. Days count back from the day it is made. */

export const industries = [
  'Brokerage or Team',
  'Coach or Trainer',
  'Home Services',
  'Marketing Agency',
  'Mortgages',
  'Printing/Mailing Provider',
  'Title & Escrow',
];

/** Creates `nation_id`, which returns the ID of the n-th object of a kind. */
const ids = `
create function pg_temp.nation_id(kind text, n bigint) returns uuid immutable language sql as $$
  select overlay(overlay(md5(kind || n) placing '8' from 13 for 1) placing '8' from 17 for 1)::uuid
$$`;

/** Creates `nation_zips` (n from 0, zip, city, state). */
const zips = `
create temp table nation_zips as
  select (row_number() over (order by zip) - 1)::int as n, zip, city, state
  from unnest($1::text[], $2::text[], $3::text[]) as t (zip, city, state)`;

/**
 * Creates `nation_accounts`. Per twenty accounts: eight in trial, seven paying, one with granted ZIPs, three expired
 * (one of them without ZIPs), one past due.
 */
const accounts = (count: number) => `
create temp table nation_accounts as
  select n, pg_temp.nation_id('user', n) as id, kind, industry, started_at,
    started_at + interval '14 days' as expires_at, 'person.' || n || '@nation.example.com' as email,
    'First' || n % 5000 as first_name, 'Last' || n % 7000 as last_name,
    case kind when 'paid' then 'active' when 'past_due' then 'past_due' else 'none' end as payment_state,
    kind in ('paid', 'past_due') as has_active_payment
  from (
    select n, case when n % 20 < 8 then 'trial' when n % 20 < 15 then 'paid' when n % 20 = 15 then 'granted'
        when n % 20 < 18 then 'expired' when n % 20 = 18 then 'released' else 'past_due' end as kind,
      ('{"${industries.join('","')}"}'::text[])[1 + n % 7] as industry,
      date_trunc('milliseconds', now()) - case when n % 20 < 8 then (n % 317) * interval '1 hour'
        when n % 20 in (16, 17) then interval '15 days' + (n % 240) * interval '1 hour'
        else interval '40 days' + (n % 300) * interval '1 day' end as started_at
    from generate_series(0, ${count - 1}) n) numbered`;

/**
 * Creates `nation_claims`, the accounts' ZIPs. A ZIP goes to one account per industry, so an industry's last accounts
 * may have none.
 */
const claims = (perAccount: number) => `
create temp table nation_claims as
  select c as n, pg_temp.nation_id('claim', c) as id, pg_temp.nation_id('subscription', c) as subscription_id,
    a.id as account_id, a.industry, a.started_at, a.n as account_n, z.zip, z.city, z.state,
    case a.kind when 'granted' then 'granted' when 'paid' then 'paid' when 'past_due' then 'paid' else 'trial' end as kind,
    a.kind <> 'released' as is_active
  from nation_accounts a
  cross join lateral generate_series(0, ${perAccount - 1}) k
  cross join lateral (select a.n * ${perAccount} + k as c, (a.n / 7) * ${perAccount} + k as position) p
  join nation_zips z on z.n = (p.position::bigint * 7919 + a.n % 7 * 101) % (select count(*) from nation_zips)
  where p.position < (select count(*) from nation_zips)`;

/**
 * Returns the statements that create the common data in each database, in the order to run them. `zips` has three
 * placeholders: arrays of ZIPs, cities and states.
 */
export const everywhere = ({
  accounts: count,
  claimsPerAccount,
}: {
  accounts: number;
  claimsPerAccount: number;
}) => ({
  before: [ids],
  zips,
  after: [
    accounts(count),
    'create index on nation_accounts (n)',
    'analyze nation_accounts',
    claims(claimsPerAccount),
    'analyze nation_claims',
  ],
});
