import { sql, type Tx } from '@closingwire/chassis/pg';
import type { ReceivedLead } from '@closingwire/contracts/leads';
import { DEFAULT_ROLE, type Identified, partKey } from './merge.ts';

/** Finds the stored roles of agents whose role is blank in their rows, by `partKey`. */
export async function findRoles(
  tx: Tx,
  rows: Iterable<ReceivedLead>,
  { agentOf, saleOf }: Pick<Identified, 'agentOf' | 'saleOf'>,
): Promise<Map<string, string>> {
  const wanted = [...rows].filter(({ agentRole }) => agentRole === null);
  if (wanted.length === 0) return new Map();
  const agents = wanted.map(agentOf);
  const sales = wanted.map(saleOf);
  const found = await tx.query<{ saleId: string; agentId: string; role: string }>(
    sql`select distinct on (c.sale_id, c.agent_id) c.sale_id as "saleId", c.agent_id as "agentId", c.agent_role as role
     from unnest(${wanted.map(({ property }) => property.zip)}::text[],
         ${sales.map(({ soldDate }) => soldDate)}::date[], ${sales.map(({ id }) => id)}::uuid[],
         ${agents.map(({ agentId }) => agentId)}::uuid[]) as w (zip, sold_date, sale_id, agent_id)
       join closings c on c.zip = w.zip and c.sold_date = w.sold_date and c.sale_id = w.sale_id
         and c.agent_id = w.agent_id
     order by c.sale_id, c.agent_id, c.agent_role = ${DEFAULT_ROLE}, c.agent_role`,
  );
  return new Map(found.map(({ saleId, agentId, role }) => [partKey(saleId, agentId), role]));
}
