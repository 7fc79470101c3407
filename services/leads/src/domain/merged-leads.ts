import type { ReceivedLead } from '@closingwire/contracts/events/lead-events';
import { idsOf } from './natural-key.ts';

export type AgentFacts = Omit<ReceivedLead, 'property' | 'sourceType' | 'agentRole'> & {
  id: string;
  zip: string;
};
export type SaleFacts = ReceivedLead['property'] & Pick<ReceivedLead, 'sourceType'> & { id: string };
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
  const merged = { ...older };
  for (const key in newer) if (newer[key] !== null) merged[key] = newer[key];
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
    const { property, sourceType, agentRole, ...agent } = row;
    const { zip, soldDate } = property;
    const { agentId, saleId, closingId } = idsOf(row);
    agents.set(agentId, updated(agents.get(agentId), { ...agent, id: agentId, zip }));
    sales.set(saleId, updated(sales.get(saleId), { ...property, sourceType, id: saleId }));
    closings.set(closingId, { id: closingId, zip, saleId, agentId, agentRole, soldDate });
  }
  return { agents: [...agents.values()], sales: [...sales.values()], closings: [...closings.values()] };
}
