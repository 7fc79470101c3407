import type { DatabaseGauge } from '@closingwire/chassis/database-gauges';
import { type Sql, sql } from '@closingwire/chassis/pg';
import type { StoredTemplate } from './template.ts';

/**
 * Gauges of waiting mails by purpose: notices, mails that the recipient's server deferred, and mails for which users
 * wait.
 */
export function mailGauges(templates: readonly StoredTemplate[]): DatabaseGauge[] {
  const notices = templates.filter(({ purpose }) => purpose === 'notice').map(({ name }) => name);
  const waiting = (value: Sql) =>
    sql`select case when is_deferred then 'deferred' when template = any(${notices}::text[]) then 'notice' else 'other' end as purpose,
       ${value} as value
     from mails where state in ('waiting', 'sending') group by 1`;
  return [
    {
      name: 'mails_waiting',
      help: 'Mails not sent yet',
      labels: ['purpose'],
      sql: waiting(sql`count(*)::int`),
    },
    {
      name: 'mails_oldest_waiting_seconds',
      help: 'Age of the oldest mail not sent yet',
      labels: ['purpose'],
      sql: waiting(sql`extract(epoch from now() - min(created_at))::float8`),
    },
  ];
}
