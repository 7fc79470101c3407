import { isDatabaseAway } from '@closingwire/chassis/database-error';
import type { Clock } from '@closingwire/chassis/part';
import type { Pg } from '@closingwire/chassis/pg';
import type { EventData } from '@closingwire/contracts/event';
import type { leadReceived, ReceivedLead } from '@closingwire/contracts/leads';
import { identifyAgents } from '../identity/identify.ts';
import { type AgentIds, type KnownAgents, knownAgents } from '../identity/known-agents.ts';
import {
  hideLateSuppressed,
  isAnySuppressed,
  newestSuppression,
  OutdatedLoad,
} from '../opt-out/suppressions.ts';
import { leaveOutStaged } from '../own-lists/match.ts';
import { tellWatchers } from '../today/watches.ts';
import { countLoaded, insertNewPacks, isAnyPackMissing, type LoadedPack } from './batches.ts';
import { findRoles } from './blank-roles.ts';
import { closeBatches } from './close-batches.ts';
import { correctNewRows } from './correct-new.ts';
import { mergeLeads, oldestFirst, roundsOf, soleDelivery } from './merge.ts';
import { unstageRetracted } from './retract.ts';
import { salesOf } from './sales.ts';
import { settle } from './settle.ts';
import { stage, unstageSuppressed } from './stage.ts';
import { storeRound } from './store.ts';
import { identifySales } from './stored-sales.ts';

/** A `lead.received` message with the time when its rows were received. */
export type LeadPack = EventData<typeof leadReceived> & { receivedAt: Date };

/** Stores packs in one transaction and skips those already stored. */
export async function loadLeads(
  pg: Pg,
  clock: Clock,
  packs: readonly LeadPack[],
  known?: KnownAgents,
): Promise<void> {
  try {
    await loadOnce(pg, clock, packs, known);
  } catch (error) {
    if (!(error instanceof OutdatedLoad)) throw error;
    await loadLeads(pg, clock, packs, known);
  }
}

async function loadOnce(
  pg: Pg,
  clock: Clock,
  packs: readonly LeadPack[],
  known?: KnownAgents,
): Promise<void> {
  const agents = await pg.transaction(async tx => {
    const fresh = await insertNewPacks(tx, packs);
    if (fresh.length === 0) return undefined;
    const agents = await identifyAgents(tx, rowsOf(fresh), known ? { known } : {});
    const sales = salesOf(oldestFirst(fresh));
    await identifySales(tx, sales);
    const identified = { agentOf: agents.of, saleOf: sales.of };
    const storedRoles = await findRoles(tx, rowsOf(fresh), identified);
    const leads = mergeLeads(fresh, { ...identified, storedRoles });
    const seen = await newestSuppression(tx);
    const sole = soleDelivery(fresh, leads);
    await stage(tx, leads, sole);
    const optedOut = isAnySuppressed(seen) ? await unstageSuppressed(tx, seen) : new Set<string>();
    await unstageRetracted(tx, sole);
    const isAnyMissing = await isAnyPackMissing(tx, clock());
    for (let round = 0; round < roundsOf(leads); round++) {
      await settle(tx, await storeRound(tx, { round, isAnyMissing, sole }));
    }
    await correctNewRows(tx);
    const loaded = fresh.map(loadedPack(agents.of, optedOut));
    await countLoaded(tx, loaded, optedOut.size > 0 ? zipsOf(fresh) : []);
    const now = clock();
    const closed = await closeBatches(tx, [...new Set(fresh.map(pack => pack.batchId))], now);
    await leaveOutStaged(tx);
    await hideLateSuppressed(tx, seen);
    // Last, so that nobody hears of an agent whom the steps before leave out.
    await tellWatchers(tx, closed, now);
    return agents;
  });
  agents?.remember();
}

function* rowsOf(packs: readonly LeadPack[]) {
  for (const { rows } of packs) yield* rows;
}

const loadedPack =
  (agentOf: (lead: ReceivedLead) => AgentIds, optedOut: ReadonlySet<string>) =>
  ({ batchId, part, rows }: LeadPack): LoadedPack => ({
    batchId,
    part,
    rowCount: rows.length,
    optedOut: optedOut.size === 0 ? 0 : rows.filter(row => optedOut.has(agentOf(row).agentId)).length,
  });

function zipsOf(packs: readonly LeadPack[]): { batchId: string; zipCode: string }[] {
  return packs.flatMap(({ batchId, rows }) =>
    [...new Set(rows.map(row => row.property.zip))].map(zipCode => ({ batchId, zipCode })),
  );
}

type Waiting = { packs: readonly LeadPack[]; done: PromiseWithResolvers<void> };

/** The process prepares one load while the database stores the other. */
const LOADS_AT_ONCE = 2;

/**
 * Returns a function that loads packs of several partitions together. Packs that arrive while loads run form the next
 * load. Await the packs of a partition before its next ones: two concurrent loads then share no ZIP. Each call
 * resolves or rejects for its own packs.
 */
export function leadLoader(pg: Pg, clock: Clock): (packs: readonly LeadPack[]) => Promise<void> {
  const known = knownAgents();
  let waiting: Waiting[] = [];
  let running = 0;

  async function work(): Promise<void> {
    running++;
    while (waiting.length > 0) {
      const group = waiting;
      waiting = [];
      await loadGroup(group);
    }
    running--;
  }

  /** After a failure it loads each partition alone, so that only the faulty one fails. */
  async function loadGroup(group: Waiting[]): Promise<void> {
    const packs = group.flatMap(one => one.packs);
    const failure = await loadLeads(pg, clock, packs, known).then(
      () => undefined,
      (error: unknown) => ({ error }),
    );
    if (!failure) return group.forEach(({ done }) => void done.resolve());
    if (group.length === 1 || isDatabaseAway(failure.error)) {
      return group.forEach(({ done }) => void done.reject(failure.error));
    }
    for (const one of group) await loadGroup([one]);
  }

  return packs => {
    const done = Promise.withResolvers<void>();
    waiting.push({ packs, done });
    if (running < LOADS_AT_ONCE) void work();
    return done.promise;
  };
}
