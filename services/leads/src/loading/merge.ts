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
  const { zip: zipCode, soldDate } = lead.property;
  const agentId = idOfKey('agent', zipCode, ...agentKey(lead));
  const saleId = idOfKey('sale', zipCode, ...propertyKey(lead.property), soldDate);
  return { agentId, saleId, closingId: idOfKey('closing', saleId, agentId, lead.agentRole.toLowerCase()) };
}

/** What all rows about one agent, or about one closing, say of it. `receivedAt` is that of the newest row. */
export type MergedLead = { ids: LeadIds; receivedAt: Date; lead: ReceivedLead };

/** Rows that arrived together. */
export type Received = { receivedAt: Date; rows: readonly ReceivedLead[] };

/** In `agents` only the agents' fields count, in `closings` only the sales'. */
export type MergedLeads = { agents: MergedLead[]; closings: MergedLead[] };

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
  const agents = new Map<string, MergedLead>();
  const closings = new Map<string, MergedLead>();
  const oldestFirst = received.toSorted(
    (one, other) => one.receivedAt.getTime() - other.receivedAt.getTime(),
  );
  for (const { receivedAt, rows } of oldestFirst) {
    for (const row of rows) {
      const ids = idsOf(row);
      const agent = updated(agents.get(ids.agentId)?.lead, row);
      const closing = updatedSale(closings.get(ids.closingId)?.lead, row);
      agents.set(ids.agentId, { ids, receivedAt, lead: agent });
      closings.set(ids.closingId, { ids, receivedAt, lead: closing });
    }
  }
  return { agents: [...agents.values()], closings: [...closings.values()] };
}
