import type { Clock } from '@closingwire/chassis/part';
import type { Pg } from '@closingwire/chassis/pg';
import { type LeadPack, loadLeads } from './load-leads.ts';

type Waiting = { packs: readonly LeadPack[]; done: PromiseWithResolvers<void> };

/**
 * Loads packs of several partitions together: what arrives while a load runs makes up the next one, so that
 * loads grow when there is much to do. Each call resolves, or throws, with the load its packs were in.
 */
export function leadLoader(pg: Pg, clock: Clock): (packs: readonly LeadPack[]) => Promise<void> {
  let waiting: Waiting[] = [];
  let running = false;

  async function work(): Promise<void> {
    running = true;
    while (waiting.length > 0) {
      const group = waiting;
      waiting = [];
      await loadLeads(
        pg,
        clock,
        group.flatMap(({ packs }) => packs),
      ).then(
        () => group.forEach(({ done }) => void done.resolve()),
        error => group.forEach(({ done }) => void done.reject(error)),
      );
    }
    running = false;
  }

  return packs => {
    const done = Promise.withResolvers<void>();
    waiting.push({ packs, done });
    if (!running) void work();
    return done.promise;
  };
}
