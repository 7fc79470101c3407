import type { Queries } from '@closingwire/chassis/pg';
import type { Agent } from '@closingwire/contracts/lead';
import { AGENT_COLUMNS, type AgentRow, toAgent } from './agent-row.ts';
import { type ClosingFilter, filterValues, IN_LIST, WITH_AGENT } from './closing-filter.ts';

export type ClosingPage = { agents: Agent[]; total: number };

const PAGE = `
  with matching as materialized (select c.zip, c.sold_date, c.id from closings c ${IN_LIST}),
  page as (select * from matching order by sold_date desc, zip, id limit $12 offset $13)
  select t.total, c.id, ${AGENT_COLUMNS}
  from (select count(*) as total from matching) t
  left join (page join closings c using (zip, sold_date, id) ${WITH_AGENT}) on true
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
