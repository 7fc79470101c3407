import { readFile } from 'node:fs/promises';
import { newId } from '@closingwire/chassis/ids';
import { openPg, type Pg, sql } from '@closingwire/chassis/pg';
import { testDatabase } from '@closingwire/chassis/testing';
import { adminIndustries, claimIndustryOf } from '@closingwire/contracts/reference';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const migrations = new URL('../../migrations/', import.meta.url);
let pg: Pg;
beforeAll(async () => {
  pg = openPg({ url: await testDatabase('industries'), name: 'industries', migrations });
  await pg.part.start();
});
afterAll(() => pg.part.stop());

/** Inserts a claim with an admin's label as its industry, as catalog stored it before migration 0005. */
async function claimUnder(industry: string, zipCode: string, state = 'confirmed'): Promise<string> {
  const id = newId();
  await pg.execute(
    sql`insert into zips (zip_code, city, state) values (${zipCode}, 'Town', 'CA') on conflict do nothing`,
  );
  await pg.execute(
    sql`insert into claims (id, zip_code, industry, user_id, state, assigned_by, created_at, changed_at)
     values (${id}, ${zipCode}, ${industry}, ${id}, ${state}, 'admin', now(), now())`,
  );
  return id;
}
const migrate = async () =>
  pg.pool.query(await readFile(new URL('0005_claim_industries.sql', migrations), 'utf8'));
const industryOf = async (id: string) =>
  (await pg.one<{ industry: string }>(sql`select industry from claims where id = ${id}`)).industry;

describe('migration 0005', () => {
  it('moves claims to the industry of their trade', async () => {
    const ids = await Promise.all(adminIndustries.map(label => claimUnder(label, '90001')));
    await migrate();
    expect(await Promise.all(ids.map(industryOf))).toEqual(adminIndustries.map(claimIndustryOf));
  });

  it('leaves a claim whose industry has one on the ZIP', async () => {
    const first = await claimUnder('Mortgages', '90002');
    const second = await claimUnder('Mortgage Brokerage', '90002');
    const ended = await claimUnder('Mortgage Brokerage', '90002', 'released');
    await migrate();
    expect(await Promise.all([first, second, ended].map(industryOf))).toEqual([
      'Mortgages',
      'Mortgage Brokerage',
      'Mortgages',
    ]);
  });
});
