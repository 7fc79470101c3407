import { newId } from '@closingwire/chassis/ids';
import { openPg, sql } from '@closingwire/chassis/pg';
import { until } from '@closingwire/chassis/testing';
import { userDeleted, userSuspended } from '@closingwire/contracts/auth';
import { subscriptionCancelled, subscriptionCreated } from '@closingwire/contracts/billing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { settleAllOffers } from '../src/waits/offers.ts';
import { startCatalog, type TestCatalog } from './start-catalog.ts';
import { aKnownUser, anOrder, aSubscription, held } from './users.ts';
import { aTakenZip, aViewer, HOUR_MS, inLine, offerEvents, offeredTo, settle } from './waiting.ts';

let catalog: TestCatalog;
let offers: Awaited<ReturnType<typeof offerEvents>>;
beforeAll(async () => {
  catalog = await startCatalog();
  offers = await offerEvents(catalog);
});
afterAll(() => catalog.stop());

type Waiting = Awaited<ReturnType<typeof inLine>>[number];

/** A ZIP that its owner gave back while these users waited. */
async function aFreedZip(zipCode: string, count: number): Promise<Waiting[]> {
  const { release } = await aTakenZip(catalog, zipCode);
  const users = await inLine(catalog, zipCode, count);
  await release();
  return users;
}

const waitOf = async (user: Waiting | undefined, zipCode: string) =>
  (await user?.client.listZipWaits({}))?.waits.find(wait => wait.zipCode === zipCode);

const handled = (eventId: string) =>
  until(async () => (await catalog.db.query(sql`select 1 from inbox where event_id = ${eventId}`)).rowCount);

const take = (user: Waiting | undefined, zipCode: string) => {
  if (!user) throw new Error('Expected a user');
  return held(catalog, user, zipCode);
};

describe('a ZIP that becomes free', () => {
  it('is offered for a day to the user who waited longest, once', async () => {
    const [first, second] = await aFreedZip('75001', 2);
    const wait = await waitOf(first, '75001');
    expect(Date.parse(wait?.offerEndsAt ?? '') - Date.parse(wait?.askedAt ?? '')).toBeGreaterThanOrEqual(
      24 * HOUR_MS,
    );
    expect(await waitOf(second, '75001')).toMatchObject({ place: 2, offerEndsAt: null });
    await settle(catalog);
    await until(() => offers('75001').length > 0);
    expect(offers('75001')).toEqual([first?.id]);
  });

  it('is offered when its subscription is canceled', async () => {
    const owner = await aKnownUser(catalog);
    const subscription = aSubscription(owner, await held(catalog, owner, '75002'));
    const created = newId();
    await catalog.bus.send(subscriptionCreated, [{ data: subscription, id: created }]);
    await handled(created);
    const [first] = await inLine(catalog, '75002', 1);
    const data = { ...subscription, version: 2, cancelledAt: new Date().toISOString() };
    await catalog.bus.send(subscriptionCancelled, [{ data }]);
    await until(async () => (await offeredTo(catalog, '75002')) === first?.id);
  });

  it('is offered when billing ends a claim without a subscription', async () => {
    const { claimId } = await catalog.admin.assignZip({
      userId: (await aKnownUser(catalog)).id,
      zipCodeId: '75006',
    });
    const [first] = await inLine(catalog, '75006', 1);
    await catalog.billing.releaseUnpaidClaim({ claimId, version: 1 });
    expect(await offeredTo(catalog, '75006')).toBe(first?.id);
  });

  it('is offered when its owner is deleted', async () => {
    const { owner } = await aTakenZip(catalog, '75007');
    const [first] = await inLine(catalog, '75007', 1);
    await catalog.bus.send(userDeleted, [
      { data: { id: owner.id, version: 9, deletedAt: new Date().toISOString() } },
    ]);
    await until(async () => (await offeredTo(catalog, '75007')) === first?.id);
  });

  it('is offered in its industry only', async () => {
    const { release } = await aTakenZip(catalog, '75009', { industry: 'Home Services' });
    await aTakenZip(catalog, '75009');
    await inLine(catalog, '75009', 1);
    await release();
    expect(await offeredTo(catalog, '75009')).toBeUndefined();
    await held(catalog, await aKnownUser(catalog, { industry: 'Home Services' }), '75009');
  });

  it('is offered by the job when a hold ran out', async () => {
    await held(catalog, await aKnownUser(catalog), '75010');
    const [first] = await inLine(catalog, '75010', 1);
    await settle(catalog);
    expect(await offeredTo(catalog, '75010')).toBeUndefined();
    catalog.passTime(601_000);
    await settle(catalog);
    expect(await offeredTo(catalog, '75010')).toBe(first?.id);
  });
});

describe('an offered ZIP', () => {
  it('is unavailable to others of the industry', async () => {
    const [first, second] = await aFreedZip('75011', 2);
    const search = { search: '75011' };
    const stranger = await aViewer(catalog);
    for (const other of [second, stranger]) {
      expect((await other?.client.listZips(search))?.zipCodes).toMatchObject([{ isAvailable: false }]);
      const checked = await other?.client.checkZips({ zipCodes: ['75011'] });
      expect(checked?.zipCodes).toMatchObject([{ standing: 'taken' }]);
      const map = await other?.client.mapZips({ state: 'TX' });
      expect(map?.unavailable).toContain(map?.zipCodes.indexOf('75011'));
      await expect(take(other, '75011')).rejects.toMatchObject({
        code: 'zip_taken',
        detail: { zipCodes: ['75011'] },
      });
    }
    expect((await first?.client.listZips(search))?.zipCodes).toMatchObject([{ isAvailable: true }]);
    const outsider = await aViewer(catalog, { industry: 'Home Services' });
    await held(catalog, outsider, '75011');
    // A stranger may join the line.
    expect(await stranger.client.waitForZip({ zipCode: '75011' })).toMatchObject({ place: 3 });
  });

  it('is ordered by its user, whose wait then ends', async () => {
    const [first, second] = await aFreedZip('75013', 2);
    const claim = await take(first, '75013');
    expect(await waitOf(first, '75013')).toMatchObject({ place: 1 });
    await catalog.bus.send(subscriptionCreated, [{ data: aSubscription(first as Waiting, claim) }]);
    await until(async () => (await waitOf(first, '75013')) === undefined);
    catalog.passTime(25 * HOUR_MS);
    await settle(catalog);
    expect(await waitOf(second, '75013')).toMatchObject({ place: 1, offerEndsAt: null });
  });

  it('stays offered while its user drops an order', async () => {
    const [first] = await aFreedZip('75014', 2);
    const order = anOrder(first as Waiting, ['75014']);
    await catalog.billing.holdZips(order);
    await catalog.billing.releaseHolds({ intentId: order.intentId });
    await settle(catalog);
    expect(await offeredTo(catalog, '75014')).toBe(first?.id);
    expect(offers('75014').filter(userId => userId !== first?.id)).toEqual([]);
  });
});

describe('an offer', () => {
  it('passes to the next user after a day, then the ZIP is free for all', async () => {
    const [first, second] = await aFreedZip('75015', 2);
    catalog.passTime(24 * HOUR_MS - 60_000);
    await settle(catalog);
    expect(await offeredTo(catalog, '75015')).toBe(first?.id);
    catalog.passTime(60_000);
    // The right ends at its time, whether or not the job has run.
    expect(await waitOf(first, '75015')).toBeUndefined();
    await settle(catalog);
    expect(await offeredTo(catalog, '75015')).toBe(second?.id);
    catalog.passTime(24 * HOUR_MS);
    await settle(catalog);
    expect(await offeredTo(catalog, '75015')).toBeUndefined();
    await until(() => offers('75015').length > 1);
    expect(offers('75015')).toEqual([first?.id, second?.id]);
    await held(catalog, await aKnownUser(catalog), '75015');
  });

  it('passes to the next user when the first one stops waiting', async () => {
    const [first, second] = await aFreedZip('75016', 2);
    await first?.client.stopWaiting({ zipCode: '75016' });
    expect(await offeredTo(catalog, '75016')).toBe(second?.id);
  });

  it('ends when an admin gives the ZIP to another user, and its user keeps their place', async () => {
    const [first] = await aFreedZip('75019', 1);
    const given = { userId: (await aKnownUser(catalog)).id, zipCodeId: '75019' };
    await catalog.admin.assignZip(given);
    expect(await waitOf(first, '75019')).toMatchObject({ place: 1, offerEndsAt: null });
    await catalog.admin.unassignZip(given);
    expect(await offeredTo(catalog, '75019')).toBe(first?.id);
    await until(() => offers('75019').length > 1);
    expect(offers('75019')).toEqual([first?.id, first?.id]);
  });

  it('ends when a paid order of an expired hold arrives late', async () => {
    const buyer = await aKnownUser(catalog);
    const claim = await held(catalog, buyer, '75033');
    const [first] = await inLine(catalog, '75033', 1);
    catalog.passTime(601_000);
    await settle(catalog);
    expect(await offeredTo(catalog, '75033')).toBe(first?.id);
    await catalog.bus.send(subscriptionCreated, [{ data: aSubscription(buyer, claim) }]);
    await until(async () => (await offeredTo(catalog, '75033')) === undefined);
    expect(await waitOf(first, '75033')).toMatchObject({ place: 1, offerEndsAt: null });
  });

  it('ends while the ZIP is switched off', async () => {
    const [first] = await aFreedZip('75020', 1);
    await catalog.admin.setAvailability({ id: '75020', isAvailable: false });
    await settle(catalog);
    expect(await waitOf(first, '75020')).toMatchObject({ offerEndsAt: null, isOnSale: false });
    await catalog.admin.setAvailability({ id: '75020', isAvailable: true });
    await settle(catalog);
    expect(await waitOf(first, '75020')).toMatchObject({ offerEndsAt: expect.any(String), isOnSale: true });
    expect(await offeredTo(catalog, '75020')).toBe(first?.id);
  });
});

const statusOf = async (user: Waiting | undefined) =>
  (await catalog.db.query(sql`select status from users where id = ${user?.id}`)).rows[0]?.status;

describe('users who cannot order', () => {
  it('are skipped while suspended', async () => {
    const { release } = await aTakenZip(catalog, '75021');
    const [first, second] = await inLine(catalog, '75021', 2);
    await catalog.bus.send(userSuspended, [
      { data: { ...(first as Waiting), version: 2, status: 'suspended' as const } },
    ]);
    await until(async () => (await statusOf(first)) === 'suspended');
    expect(await waitOf(second, '75021')).toMatchObject({ place: 1 });
    await release();
    expect(await offeredTo(catalog, '75021')).toBe(second?.id);
  });

  it('lose an offer when suspended, or of another industry', async () => {
    const [first, second, third] = await aFreedZip('75022', 3);
    await catalog.db.query(sql`update users set status = 'suspended' where id = ${first?.id}`);
    await settle(catalog);
    expect(await offeredTo(catalog, '75022')).toBe(second?.id);
    await catalog.db.query(sql`update users set industry = 'Home Services' where id = ${second?.id}`);
    await settle(catalog);
    expect(await offeredTo(catalog, '75022')).toBe(third?.id);
    // A label of the same trade is the same industry.
    await catalog.db.query(sql`update users set industry = 'Mortgage Brokerage' where id = ${third?.id}`);
    await settle(catalog);
    expect(await offeredTo(catalog, '75022')).toBe(third?.id);
  });

  it('lose their waits and offers with their account, delivered twice', async () => {
    const [first, second] = await aFreedZip('75023', 2);
    for (const _ of [1, 2]) {
      const eventId = newId();
      const data = { id: first?.id ?? '', version: 9, deletedAt: new Date().toISOString() };
      await catalog.bus.send(userDeleted, [{ data, id: eventId }]);
      await handled(eventId);
    }
    expect(await offeredTo(catalog, '75023')).toBe(second?.id);
    const left = await catalog.db.query(sql`select 1 from zip_waits where user_id = ${first?.id}`);
    expect(left.rowCount).toBe(0);
  });
});

/** Starts further processes on the catalog's database, by the name of their connections. */
async function settlers(count: number, name = 'settling') {
  const processes = Array.from({ length: count }, () =>
    openPg({ url: catalog.databaseUrl, name, migrations: new URL('../migrations/', import.meta.url) }),
  );
  for (const { part } of processes) await part.start();
  return {
    run: () => Promise.allSettled(processes.map(pg => settleAllOffers({ pg, clock: catalog.clock }))),
    stop: () => Promise.all(processes.map(({ part }) => part.stop())),
  };
}

describe('the job', () => {
  it('makes one next offer when several processes run it', async () => {
    const zipCodes = ['75024', '75025', '75028'];
    for (const zipCode of zipCodes) await aFreedZip(zipCode, 4);
    catalog.passTime(24 * HOUR_MS);
    const { run, stop } = await settlers(4);
    expect((await run()).filter(({ status }) => status === 'rejected')).toEqual([]);
    await stop();
    await until(() => zipCodes.every(zipCode => offers(zipCode).length === 2));
    for (const zipCode of zipCodes) expect(offers(zipCode).at(-1)).toBe(await offeredTo(catalog, zipCode));
  });

  it('is repeated as a whole after it was killed', async () => {
    const [first, second] = await aFreedZip('75032', 2);
    catalog.passTime(24 * HOUR_MS);
    const { run, stop } = await settlers(1, 'killed settling');
    const blocker = await catalog.db.connect();
    await blocker.query(sql`begin`);
    await blocker.query(sql`lock table outbox in access exclusive mode`);
    const running = run();
    const kill = () =>
      catalog.db.query(
        sql`select pg_terminate_backend(pid) from pg_stat_activity
         where application_name = 'killed settling' and wait_event_type = 'Lock' and query like '%insert into outbox%'`,
      );
    await until(async () => (await kill()).rowCount);
    await blocker.query(sql`rollback`);
    blocker.release();
    expect(await running).toMatchObject([{ status: 'rejected' }]);
    expect(await offeredTo(catalog, '75032')).toBe(first?.id);
    await settle(catalog);
    expect(await offeredTo(catalog, '75032')).toBe(second?.id);
    await until(() => offers('75032').length > 1);
    expect(offers('75032')).toEqual([first?.id, second?.id]);
    await stop();
  });
});
