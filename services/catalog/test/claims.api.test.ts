import { newId } from '@closingwire/chassis/ids';
import { sql } from '@closingwire/chassis/pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startCatalog, type TestCatalog } from './start-catalog.ts';
import { anOrder, aUser, held } from './users.ts';

let catalog: TestCatalog;
beforeAll(async () => {
  catalog = await startCatalog();
});
afterAll(() => catalog.stop());

const current = async (zipCodes: string[]) => {
  const { rows } = await catalog.db.query(
    sql`select zip_code, user_id from claims where zip_code = any(${zipCodes}) and state <> 'released' order by zip_code`,
  );
  return rows;
};

describe('claiming ZIPs', () => {
  it('holds them with city and state', async () => {
    const { claims, heldUntil } = await catalog.billing.holdZips(anOrder(aUser(), ['90210', '10001']));
    expect(claims.toSorted((a, b) => a.zipCode.localeCompare(b.zipCode))).toMatchObject([
      { zipCode: '10001', city: 'New York', state: 'NY' },
      { zipCode: '90210', city: 'Beverly Hills', state: 'CA' },
    ]);
    expect(Date.parse(heldUntil)).toBeGreaterThan(Date.now() + 590_000);
  });

  it('holds all or none and names the taken ZIPs', async () => {
    await held(catalog, aUser(), '94110');
    await catalog.admin.setAvailability({ id: '94114', isAvailable: false });
    const order = anOrder(aUser(), ['94109', '94110', '94114', '00000']);
    const refusal = await catalog.billing.holdZips(order).catch(error => error);
    expect(refusal).toMatchObject({ kind: 'conflict', code: 'zip_taken' });
    expect(refusal.message).toBe('ZIP codes 94110, 94114, 00000 are no longer available');
    expect(refusal.detail).toEqual({ zipCodes: ['94110', '94114', '00000'] });
    expect(await current(['94109'])).toEqual([]);
  });

  it('leaves a ZIP to other industries', async () => {
    await held(catalog, aUser({ industry: 'Mortgages' }), '94111');
    await held(catalog, aUser({ industry: 'Home Services' }), '94111');
    expect(await current(['94111'])).toHaveLength(2);
  });

  it.each([
    ['Mortgage Brokerage', 'Mortgages', '94130'],
    ['Mortgages', 'Mortgage Brokerage', '94131'],
    ['Real Estate Brokerage', 'Brokerage or Team', '94132'],
    ['Marketing Agency', 'Marketing/Advertising', '94133'],
  ])('for %s excludes %s, the same trade', async (first, second, zipCode) => {
    await held(catalog, aUser({ industry: first }), zipCode);
    await expect(held(catalog, aUser({ industry: second }), zipCode)).rejects.toMatchObject({
      code: 'zip_taken',
    });
    await held(catalog, aUser({ industry: 'Insurance' }), zipCode);
  });

  it('returns the same to a repeated intent', async () => {
    const order = anOrder(aUser(), ['94112', '94115']);
    const first = await catalog.billing.holdZips(order);
    const again = await catalog.billing.holdZips(order);
    expect(again.claims).toEqual(first.claims);
    const all = await Promise.all(Array.from({ length: 8 }, () => catalog.billing.holdZips(order)));
    for (const { claims } of all) expect(claims).toEqual(first.claims);
    expect(await current(['94112', '94115'])).toHaveLength(2);
  });

  it('replaces an expired hold', async () => {
    await held(catalog, aUser(), '94116');
    const rival = aUser();
    await expect(held(catalog, rival, '94116')).rejects.toMatchObject({ code: 'zip_taken' });
    catalog.passTime(601_000);
    await held(catalog, rival, '94116');
    expect(await current(['94116'])).toMatchObject([{ user_id: rival.id }]);
  });

  it('is for services only', async () => {
    await expect(catalog.as().holdZips(anOrder(aUser(), ['90210']))).rejects.toMatchObject({
      kind: 'denied',
    });
  });
});

describe('users who race for ZIPs', () => {
  it('leave exactly one winner of each', async () => {
    row('beyond/one-claim');
    const zipCodes = ['73301', '75201', '77001', '78201', '79901'].map(zipCode => [zipCode]);
    for (const order of zipCodes) {
      const rivals = Array.from({ length: 10 }, () => aUser());
      const outcomes = await Promise.allSettled(
        rivals.map(rival => catalog.billing.holdZips(anOrder(rival, order))),
      );
      const winners = rivals.filter((_, index) => outcomes[index]?.status === 'fulfilled');
      expect(winners).toHaveLength(1);
      expect(await current(order)).toMatchObject([{ user_id: winners[0]?.id }]);
      const refusals = outcomes.flatMap(outcome =>
        outcome.status === 'rejected' ? [outcome.reason.code] : [],
      );
      expect(new Set(refusals)).toEqual(new Set(['zip_taken']));
    }
  });

  it('never split overlapping orders', async () => {
    const zipCodes = ['98101', '98102', '98103', '98104', '98105', '98106'];
    const orders = Array.from({ length: 12 }, (_, turn) => {
      const rotated = [...zipCodes.slice(turn % 6), ...zipCodes.slice(0, turn % 6)].slice(0, 4);
      return { user: aUser(), zipCodes: turn % 2 ? rotated : rotated.toReversed() };
    });
    const outcomes = await Promise.allSettled(
      orders.map(({ user, zipCodes: wanted }) => catalog.billing.holdZips(anOrder(user, wanted))),
    );
    const rows = await current(zipCodes);
    for (const [index, { user, zipCodes: wanted }] of orders.entries()) {
      const has = rows.filter(row => row.user_id === user.id).map(row => row.zip_code);
      const won = outcomes[index]?.status === 'fulfilled';
      expect(has).toEqual(won ? wanted.toSorted() : []);
    }
    expect(outcomes.some(outcome => outcome.status === 'fulfilled')).toBe(true);
  });

  it('get all or nothing against a switch-off', async () => {
    const [claiming] = await Promise.allSettled([
      catalog.billing.holdZips(anOrder(aUser(), ['97201'])),
      catalog.admin.setAvailability({ id: '97201', isAvailable: false }),
    ]);
    expect(await current(['97201'])).toHaveLength(claiming?.status === 'fulfilled' ? 1 : 0);
  });
});

describe('releasing an intent', () => {
  it('releases its holds, also twice', async () => {
    const order = anOrder(aUser(), ['94117', '94118']);
    await catalog.billing.holdZips(order);
    await catalog.billing.releaseHolds({ intentId: order.intentId });
    await catalog.billing.releaseHolds({ intentId: order.intentId });
    expect(await current(order.zipCodes)).toEqual([]);
    await held(catalog, aUser(), '94117');
  });

  it('does nothing for an unknown intent', async () => {
    await expect(catalog.billing.releaseHolds({ intentId: newId() })).resolves.toHaveProperty('message');
  });

  it('leaves a hold that moved to a newer order', async () => {
    const user = aUser();
    const older = anOrder(user, ['94121']);
    await catalog.billing.holdZips(older);
    await held(catalog, user, '94121');
    await catalog.billing.releaseHolds({ intentId: older.intentId });
    expect(await current(['94121'])).toMatchObject([{ user_id: user.id }]);
  });
});
