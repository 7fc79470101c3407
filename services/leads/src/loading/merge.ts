import { idOf } from '@closingwire/chassis/ids';
import type { ReceivedLead } from '@closingwire/contracts/leads';

export type LeadIds = { agentId: string; saleId: string; closingId: string };

const SEPARATOR = '\u001f';

const idOfKey = (...key: string[]) => idOf(key.join(SEPARATOR));

/** Identifies an agent within a ZIP by license, else by email, else by name and brokerage. */
function agentKey(lead: ReceivedLead): string[] {
  if (lead.licenseNumber) return ['license', lead.licenseNumber.toUpperCase()];
  if (lead.email) return ['email', lead.email.toLowerCase()];
  return ['name', lead.fullName.toLowerCase(), lead.brokerageName?.toLowerCase() ?? ''];
}

/** Identifies a property within a ZIP by its listing number, else by its address. */
function propertyKey({ mlsId, address1, address2 }: ReceivedLead['property']): string[] {
  if (mlsId) return ['mls', mlsId.toUpperCase()];
  return ['address', address1.toLowerCase(), address2?.toLowerCase() ?? ''];
}

/** A property sold on another day is another sale; an agent in another role is another closing. */
export function idsOf(lead: ReceivedLead): LeadIds {
  const { zip: zipCode, soldDate } = lead.property;
  const agentId = idOfKey('agent', zipCode, ...agentKey(lead));
  const saleId = idOfKey('sale', zipCode, ...propertyKey(lead.property), soldDate);
  return { agentId, saleId, closingId: idOfKey('closing', saleId, agentId, lead.agentRole.toLowerCase()) };
}

/** The merged rows about one agent, or about one closing. `receivedAt` is the newest. */
export type MergedLead = {
  ids: LeadIds;
  receivedAt: Date;
  lead: ReceivedLead;
  sourceIds: readonly number[];
  /** The listings that reported it, by `listingOf`. */
  listings: readonly string[];
};

export type Received = { receivedAt: Date; sourceId?: number | undefined; rows: readonly ReceivedLead[] };

/** In `agents` only the agents' fields count, in `closings` only the sales'. */
export type MergedLeads = { agents: MergedLead[]; closings: MergedLead[] };

/** Returns the newer values, with blanks filled from the older ones. */
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

const NONE: readonly never[] = [];

/** Adds an item unless the list has it. */
const added = <T>(known: readonly T[] = NONE, item: T | undefined): readonly T[] =>
  item === undefined || known.includes(item) ? known : [...known, item];

/** Returns the key of a source's listing among all sources. */
export const listingOf = (sourceId: number, listingKey: string): string => `${sourceId}:${listingKey}`;

/**
 * Merges rows into one per agent and one per closing. Later rows are newer; a blank changes nothing. So the same rows,
 * in any cut or again, give the same result.
 */
export function mergeLeads(received: readonly Received[]): MergedLeads {
  const agents = new Map<string, MergedLead>();
  const closings = new Map<string, MergedLead>();
  const oldestFirst = received.toSorted(
    (one, other) => one.receivedAt.getTime() - other.receivedAt.getTime(),
  );
  for (const { receivedAt, sourceId, rows } of oldestFirst) {
    for (const row of rows) {
      const ids = idsOf(row);
      const agent = agents.get(ids.agentId);
      const closing = closings.get(ids.closingId);
      const sourceIds = added(closing?.sourceIds, sourceId);
      const hasListing = sourceId !== undefined && row.listingKey !== undefined;
      const listing = hasListing ? listingOf(sourceId, row.listingKey as string) : undefined;
      const reported = { sourceIds, listings: added(closing?.listings, listing) };
      agents.set(ids.agentId, { ids, receivedAt, lead: updated(agent?.lead, row), ...reported });
      closings.set(ids.closingId, { ids, receivedAt, lead: updatedSale(closing?.lead, row), ...reported });
    }
  }
  return { agents: [...agents.values()], closings: [...closings.values()] };
}
