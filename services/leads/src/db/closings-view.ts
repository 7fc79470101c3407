import type { Queries } from '@closingwire/chassis/pg';
import type { Agent } from '@closingwire/contracts/lead';
import { AGENT_COLUMNS, type AgentRow, toAgent } from './agent-row.ts';
import { CLOSINGS_IN_LIST, type ClosingFilter, filterValues } from './closing-filter.ts';

export type ClosingPage = { agents: Agent[]; total: number };

/** The order of every list: latest sales first, then as it comes, but always the same. */
export const LIST_ORDER = 'sold_date desc, zip, id';

const PAGE = `
  with matching as materialized (
    select c.zip, c.id, c.sold_date, c.sale_id, c.agent_id, c.agent_role ${CLOSINGS_IN_LIST}
  ), page as (
    select * from matching order by ${LIST_ORDER} limit $11 offset $12
  )
  select t.total, c.id, ${AGENT_COLUMNS}
  from (select count(*) as total from matching) t
  left join (page c
    join sales s on s.zip = c.zip and s.id = c.sale_id
    join agents a on a.zip = c.zip and a.id = c.agent_id) on true
  order by c.sold_date desc, c.zip, c.id`;

type PageRow = { total: number } & (AgentRow | { id: null });

/** One page of a list and how many closings the whole list has, as of one moment. `limit` null is all. */
export async function pageOfClosings(
  db: Queries,
  filter: ClosingFilter,
  page: { limit: number | null; offset: number },
): Promise<ClosingPage> {
  const rows = await db.query<PageRow>(PAGE, [...filterValues(filter), page.limit, page.offset]);
  const agents = rows.flatMap(row => (row.id === null ? [] : [toAgent(row)]));
  return { agents, total: rows[0]?.total ?? 0 };
}
