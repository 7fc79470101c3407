import { idOf } from '@closingwire/chassis/ids';
import type { ReceivedLead } from '@closingwire/contracts/leads';
import { closingIdOf } from '../identity/closing-id.ts';
import type { AgentIds } from '../identity/known-agents.ts';

export type LeadIds = AgentIds & { saleId: string; closingId: string };

const SEPARATOR = '\u001f';

const idOfKey = (...key: string[]) => idOf(key.join(SEPARATOR));

/** Identifies a property within a ZIP by its listing number, else by its address. */
function propertyKey({ mlsId, address1, address2 }: ReceivedLead['property']): string[] {
  if (mlsId) return ['mls', mlsId.toUpperCase()];
  return ['address', address1.toLowerCase(), address2?.toLowerCase() ?? ''];
}

/** A property sold on another day is another sale. */
function saleIdOf({ property }: ReceivedLead): string {
  return idOfKey('sale', property.zip, ...propertyKey(property), property.soldDate);
}

/** Returns the ids of a row, whose agent is known. */
export function idsOf(lead: ReceivedLead, agent: AgentIds, role: string): LeadIds {
  const saleId = saleIdOf(lead);
  return { ...agent, saleId, closingId: closingIdOf(saleId, agent.agentId, role) };
}

/** The agent's part in a sale, in whatever role. */
export const partKey = (lead: ReceivedLead, { agentId }: AgentIds): string => saleIdOf(lead) + agentId;

/** The role of an agent whose role no source gave. */
export const DEFAULT_ROLE = 'Agent';

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

/** The place of the property does not replace a place that a source gave. */
function updatedAgent(older: ReceivedLead | undefined, newer: ReceivedLead): ReceivedLead {
  const merged = updated(older, newer);
  const isPlain = !older?.hasOwnPlace && !older?.otherEmails && !older?.otherPhones;
  if (!older || isPlain) return merged;
  const keepsPlace = older.hasOwnPlace && !newer.hasOwnPlace;
  const { city, state, otherEmails, otherPhones } = older;
  return {
    ...(otherEmails && { otherEmails }),
    ...(otherPhones && { otherPhones }),
    ...merged,
    ...(keepsPlace && { city, state, hasOwnPlace: true }),
  };
}

const NONE: readonly never[] = [];

/** Adds an item unless the list has it. */
const added = <T>(known: readonly T[] = NONE, item: T | undefined): readonly T[] =>
  item === undefined || known.includes(item) ? known : [...known, item];

/** Returns the key of a source's listing among all sources. */
export const listingOf = (sourceId: number, listingKey: string): string => `${sourceId}:${listingKey}`;

const listingIn = ({ listingKey }: ReceivedLead, sourceId: number | undefined): string | undefined =>
  sourceId === undefined || listingKey === undefined ? undefined : listingOf(sourceId, listingKey);

/** Returns the role of an agent whose role is blank in a row: that of other rows about the sale, or the stored one. */
function rolesOf(
  received: readonly Received[],
  agentOf: (lead: ReceivedLead) => AgentIds,
  storedRoles: ReadonlyMap<string, string>,
): (lead: ReceivedLead) => string | undefined {
  const roles = new Map(storedRoles);
  const isAnyBlank = received.some(({ rows }) => rows.some(({ agentRole }) => agentRole === null));
  if (!isAnyBlank) return () => undefined;
  for (const { rows } of received) {
    for (const row of rows) if (row.agentRole) roles.set(partKey(row, agentOf(row)), row.agentRole);
  }
  return row => roles.get(partKey(row, agentOf(row)));
}

/**
 * Merges rows into one per agent and one per closing. Later rows are newer; a blank changes nothing. So the same rows,
 * in any cut or again, give the same result.
 */
export function mergeLeads(
  received: readonly Received[],
  agentOf: (lead: ReceivedLead) => AgentIds,
  storedRoles: ReadonlyMap<string, string> = new Map(),
): MergedLeads {
  const roleOf = rolesOf(received, agentOf, storedRoles);
  const agents = new Map<string, MergedLead>();
  const closings = new Map<string, MergedLead>();
  const oldestFirst = received.toSorted(
    (one, other) => one.receivedAt.getTime() - other.receivedAt.getTime(),
  );
  for (const { receivedAt, sourceId, rows } of oldestFirst) {
    for (const row of rows) {
      const agentIds = agentOf(row);
      const agentRole = row.agentRole ?? roleOf(row) ?? DEFAULT_ROLE;
      const ids = idsOf(row, agentIds, agentRole);
      const agent = agents.get(ids.agentId);
      const closing = closings.get(ids.closingId);
      const reported = {
        sourceIds: added(closing?.sourceIds, sourceId),
        listings: added(closing?.listings, listingIn(row, sourceId)),
      };
      agents.set(ids.agentId, { ids, receivedAt, lead: updatedAgent(agent?.lead, row), ...reported });
      closings.set(ids.closingId, {
        ids,
        receivedAt,
        lead: updatedSale(closing?.lead, row.agentRole ? row : { ...row, agentRole }),
        ...reported,
      });
    }
  }
  return { agents: [...agents.values()], closings: [...closings.values()] };
}
