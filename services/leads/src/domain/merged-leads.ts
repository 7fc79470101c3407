import type { ReceivedLead } from '@closingwire/contracts/leads';
import { idsOf } from './natural-key.ts';

/** An agent of a ZIP; of the row only what it says about the agent counts. */
export type AgentFacts = { id: string; zip: string; row: ReceivedLead };

/** An agent's part in a sale; of the row only what it says about the sale counts. */
export type ClosingFacts = {
  id: string;
  saleId: string;
  agentId: string;
  agentRole: string;
  row: ReceivedLead;
};

export type MergedLeads = { agents: AgentFacts[]; closings: ClosingFacts[] };

/** What the newer one says, and what only the older one does. */
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

function updatedSale(older: ReceivedLead | undefined, newer: ReceivedLead): ReceivedLead {
  if (!older) return newer;
  const property = updated(older.property, newer.property);
  const sourceType = newer.sourceType ?? older.sourceType;
  return { ...newer, property, sourceType };
}

/**
 * The agents and closings that rows speak of, each once. Later rows are newer, and a blank says nothing: the same
 * rows, cut into other pieces or stored again, come to the same.
 */
export function mergeLeads(rows: Iterable<ReceivedLead>): MergedLeads {
  const agents = new Map<string, AgentFacts>();
  const closings = new Map<string, ClosingFacts>();
  for (const row of rows) {
    const { agentId, saleId, closingId } = idsOf(row);
    const { agentRole } = row;
    const agent = updated(agents.get(agentId)?.row, row);
    const sale = updatedSale(closings.get(closingId)?.row, row);
    agents.set(agentId, { id: agentId, zip: row.property.zip, row: agent });
    closings.set(closingId, { id: closingId, saleId, agentId, agentRole, row: sale });
  }
  return { agents: [...agents.values()], closings: [...closings.values()] };
}
