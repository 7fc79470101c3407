import type { DatabaseGauge } from '@closingwire/chassis/database-gauges';
import { sql } from '@closingwire/chassis/pg';

const ENDS_THIS_HOUR = sql`date_trunc('hour', now(), 'UTC') + interval '1 hour'`;

/** The first whole hour of the last 24 hours. Stored totals count from it; the rest is counted from rows. */
const WHOLE_HOURS = sql`date_trunc('hour', now() - interval '1 day', 'UTC') + interval '1 hour'`;

/** Business metrics: totals that triggers keep, and rows of the hours that are not whole. */
export const billingGauges: readonly DatabaseGauge[] = [
  {
    name: 'accounts',
    help: 'Accounts in use, by standing (trial, paying, failing, ended)',
    labels: ['standing'],
    sql: sql`with running as (
        select count(*) as accounts from accounts
        where status = 'active' and payment_state not in ('past_due', 'active')
          and trial_expires_at > now() and trial_expires_at < ${ENDS_THIS_HOUR})
      select standing, sum(accounts) as value from (
        select case when key in ('failing', 'paying') then key
          when key > 'until ' || utc_hour(now()) then 'trial' else 'ended' end as standing, amount as accounts
        from stored_totals where name = 'accounts'
        union all select 'trial', accounts from running
        union all select 'ended', -accounts from running) counted
      group by 1`,
  },
  {
    name: 'trials_started_today',
    help: 'Trials that began within the last 24 hours',
    labels: [],
    sql: sql`select (select count(*) from accounts
          where trial_started_at > now() - interval '1 day' and trial_started_at < ${WHOLE_HOURS})
        + coalesce(sum(amount), 0) as value
      from stored_totals where name in ('trials', 'deleted trials') and key >= utc_hour(${WHOLE_HOURS})`,
  },
  {
    name: 'zips_held',
    help: 'ZIPs held by subscribers, by kind (trial, paid, granted)',
    labels: ['kind'],
    sql: sql`select key as kind, sum(amount) as value from stored_totals where name = 'zips held' group by 1`,
  },
  {
    name: 'charged_cents_today',
    help: 'What was paid within the last 24 hours, in cents, by payment mode (test, live)',
    labels: ['mode'],
    sql: sql`select mode, (select coalesce(sum(amount_cents), 0) from paid_invoices
          where payment_mode = mode and paid_at > now() - interval '1 day' and paid_at < ${WHOLE_HOURS})
        + coalesce((select sum(amount) from stored_totals
          where name = 'revenue ' || mode and key >= utc_hour(${WHOLE_HOURS})), 0) as value
      from unnest(array['test', 'live']) as mode`,
  },
];
