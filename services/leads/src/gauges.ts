import type { DatabaseGauge } from '@closingwire/chassis/database-gauges';
import { sql } from '@closingwire/chassis/pg';
import { deadlineAt } from './deletion-lists/deadline.ts';

export const leadsGauges: readonly DatabaseGauge[] = [
  {
    name: 'subscribed_lists',
    help: 'Subscribed ZIPs by the age of their list (day, two-days, older, none)',
    labels: ['age'],
    sql: sql`select case when l.updated_at is null then 'none' when l.updated_at > now() - interval '1 day' then 'day'
        when l.updated_at > now() - interval '2 days' then 'two-days' else 'older' end as age, count(*) as value
      from (select distinct zip from subscriptions where cancelled_at is null) s left join lead_lists l using (zip)
      group by 1`,
  },
  {
    name: 'subscribed_lists_oldest_seconds',
    help: 'Age of the oldest list of a subscribed ZIP',
    labels: [],
    sql: sql`select extract(epoch from now() - min(l.updated_at))::float8 as value from lead_lists l
      where exists (select from subscriptions s where s.zip = l.zip and s.cancelled_at is null)`,
  },
  {
    name: 'batches_open',
    help: 'Batches not yet in the lists, by state (receiving, loading)',
    labels: ['state'],
    sql: sql`select state, count(*) as value from batches where state in ('receiving', 'loading') group by 1`,
  },
  {
    name: 'leads_today',
    help: 'Rows received in the last 24 hours, by outcome (accepted, rejected)',
    labels: ['outcome'],
    sql: sql`select outcome, coalesce(sum(rows), 0) as value from batches,
        lateral (values ('accepted', accepted), ('rejected', rejected)) as counted (outcome, rows)
      where started_at > now() - interval '1 day' group by 1`,
  },
  {
    name: 'deletion_lists_days_left',
    help: "Days until the lists of California's deletion platform must be processed again; below 0: overdue",
    labels: [],
    sql: sql`select days_left as value from (${deadlineAt(sql`now()`)}) d`,
  },
];

/** Only feeds that should pull count: not paused, with a valid license. */
const ACTIVE_FEEDS = sql`from feeds f join sources s on s.id = f.source_id
  where not f.is_paused and (s.expires_at is null or s.expires_at > now())`;

export const feedGauges: readonly DatabaseGauge[] = [
  {
    name: 'feed_watermark_age_seconds',
    help: 'Age of the last closing that a feed pulled',
    labels: ['source'],
    sql: sql`select s.name as source, extract(epoch from now() - f.watermark)::float8 as value ${ACTIVE_FEEDS}`,
  },
  {
    name: 'feed_late_seconds',
    help: 'Seconds since the last whole pull of a feed, without the pause between two pulls',
    labels: ['source'],
    sql: sql`select s.name as source, greatest(0, extract(epoch from now() - coalesce(f.last_success_at, s.created_at))
        - f.every_minutes * 60)::float8 as value ${ACTIVE_FEEDS}`,
  },
  {
    name: 'feed_faults',
    help: 'Feeds by what keeps them from pulling (stopped by a refusal, failing)',
    labels: ['source', 'state'],
    sql: sql`select s.name as source, case when f.is_stopped then 'stopped' else 'failing' end as state, 1 as value
      ${ACTIVE_FEEDS} and (f.is_stopped or f.failures > 0)`,
  },
];
