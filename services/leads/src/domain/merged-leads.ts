import type { ReceivedLead } from '@closingwire/contracts/events/lead-events';
import { idsOf } from './natural-key.ts';

/** An agent of a ZIP; of the row only what it says about her counts. */
export type AgentFacts = { id: string; zip: string; row: ReceivedLead };
export type SaleFacts = {
  id: string;
  property: ReceivedLead['property'];
  source: Pick<ReceivedLead, 'sourceType'>;
};
export type ClosingFacts = {
  id: string;
  zip: string;
  saleId: string;
  agentId: string;
  agentRole: string;
  soldDate: string;
};

export type MergedLeads = { agents: AgentFacts[]; sales: SaleFacts[]; closings: ClosingFacts[] };

/** What the newer row says, and what only the older one does. */
function updated<T extends object>(older: T | undefined, newer: T): T {
  if (!older) return newer;
  let merged = newer;
  for (const key in newer) {
    if (newer[key] !== null || older[key] === null) continue;
    if (merged === newer) merged = { ...newer };
    merged[key] = older[key];
  }
  return merged;
}

/**
 * The agents, sales and closings that rows speak of, each once. Later rows are newer, and a blank says nothing:
 * the same rows, cut into other pieces or stored again, come to the same.
 */
export function mergeLeads(rows: Iterable<ReceivedLead>): MergedLeads {
  const agents = new Map<string, AgentFacts>();
  const sales = new Map<string, SaleFacts>();
  const closings = new Map<string, ClosingFacts>();
  for (const row of rows) {
    const { property, agentRole } = row;
    const { zip, soldDate } = property;
    const { agentId, saleId, closingId } = idsOf(row);
    const sale = sales.get(saleId);
    agents.set(agentId, { id: agentId, zip, row: updated(agents.get(agentId)?.row, row) });
    sales.set(saleId, {
      id: saleId,
      property: updated(sale?.property, property),
      source: row.sourceType === null && sale ? sale.source : row,
    });
    closings.set(closingId, { id: closingId, zip, saleId, agentId, agentRole, soldDate });
  }
  return { agents: [...agents.values()], sales: [...sales.values()], closings: [...closings.values()] };
}
