import { publish } from '@closingwire/chassis/outbox';
import type { Pg } from '@closingwire/chassis/pg';
import { type AuditChange, changeOf } from '@closingwire/contracts/audit';
import { type Zip, zipChanged } from '@closingwire/contracts/catalog';
import { changeZip, lockZip, type ZipChange } from './store.ts';
import { getAdminZip } from './views.ts';

const auditedFields = {
  price: 'priceNote',
  isAvailable: 'isAvailable',
  scrapeActive: 'scrapeActive',
} as const;

/** Changes one field of a ZIP and publishes it; publishes nothing where the ZIP has that value already. */
export async function changeZipField<F extends keyof ZipChange>(
  pg: Pg,
  zipCode: string,
  { field, value, now }: { field: F; value: NonNullable<ZipChange[F]>; now: Date },
): Promise<{ zip: Zip; changes: AuditChange[] }> {
  const before = await pg.transaction(async tx => {
    const locked = await lockZip(tx, zipCode);
    const changed = await changeZip(tx, zipCode, { [field]: value });
    if (changed) await publish(tx, zipChanged, changed);
    return locked;
  });
  const changes = [changeOf(auditedFields[field], before[field], value)];
  return { zip: await getAdminZip(pg, zipCode, now), changes };
}
