import { publish } from '@closingwire/chassis/outbox';
import type { Pg } from '@closingwire/chassis/pg';
import type { Zip } from '@closingwire/contracts/catalog-api';
import { zipChanged } from '@closingwire/contracts/events/zip-events';
import { adminZipOf } from './db/admin-zip-view.ts';
import { changeZip, lockZip, type ZipChange } from './db/zips.ts';

/** Changes a ZIP and tells everybody; a change to what it is already tells nobody. */
export async function changeZipTo(pg: Pg, zipCode: string, change: ZipChange, now: Date): Promise<Zip> {
  await pg.transaction(async tx => {
    await lockZip(tx, zipCode);
    const changed = await changeZip(tx, zipCode, change);
    if (changed) await publish(tx, zipChanged, changed);
  });
  return adminZipOf(pg, zipCode, now);
}
