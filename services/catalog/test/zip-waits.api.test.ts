import { newId } from '@closingwire/chassis/ids';
import { sql } from '@closingwire/chassis/pg';
import { MAX_ZIP_WAITS } from '@closingwire/contracts/shown-limits';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startCatalog, type TestCatalog } from './start-catalog.ts';
import { held } from './users.ts';
import { aTakenZip, aViewer, inLine } from './waiting.ts';

let catalog: TestCatalog;
beforeAll(async () => {
  catalog = await startCatalog();
});
afterAll(() => catalog.stop());

const waitsOf = async (user: Awaited<ReturnType<typeof aViewer>>) =>
  (await user.client.listZipWaits({})).waits;

describe('waiting for a ZIP', () => {
  it('puts the user at the end of the line, once', async () => {
    await aTakenZip(catalog, '60601');
    const [first, second] = await inLine(catalog, '60601', 2);
    const user = await aViewer(catalog);
    const wait = await user.client.waitForZip({ zipCode: '60601' });
    expect(wait).toMatchObject({
      zipCode: '60601',
      city: 'Chicago',
      state: 'IL',
      place: 3,
      offerEndsAt: null,
    });
    catalog.passTime(60_000);
    expect(await user.client.waitForZip({ zipCode: '60601' })).toEqual(wait);
    expect(await waitsOf(user)).toEqual([wait]);
    await first?.client.stopWaiting({ zipCode: '60601' });
    expect(await waitsOf(user)).toMatchObject([{ place: 2 }]);
    await second?.client.stopWaiting({ zipCode: '60601' });
    expect(await waitsOf(user)).toMatchObject([{ place: 1 }]);
  });

  it('is one line per industry', async () => {
    await aTakenZip(catalog, '60602', { industry: 'Mortgage Brokerage' });
    await aTakenZip(catalog, '60602', { industry: 'Home Services' });
    await inLine(catalog, '60602', 2);
    const user = await aViewer(catalog, { industry: 'Home Services' });
    expect(await user.client.waitForZip({ zipCode: '60602' })).toMatchObject({ place: 1 });
    const mover = catalog.as({ id: user.id, industry: 'Mortgages' });
    expect(await mover.listZipWaits({})).toEqual({ waits: [] });
    expect(await mover.waitForZip({ zipCode: '60602' })).toMatchObject({ place: 3 });
  });

  it('stops for the user only, and twice is as once', async () => {
    await aTakenZip(catalog, '60603');
    const [first, second] = await inLine(catalog, '60603', 2);
    if (!first || !second) throw new Error('Expected two users');
    for (const _ of [1, 2])
      expect(await first.client.stopWaiting({ zipCode: '60603' })).toEqual({
        message: 'You do not wait for ZIP code 60603',
      });
    expect(await waitsOf(first)).toEqual([]);
    expect(await waitsOf(second)).toHaveLength(1);
  });
});

describe('a wait is refused for', () => {
  const refusal = async (zipCode: string, change: Parameters<typeof aViewer>[1] = {}) =>
    (await aViewer(catalog, change)).client.waitForZip({ zipCode }).catch(error => error);

  it('a ZIP that is free, or free in the industry', async () => {
    await aTakenZip(catalog, '60604', { industry: 'Home Services' });
    expect(await refusal('60604')).toMatchObject({
      kind: 'conflict',
      code: 'zip_not_taken',
      message: 'Expected a taken ZIP code; 60604 is free, so you can order it now',
    });
  });

  it('a ZIP of the user, claimed or held', async () => {
    const user = await aViewer(catalog);
    await catalog.admin.assignZip({ userId: user.id, zipCodeId: '60605' });
    await held(catalog, user, '60606');
    for (const zipCode of ['60605', '60606'])
      await expect(user.client.waitForZip({ zipCode })).rejects.toMatchObject({
        code: 'zip_not_taken',
        message: `Expected a ZIP code of another user; ${zipCode} is yours`,
      });
  });

  it('a ZIP that is switched off or unknown', async () => {
    await aTakenZip(catalog, '60607');
    await catalog.admin.setAvailability({ id: '60607', isAvailable: false });
    expect(await refusal('60607')).toMatchObject({ code: 'zip_off' });
    expect(await refusal('00000')).toMatchObject({ kind: 'missing', code: 'zip_unknown' });
    expect(await refusal('6060')).toMatchObject({ kind: 'invalid' });
  });

  it('a user without an industry, and a suspended or deleted one', async () => {
    await aTakenZip(catalog, '60608');
    expect(await refusal('60608', { industry: '' })).toMatchObject({ code: 'user_without_industry' });
    expect(await refusal('60608', { status: 'suspended' })).toMatchObject({ code: 'user_suspended' });
    const gone = newId();
    await catalog.db.query(sql`insert into users (id, version, status) values (${gone}, 9, 'deleted')`);
    await expect(catalog.as({ id: gone }).waitForZip({ zipCode: '60608' })).rejects.toMatchObject({
      code: 'user_deleted',
    });
  });

  it(`the ${MAX_ZIP_WAITS + 1}st ZIP`, async () => {
    await aTakenZip(catalog, '60609');
    const user = await aViewer(catalog);
    await catalog.db.query(
      sql`insert into zip_waits (user_id, zip_code, industry, asked_at)
       select ${user.id}, zip_code, 'Mortgages', now() from zips where state = 'TX' limit ${MAX_ZIP_WAITS}`,
    );
    await expect(user.client.waitForZip({ zipCode: '60609' })).rejects.toMatchObject({
      code: 'too_many_waits',
    });
    const [first] = await waitsOf(user);
    await user.client.stopWaiting({ zipCode: first?.zipCode ?? '' });
    await user.client.waitForZip({ zipCode: '60609' });
  });
});

it('a held ZIP can be waited for', async () => {
  await held(catalog, await aViewer(catalog), '60610');
  const user = await aViewer(catalog);
  expect(await user.client.waitForZip({ zipCode: '60610' })).toMatchObject({ place: 1 });
});

it('many requests at once make one wait each and a line without gaps', async () => {
  await aTakenZip(catalog, '60611');
  const users = await Promise.all(Array.from({ length: 6 }, () => aViewer(catalog)));
  await Promise.all([...users, ...users].map(({ client }) => client.waitForZip({ zipCode: '60611' })));
  const places = await Promise.all(users.map(async user => (await waitsOf(user)).map(({ place }) => place)));
  expect(places.flat().toSorted()).toEqual([1, 2, 3, 4, 5, 6]);
});

it('the export of an account has its waits', async () => {
  await aTakenZip(catalog, '60612');
  const user = await aViewer(catalog);
  await user.client.waitForZip({ zipCode: '60612' });
  const facts = await catalog.auth.exportUser({ userId: user.id, email: user.email });
  expect(facts.zipWaits).toMatchObject([
    { zipCode: '60612', industry: 'Mortgages', askedAt: expect.any(String), offerEndsAt: null },
  ]);
});
