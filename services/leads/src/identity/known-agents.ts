import { LRUCache } from 'lru-cache';

/**
 * One person, and the row of the person in the ZIP of the sale. `isKnown`: the person had keys before the load, and may
 * have rows.
 */
export type AgentIds = { identityId: string; agentId: string; isKnown?: boolean };

const MOST_AGENTS = 40_000;
/** A merge looks again after twice this time, and then corrects rows that were stored with ids from here. */
export const KNOWN_MS = 60_000;

/** Remembers the ids of agents that a process has just stored: sources send the same agents again and again. */
export type KnownAgents = {
  find(key: string): AgentIds | undefined;
  /** Call after the commit: only then are the ids stored. */
  add(agents: ReadonlyMap<string, AgentIds>): void;
};

export function knownAgents(): KnownAgents {
  const ids = new LRUCache<string, AgentIds>({ max: MOST_AGENTS, ttl: KNOWN_MS });
  return {
    find: key => ids.get(key),
    add(agents) {
      for (const [key, found] of agents) ids.set(key, found);
    },
  };
}
