import type { DatabaseGauge } from '@closingwire/chassis/database-gauges';
import type { StoredTemplate } from './template.ts';

const names = (templates: readonly StoredTemplate[]) => templates.map(({ name }) => `'${name}'`).join(', ');

/** Waiting mails: notices, mails that a recipient's server deferred, and all others, for which users wait. */
export function mailGauges(templates: readonly StoredTemplate[]): DatabaseGauge[] {
  const notices = names(templates.filter(({ purpose }) => purpose === 'notice'));
  const waiting = (value: string) =>
    `select case when is_deferred then 'deferred' when template in (${notices}) then 'notice' else 'other' end as purpose,
       ${value} as value
     from mails where state in ('waiting', 'sending') group by 1`;
  return [
    {
      name: 'mails_waiting',
      help: 'Mails not sent yet',
      labels: ['purpose'],
      sql: waiting('count(*)::int'),
    },
    {
      name: 'mails_oldest_waiting_seconds',
      help: 'Age of the oldest mail not sent yet',
      labels: ['purpose'],
      sql: waiting('extract(epoch from now() - min(created_at))::float8'),
    },
  ];
}
