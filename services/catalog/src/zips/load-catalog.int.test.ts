import { openPg, type Pg, type Sql, sql } from '@closingwire/chassis/pg';
import { testDatabase } from '@closingwire/chassis/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadOnce } from './load-catalog.ts';
import { loadKindsOnce } from './load-kinds.ts';
import { zipPage } from './views.ts';

const processes: Pg[] = [];
let pg: Pg;
beforeAll(async () => {
  const url = await testDatabase('catalog_load');
  for (const name of ['one', 'two', 'three']) {
    processes.push(openPg({ url, name, migrations: new URL('../../migrations/', import.meta.url) }));
  }
  await Promise.all(processes.map(each => each.part.start()));
  [pg] = processes as [Pg];
});
afterAll(() => Promise.all(processes.map(each => each.part.stop())));

describe('the catalog', () => {
  it('is loaded once by processes that start at once', async () => {
    row('beyond/real-catalog');
    const counts = await Promise.all(processes.map(loadOnce));
    const { zips } = await pg.one<{ zips: number }>(sql`select count(*) as zips from zips`);
    expect(counts.toSorted((a, b) => a - b)).toEqual([0, 0, zips]);
    expect(zips).toBeGreaterThan(40_500);
    expect(zips).toBeLessThan(41_500);
  });

  it('is not loaded again after an admin changed it', async () => {
    await pg.execute(sql`update zips set price = 99 where zip_code = '90210'`);
    expect(await loadOnce(pg)).toBe(0);
    expect(await pg.one(sql`select price from zips where zip_code = '90210'`)).toEqual({ price: 99 });
  });

  it('covers 50 states and DC, with coordinates', async () => {
    const { states, unmapped } = await pg.one<{ states: number; unmapped: number }>(
      sql`select count(distinct state) as states, count(*) filter (where latitude is null) as unmapped from zips`,
    );
    expect({ states, unmapped }).toEqual({ states: 51, unmapped: 0 });
    const beverlyHills = await pg.one(
      sql`select city, state, latitude, longitude from zips where zip_code = '90210'`,
    );
    expect(beverlyHills).toEqual({
      city: 'Beverly Hills',
      state: 'CA',
      latitude: 34.0901,
      longitude: -118.4065,
    });
  });

  it('has no ZIP after a killed load', async () => {
    const url = await testDatabase('catalog_killed');
    const killed = openPg({ url, name: 'killed', migrations: new URL('../../migrations/', import.meta.url) });
    await killed.part.start();
    const loading = loadOnce(killed);
    const failed = expect(loading).rejects.toThrow();
    await killOthers(killed);
    await failed;
    expect(await killed.one(sql`select count(*) as zips from zips`)).toEqual({ zips: 0 });
    expect(await loadOnce(killed)).toBeGreaterThan(40_500);
    await killed.part.stop();
  });

  it('is searched by index', async () => {
    const plans: string[] = [];
    const explaining = {
      ...pg,
      async query<Row extends object>(statement: Sql): Promise<Row[]> {
        plans.push(JSON.stringify(await pg.query(sql`explain (format json) ${statement}`)));
        return pg.query<Row>(statement);
      },
    };
    const viewer = { id: '00000000-0000-4000-8000-000000000000', industry: 'Mortgages' };
    await zipPage(explaining, { search: '9021', page: 1, limit: 50 }, viewer, new Date());
    const beginning = /"Index Name":"zips_pkey"[^}]*"Index Cond":"[^"]*zip_code >= '9021'/;
    for (const plan of plans.splice(0)) expect(plan).toMatch(beginning);
    await zipPage(explaining, { search: 'verly', page: 1, limit: 50 }, viewer, new Date());
    for (const plan of plans) {
      expect(plan).toContain('zips_by_part_of_city_key');
      expect(plan).not.toMatch(/"Node Type":"Seq Scan"[^}]*"Relation Name":"zips"/);
    }
  });
});

describe('kinds of ZIPs', () => {
  it('are set once by processes that start at once', async () => {
    const counts = await Promise.all(processes.map(loadKindsOnce));
    const kinds = await pg.query(
      sql`select kind, count(*)::int as zips from zips group by kind order by kind`,
    );
    expect(kinds).toEqual([
      { kind: 'po_box', zips: 9_179 },
      { kind: 'standard', zips: expect.any(Number) },
      { kind: 'unique', zips: 2_113 },
    ]);
    expect(counts.toSorted((a, b) => a - b)).toEqual([0, 0, 9_179 + 2_113]);
  });

  it('keep a change after the load', async () => {
    await pg.execute(sql`update zips set kind = 'standard' where zip_code = '98111'`);
    expect(await loadKindsOnce(pg)).toBe(0);
    expect(await pg.one(sql`select kind from zips where zip_code = '98111'`)).toEqual({ kind: 'standard' });
  });
});

/** Terminates the database sessions that load ZIPs, as a crash would. */
async function killOthers({ pool }: Pg): Promise<void> {
  for (let killed = 0; killed === 0; ) {
    const { rowCount } = await pool.query(
      sql`select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and query ilike 'copy zips%'`,
    );
    killed = rowCount ?? 0;
  }
}
