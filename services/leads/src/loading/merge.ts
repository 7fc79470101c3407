import { idOf } from '@closingwire/chassis/ids';
import type { ReceivedLead } from '@closingwire/contracts/leads';

/** The ids under which a lead is stored. */
export type LeadIds = { agentId: string; saleId: string; closingId: string };

const SEPARATOR = '\u001f';

const idOfKey = (...key: string[]) => idOf(key.join(SEPARATOR));

/** An agent within a ZIP is known by the licence, else the e-mail, else name and brokerage. */
function agentKey(lead: ReceivedLead): string[] {
  if (lead.licenseNumber) return ['license', lead.licenseNumber.toUpperCase()];
  if (lead.email) return ['email', lead.email.toLowerCase()];
  return ['name', lead.fullName.toLowerCase(), lead.brokerageName?.toLowerCase() ?? ''];
}

/** A property within a ZIP is known by its listing number, else its address. */
function propertyKey({ mlsId, address1, address2 }: ReceivedLead['property']): string[] {
  if (mlsId) return ['mls', mlsId.toUpperCase()];
  return ['address', address1.toLowerCase(), address2?.toLowerCase() ?? ''];
}

/** The same property sold on another day is another sale; the same agent in another role is another part in it. */
export function idsOf(lead: ReceivedLead): LeadIds {
  const { zip, soldDate } = lead.property;
  const agentId = idOfKey('agent', zip, ...agentKey(lead));
  const saleId = idOfKey('sale', zip, ...propertyKey(lead.property), soldDate);
  return { agentId, saleId, closingId: idOfKey('closing', saleId, agentId, lead.agentRole.toLowerCase()) };
}

/** An agent of a ZIP; of the row only what is about the agent counts. `receivedAt` is that of the newest row. */
export type AgentFacts = { id: string; zip: string; receivedAt: Date; row: ReceivedLead };

/** An agent's part in a sale; of the row only what is about the sale counts. */
export type ClosingFacts = {
  id: string;
  saleId: string;
  agentId: string;
  receivedAt: Date;
  row: ReceivedLead;
};

/** Rows that arrived together. */
export type Received = { receivedAt: Date; rows: readonly ReceivedLead[] };

export type MergedLeads = { agents: AgentFacts[]; closings: ClosingFacts[] };

/** What the newer one has, and what only the older one has. */
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
 * The agents and closings of the rows, each once. Of what was received together, later rows are newer, and a blank changes
 * nothing: the same rows, cut into other pieces or stored again, come to the same.
 */
export function mergeLeads(received: readonly Received[]): MergedLeads {
  const agents = new Map<string, AgentFacts>();
  const closings = new Map<string, ClosingFacts>();
  const oldestFirst = received.toSorted(
    (one, other) => one.receivedAt.getTime() - other.receivedAt.getTime(),
  );
  for (const { receivedAt, rows } of oldestFirst) {
    for (const row of rows) {
      const { agentId, saleId, closingId } = idsOf(row);
      const agent = updated(agents.get(agentId)?.row, row);
      const sale = updatedSale(closings.get(closingId)?.row, row);
      agents.set(agentId, { id: agentId, zip: row.property.zip, receivedAt, row: agent });
      closings.set(closingId, { id: closingId, saleId, agentId, receivedAt, row: sale });
    }
  }
  return { agents: [...agents.values()], closings: [...closings.values()] };
}
