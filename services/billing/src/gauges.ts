import type { DatabaseGauge } from '@closingwire/chassis/database-gauges';

/** What the business is looked at by. */
export const billingGauges: readonly DatabaseGauge[] = [
  {
    name: 'accounts',
    help: 'Accounts in use, by standing (trial, paying, failing, ended)',
    labels: ['standing'],
    sql: `select case when payment_state = 'past_due' then 'failing' when payment_state = 'active' then 'paying'
        when trial_expires_at > now() then 'trial' else 'ended' end as standing, count(*) as value
      from accounts where status = 'active' group by 1`,
  },
  {
    name: 'trials_started_today',
    help: 'Trials that began within the last 24 hours',
    labels: [],
    sql: `select count(*) as value from accounts where trial_started_at > now() - interval '1 day'`,
  },
  {
    name: 'zips_held',
    help: 'ZIPs held by subscribers, by kind (trial, paid, granted)',
    labels: ['kind'],
    sql: 'select kind, count(*) as value from subscriptions where cancelled_at is null group by 1',
  },
  {
    name: 'charged_cents_today',
    help: 'What was paid within the last 24 hours, in cents',
    labels: [],
    sql: `select coalesce(sum(amount_cents), 0) as value from paid_invoices where paid_at > now() - interval '1 day'`,
  },
];
