import { signupIndustries } from '@closingwire/contracts/reference';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startCatalog, type TestCatalog } from './start-catalog.ts';
import { aUser, held } from './users.ts';

let catalog: TestCatalog;
beforeAll(async () => {
  catalog = await startCatalog();
});
afterAll(() => catalog.stop());

test('shares of taken ZIPs and full ZIPs lead to their rows', async () => {
  row('beyond/sold-out');
  expect(await catalog.admin.readSoldOut()).toEqual({ shares: [], fullZips: 0 });
  const users = signupIndustries.map(industry => aUser({ industry }));
  for (const user of users) await held(catalog, user, '98101');
  const [broker] = users;
  await held(catalog, aUser(), '98102');
  await held(catalog, aUser({ industry: 'Legal Services' }), '98102');
  const { shares, fullZips } = await catalog.admin.readSoldOut();
  expect(fullZips).toBe(1);
  expect(shares).toHaveLength(signupIndustries.length);
  expect(shares[0]).toMatchObject({ state: 'WA', industry: 'Mortgages', taken: 2 });
  expect(shares[0]?.zips).toBeGreaterThan(500);
  expect(shares.slice(1).every(({ taken }) => taken === 1)).toBe(true);
  const ask = (query: object) => catalog.admin.takenZips({ page: 1, limit: 25, ...query });
  expect(await ask({})).toMatchObject({
    rows: [{ zipCode: '98101', city: 'Seattle', taken: 7, userId: null }],
    total: 1,
  });
  expect(await ask({ state: 'WA', industry: 'Mortgages' })).toMatchObject({
    rows: [
      { zipCode: '98101', taken: 7 },
      { zipCode: '98102', taken: 1 },
    ],
    total: 2,
  });
  expect(await ask({ industry: 'Brokerage or Team' })).toMatchObject({ rows: [{ userId: broker?.id }] });
  expect(await ask({ state: 'CA' })).toMatchObject({ total: 0 });
});

test('a hold that ended no longer counts, and only admins ask', async () => {
  catalog.passTime(3_600_000);
  expect((await catalog.admin.readSoldOut()).shares).toEqual([]);
  await expect(catalog.as().readSoldOut()).rejects.toMatchObject({ kind: 'missing' });
});
