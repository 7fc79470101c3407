import { leadFields } from '@closingwire/contracts/lead-fields';

const columns = (group: 'agent' | 'property') =>
  leadFields
    .filter(field => field.group === group)
    .map(({ key, stored }) => `${stored.table === 'agents' ? 'a' : 'c'}.${stored.column} as "${key}"`)
    .join(', ');

/** The best known SQL for the dashboard's list: $1 ZIPs, $2 first day, $3 and $4 limit and offset. */
export const bestList = `
  with matching as materialized (
    select c.* from closings c
    where c.zip = any($1::text[]) and c.sold_date >= $2::date and not c.is_suppressed),
  page as (select * from matching order by sold_date desc, zip, id limit $3 offset $4)
  select (select count(*) from matching) as total,
    (select coalesce(json_agg(row_to_json(closing)), '[]')::text from (
      select c.id, ${columns('agent')}, coalesce(a.email, a.mobile, a.phone) is not null as "searchCompleted",
        (select row_to_json(property) from (select ${columns('property')}) property) as property
      from page c join agents a on a.zip = c.zip and a.id = c.agent_id
      order by c.sold_date desc, c.zip, c.id) closing) as agents`;
