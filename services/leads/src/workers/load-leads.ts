import type { Clock } from '@closingwire/chassis/part';
import type { Pg } from '@closingwire/chassis/pg';
import type { EventData } from '@closingwire/contracts/event';
import type { leadReceived } from '@closingwire/contracts/leads';
import { countLoaded, takeNewParts } from '../db/batches.ts';
import { stage, storeStaged, unstageSuppressed } from '../db/stage.ts';
import { mergeLeads } from '../domain/merged-leads.ts';
import { hideLateSuppressed, newestSuppression } from '../opt-out/suppressions.ts';
import { closeBatches } from './close-batches.ts';

export type LeadPack = EventData<typeof leadReceived>;

/**
 * Stores packs of leads in one transaction, with the note that they are stored; packs that already are count as
 * done. Killed before the commit, nothing of it happened; after it, the broker's repeat changes nothing.
 */
export async function loadLeads(pg: Pg, clock: Clock, packs: readonly LeadPack[]): Promise<void> {
  await pg.transaction(async tx => {
    const parts = packs.map(({ batchId, part, rows }) => ({ batchId, part, rows, rowCount: rows.length }));
    const fresh = await takeNewParts(tx, parts);
    if (fresh.length === 0) return;
    const leads = mergeLeads(fresh.flatMap(part => part.rows));
    const seen = await newestSuppression(tx);
    await stage(tx, leads);
    if (seen > 0) await unstageSuppressed(tx);
    await storeStaged(tx);
    await countLoaded(tx, fresh, zipsOf(fresh));
    await closeBatches(tx, [...new Set(fresh.map(part => part.batchId))], clock());
    await hideLateSuppressed(tx, seen);
  });
}

function zipsOf(parts: readonly LeadPack[]): { batchId: string; zip: string }[] {
  return parts.flatMap(({ batchId, rows }) =>
    [...new Set(rows.map(row => row.property.zip))].map(zip => ({ batchId, zip })),
  );
}
