import { sql } from '@closingwire/chassis/pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startCatalog, type TestCatalog } from './start-catalog.ts';

let catalog: TestCatalog;
beforeAll(async () => {
  catalog = await startCatalog();
});
afterAll(() => catalog.stop());

const ROWS = 100_000;

/** All numbers from 0, some of them real ZIPs; each hundredth row is invalid. */
const rows = Array.from({ length: ROWS }, (_, index) => ({
  zipCode: String(index).padStart(5, '0'),
  city: index % 100 === 99 ? '' : 'Importville',
  state: 'ny',
  price: index % 50,
  isAvailable: index % 2 === 0,
  rowIndex: index + 1,
}));

type Imported = { created: number; skipped: number; errors: { rowIndex: number }[] };

/** The typed client would time out after five seconds. */
async function importRows({ dryRun = false } = {}): Promise<Imported> {
  const reply = await fetch(`${catalog.url}/api/admin/zip-codes/bulk-import`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${await catalog.adminToken()}` },
    body: JSON.stringify({ zipCodes: rows, dryRun }),
  });
  expect(reply.status).toBe(200);
  return (await reply.json()) as Imported;
}

describe('an import of 100,000 rows', () => {
  it('accounts for every row', async () => {
    row('call/post-admin-zip-codes-bulk-import');
    const before = (await catalog.as().listZips({})).total;
    const checked = await importRows({ dryRun: true });
    expect((await catalog.as().listZips({})).total).toBe(before);
    const imported = await importRows();
    expect(checked).toMatchObject(imported);
    const { created, skipped, errors } = imported;
    expect(created + skipped + errors.length).toBe(ROWS);
    expect(errors).toHaveLength(ROWS / 100);
    expect(errors[0]).toEqual({ rowIndex: 100, message: 'A city is required' });
    expect((await catalog.as().listZips({})).total).toBe(before + created);
    const { zipCodes } = await catalog.as().listZips({ search: '00002' });
    expect(zipCodes).toMatchObject([{ city: 'Importville', state: 'NY', price: 2, isAvailable: true }]);
  });

  it('changes nothing the second time', async () => {
    const before = await catalog.db.query(
      sql`select md5(string_agg(zips::text, chr(10) order by zip_code)) from zips`,
    );
    const { created, skipped, errors } = await importRows();
    expect({ created, sum: skipped + errors.length }).toEqual({ created: 0, sum: ROWS });
    const after = await catalog.db.query(
      sql`select md5(string_agg(zips::text, chr(10) order by zip_code)) from zips`,
    );
    expect(after.rows).toEqual(before.rows);
  });

  it('refuses an empty file with the text of the screen', async () => {
    const refusal = await catalog.admin.importZips({ zipCodes: [] }).catch(error => error);
    expect(refusal).toMatchObject({ kind: 'invalid' });
    expect(JSON.stringify(refusal.detail)).toContain('No valid data to import');
  });

  it('refuses an unknown state in the check and in the import', async () => {
    const zipCodes = [
      { zipCode: '00098', city: 'Nowhere', state: 'zz', rowIndex: 2 },
      { zipCode: '00199', city: 'San Juan', state: 'pr', rowIndex: 3 },
    ];
    const message = 'Expected a two-letter state, DC or territory; received “ZZ”';
    const counts = { created: 1, skipped: 0, errors: [{ rowIndex: 2, message }] };
    expect(await catalog.admin.importZips({ zipCodes, dryRun: true })).toMatchObject(counts);
    expect(await catalog.admin.importZips({ zipCodes })).toMatchObject(counts);
  });

  it('adds a repeated ZIP once', async () => {
    const twice = [1, 2].map(rowIndex => ({ zipCode: '00099', city: 'Twice', state: 'CA', rowIndex }));
    const counts = { created: 1, skipped: 1, errors: [] };
    const check = () => catalog.admin.importZips({ zipCodes: twice, dryRun: true });
    expect(await check()).toEqual({ ...counts, skippedRows: [2] });
    expect(await catalog.admin.importZips({ zipCodes: twice })).toEqual(counts);
    expect(await check()).toEqual({ created: 0, skipped: 2, errors: [], skippedRows: [1, 2] });
  });
});
