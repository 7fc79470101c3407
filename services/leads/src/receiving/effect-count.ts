import type { Effects } from '@closingwire/contracts/ingestion';
import type { StagedEffect } from '../loading/effects.ts';
import type { Table } from '../loading/lead-columns.ts';

type Counted = Effects['agents'] & { optedOut: number };

/** The highest effect of several rows about an agent counts: an agent who opted out has no row. */
const agentRank: Record<StagedEffect['effect'], number> = { same: 0, changed: 1, new: 2, optedOut: 3 };
/** A sale keeps the closings of its other agents. */
const saleRank: Record<StagedEffect['effect'], number> = { optedOut: 0, same: 1, changed: 2, new: 3 };

/** Counts each agent, or each sale, once. */
export function effectCount(table: Table) {
  const rank = table === 'agent' ? agentRank : saleRank;
  const effects = new Map<string, StagedEffect['effect']>();
  return {
    add(found: readonly StagedEffect[]): void {
      for (const { id, effect } of found) {
        const known = effects.get(id);
        if (known === undefined || rank[effect] > rank[known]) effects.set(id, effect);
      }
    },
    counts(): Counted {
      const counts: Counted = { new: 0, changed: 0, same: 0, optedOut: 0 };
      for (const effect of effects.values()) counts[effect]++;
      return counts;
    },
  };
}
