import type { ReceivedLead } from '@closingwire/contracts/leads';
import { closingIdOf } from '../identity/closing-id.ts';
import type { AgentIds } from '../identity/known-agents.ts';
import type { Received, Sale } from './sales.ts';

export type LeadIds = AgentIds & { saleId: string; closingId: string };

/** Returns the ids of a row, whose agent and sale are known. */
export function idsOf(agent: AgentIds, saleId: string, role: string): LeadIds {
  return { ...agent, saleId, closingId: closingIdOf(saleId, agent.agentId, role) };
}

/** The role of an agent whose role no source gave. */
export const DEFAULT_ROLE = 'Agent';

/** The merged rows of one delivery about one agent, or about one closing. `receivedAt` is the newest. */
export type MergedLead = Pick<Received, 'receivedAt' | 'batchId' | 'sourceId'> & {
  ids: LeadIds;
  lead: ReceivedLead;
  /** The day of the sale, which other sources or newer rows can decide. */
  soldDate: string;
  /** Whether its sale may be stored, as `Sale` has it. */
  storedSale: Sale['stored'];
  /** The listings that reported it, by `listingOf`. */
  listings: readonly string[];
  /** How many earlier deliveries of the load report the same. They are stored before it. */
  round: number;
};

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

/** The agents, the sales and the stored roles of the rows of a load. */
export type Identified = {
  agentOf(lead: ReceivedLead): AgentIds;
  saleOf(lead: ReceivedLead): Pick<Sale, 'id' | 'soldDate' | 'stored'>;
  /** By `partKey`. */
  storedRoles?: ReadonlyMap<string, string>;
};

/** The agent's part in a sale, in whatever role. */
export const partKey = (saleId: string, agentId: string): string => saleId + agentId;

/** Returns the role of an agent whose role is blank in a row: that of other rows about the sale, or the stored one. */
function rolesOf(
  received: readonly Received[],
  { agentOf, saleOf, storedRoles }: Identified,
): (lead: ReceivedLead) => string | undefined {
  const roles = new Map(storedRoles);
  const isAnyBlank = received.some(({ rows }) => rows.some(({ agentRole }) => agentRole === null));
  if (!isAnyBlank) return () => undefined;
  const keyOf = (row: ReceivedLead) => partKey(saleOf(row).id, agentOf(row).agentId);
  for (const { rows } of received) {
    for (const row of rows) if (row.agentRole) roles.set(keyOf(row), row.agentRole);
  }
  return row => roles.get(keyOf(row));
}

export const oldestFirst = <T extends Pick<Received, 'receivedAt'>>(received: readonly T[]): T[] =>
  received.toSorted((one, other) => one.receivedAt.getTime() - other.receivedAt.getTime());

/** Collects merged leads by id, those of one delivery together. Deliveries about one `subject` have their rounds. */
function collection() {
  const merged = new Map<string, MergedLead>();
  const deliveries = new Map<string, (string | undefined)[]>();

  function roundOf(subject: string, batchId: string | undefined): number {
    const known = deliveries.get(subject);
    if (!known) deliveries.set(subject, [batchId]);
    const round = known?.indexOf(batchId) ?? 0;
    return round < 0 && known ? known.push(batchId) - 1 : round;
  }

  return {
    find: (id: string, batchId = '') => merged.get(id + batchId),
    set(id: string, subject: string, lead: Omit<MergedLead, 'round'>): void {
      merged.set(id + (lead.batchId ?? ''), { ...lead, round: roundOf(subject, lead.batchId) });
    },
    all: () => [...merged.values()],
  };
}

/**
 * Merges rows into one per agent and one per closing of each delivery. Later rows are newer; a blank changes nothing. So
 * the same rows, in any cut or again, give the same result.
 */
export function mergeLeads(received: readonly Received[], identified: Identified): MergedLeads {
  const { agentOf, saleOf } = identified;
  const roleOf = rolesOf(received, identified);
  const agents = collection();
  const closings = collection();
  for (const { receivedAt, batchId, sourceId, rows } of oldestFirst(received)) {
    for (const row of rows) {
      const agentRole = row.agentRole ?? roleOf(row) ?? DEFAULT_ROLE;
      const { id: saleId, soldDate, stored: storedSale } = saleOf(row);
      const ids = idsOf(agentOf(row), saleId, agentRole);
      const agent = agents.find(ids.agentId, batchId);
      const closing = closings.find(ids.closingId, batchId);
      const reported = {
        ids,
        receivedAt,
        batchId,
        sourceId,
        soldDate,
        storedSale,
        listings: added(closing?.listings, listingIn(row, sourceId)),
      };
      agents.set(ids.agentId, ids.agentId, { ...reported, lead: updatedAgent(agent?.lead, row) });
      const named = row.agentRole ? row : { ...row, agentRole };
      closings.set(ids.closingId, saleId, { ...reported, lead: updatedSale(closing?.lead, named) });
    }
  }
  return { agents: agents.all(), closings: closings.all() };
}

export type Delivery = Pick<Received, 'batchId' | 'sourceId'>;

/** Returns the only delivery of a load; undefined for several, and for rows with listings, which can be retracted. */
export function soleDelivery(received: readonly Received[], { closings }: MergedLeads): Delivery | undefined {
  const [first] = received;
  const isSole =
    received.every(({ batchId }) => batchId === first?.batchId) &&
    closings.every(({ listings }) => listings.length === 0);
  return isSole ? first : undefined;
}

/** How many rounds store the leads of a load. */
export const roundsOf = ({ agents, closings }: MergedLeads): number =>
  [...agents, ...closings].reduce((most, { round }) => Math.max(most, round + 1), 0);
