import type { DatabaseGauge } from '@closingwire/chassis/database-gauges';
import { sql } from '@closingwire/chassis/pg';

export const bookGauges: readonly DatabaseGauge[] = [
  {
    name: 'books_differences',
    help: 'Differences of billing, catalog, leads and the payment provider that are open, by kind',
    labels: ['kind'],
    sql: sql`select kind, count(*) as value from book_differences
      where confirmed_at is not null and resolved_at is null group by 1`,
  },
  {
    name: 'books_found_today',
    help: 'Differences that were found within the last 24 hours, repaired ones included, by kind',
    labels: ['kind'],
    sql: sql`select kind, count(*) as value from book_differences where confirmed_at > now() - interval '1 day' group by 1`,
  },
  {
    name: 'books_compared_seconds',
    help: 'How long ago a comparison of the books ended; from the first one on',
    labels: [],
    sql: sql`select extract(epoch from now() - coalesce(max(finished_at) filter (where state = 'done'),
        min(started_at)))::float8 as value from book_runs`,
  },
];
