import { createServer } from 'node:http';
import { leadFields } from '@closingwire/contracts/lead-fields';
import pg from 'pg';

/*
 * The least that a server of the dashboard's list can be: no routes, no sessions, no filters; the best SQL that we know
 * for one reader's ZIPs, prepared, its JSON passed on. It decides nothing: the ZIPs come from the environment.
 */
const columns = (group: 'agent' | 'property') =>
  leadFields
    .filter(field => field.group === group)
    .map(({ key, stored }) => `${stored.table === 'agents' ? 'a' : 'c'}.${stored.column} as "${key}"`)
    .join(', ');

const text = `
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

const LIMIT = 25;
const DAY_MS = 86_400_000;
const zips = (process.env.ZIPS ?? '').split(',');
const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  max: 10,
  options: '-c plan_cache_mode=force_generic_plan',
});

createServer(async (_request, response) => {
  const from = new Date(Date.now() - 7 * DAY_MS).toISOString().slice(0, 10);
  const { rows } = await pool.query({ name: 'list', text, values: [zips, from, LIMIT, 0] });
  const { agents, total } = rows[0];
  const body = `{"agents":${agents},"total":${total},"page":1,"totalPages":${Math.ceil(total / LIMIT)}}`;
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  response.end(body);
}).listen(Number(process.env.PORT), '127.0.0.1');
