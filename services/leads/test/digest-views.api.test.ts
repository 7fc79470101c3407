import { newId } from '@closingwire/chassis/ids';
import { sql } from '@closingwire/chassis/pg';
import type { DigestReply } from '@closingwire/contracts/digest';
import type { TodayReply } from '@closingwire/contracts/today';
import type { View } from '@closingwire/contracts/views';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { digestPath, everyDay, putDigest, sentNow, startDigests } from './digests.ts';
import { DAY_MS, namesIn, type Subscriber } from './today.ts';

const digests = await startDigests();
const { leads, start, newZip, deliverAgent, reader, plan, planNext, digestsOf } = digests;

afterEach(() => digests.setNow(start));
afterAll(() => digests.stop());

const viewPath = (id: string) => `/api/user/views/${id}`;

async function saveView(user: Subscriber, changes: Partial<View> = {}): Promise<View> {
  const view = {
    id: newId(),
    name: 'Mine',
    sort: 'reason',
    search: '',
    zips: [],
    side: null,
    isStart: false,
    ...changes,
  };
  const { id, ...body } = view;
  const reply = await user.ask(viewPath(id), { method: 'PUT', body: JSON.stringify(body) });
  expect(reply.status).toBe(200);
  return (await reply.json()) as View;
}

/** A subscriber whose digest has a view. */
async function readerOf(zips: string[], changes: Partial<View>) {
  const user = await reader(zips);
  const view = await saveView(user, changes);
  const reply = await putDigest(user, { ...everyDay, viewId: view.id });
  expect(await reply.json()).toMatchObject({ viewId: view.id });
  return { user, view };
}

const deleteView = async (user: Subscriber, { id }: View) =>
  (await user.ask(viewPath(id), { method: 'DELETE' })).json();
const settingsOf = (user: Subscriber) => user.get<DigestReply>(digestPath);
const sortedNames = (agents: { fullName: string }[]) => agents.map(({ fullName }) => fullName).toSorted();

/** Delivers agents with sales on both sides, on one, on unclear ones, and before the list. */
async function deliverSides(zip: string): Promise<void> {
  const roles = ['Listing Agent', 'Buyer Agent', 'Selling Office', "Seller's Agent", 'Agent', 'BUYERS AGENT'];
  for (const [at, agentRole] of roles.entries()) {
    const name = { fullName: `Side ${at}`, licenseNumber: `WA-SIDE-${zip}-${at}` };
    await deliverAgent(zip, { ...name, agentRole }, { address1: `${at} First St` });
    if (at % 2 === 0) {
      await deliverAgent(zip, { ...name, agentRole: roles[at + 1] ?? '' }, { address1: `${at} Second St` });
    }
  }
  const early = new Date(start.getTime() - 20 * DAY_MS).toISOString().slice(0, 10);
  await deliverAgent(zip, { fullName: 'Too Early', agentRole: 'Buyer Agent' }, { soldDate: early });
}

/* Different statements count them. */
test.each(['buyer', 'seller'] as const)(
  "the digest of the %s's side has the agents of Today's",
  async side => {
    row('digest/side');
    const zip = newZip();
    const { user } = await readerOf([zip], { side });
    await deliverSides(zip);
    const today = await user.get<TodayReply>(`/api/user/today?side=${side}`);
    await planNext(user);
    const [digest] = await digestsOf(user);
    expect(sortedNames(digest?.agents ?? [])).toEqual(namesIn(today).toSorted());
    expect(digest?.newAgents).toBe(today.total);
    // Neither all agents nor none, so that a filter without effect is seen.
    expect(today.total).toBeGreaterThan(1);
    expect(today.total).toBeLessThan((await user.get<TodayReply>('/api/user/today')).total);
    for (const { fullName, newest } of digest?.agents ?? []) {
      const [shown] = today.agents.find(agent => agent.fullName === fullName)?.closings ?? [];
      expect(newest).toEqual({ address1: shown?.address1, city: shown?.city });
    }
  },
);

test('the digest of a side has the deals, sums and sides of that side, in the order of Today', async () => {
  row('digest/side');
  const zip = newZip();
  const { user } = await readerOf([zip], { side: 'buyer' });
  const ann = { fullName: 'Ann Both', licenseNumber: 'SIDE-1' };
  await deliverAgent(zip, { ...ann, agentRole: 'Buyer Agent' }, { price: 300_000 });
  await deliverAgent(zip, { ...ann, agentRole: 'Listing Agent' }, { price: 900_000 });
  const bob = { fullName: 'Bob Buyers', licenseNumber: 'SIDE-2', agentRole: 'Buyer Agent' };
  for (const price of [100_000, 120_000]) await deliverAgent(zip, bob, { price });
  const today = await user.get<TodayReply>('/api/user/today?side=buyer');
  await planNext(user);
  const [digest] = await digestsOf(user);
  const figuresOf = (agents: { fullName: string; deals: number; total: number | null }[]) =>
    agents.map(({ fullName, deals, total }) => [fullName, deals, total]);
  expect(figuresOf(digest?.agents ?? [])).toEqual([
    ['Bob Buyers', 2, 220_000],
    ['Ann Both', 1, 300_000],
  ]);
  expect(figuresOf(digest?.agents ?? [])).toEqual(figuresOf(today.agents));
  expect(digest?.agents.map(({ side }) => side)).toEqual(['buyer side', 'buyer side']);
});

describe('a digest of a view', () => {
  test.each([
    ['ZIPs', (zip: string) => ({ zips: [zip] }), ['Ann 50%_a', 'Bob Other']],
    ['search, whatever its signs', () => ({ search: '50%_A' }), ['Ann 50%_a', 'Cy 50%_a']],
    ['ZIPs and search', (zip: string) => ({ zips: [zip], search: '50%_A' }), ['Ann 50%_a']],
    ['side', () => ({ side: 'buyer' as const }), ['Bob Other']],
    ['side and search', () => ({ side: 'seller' as const, search: '50%_A' }), ['Ann 50%_a', 'Cy 50%_a']],
    ['no limit', () => ({ sort: 'name' as const }), ['Ann 50%_a', 'Bob Other', 'Cy 50%_a']],
  ])('has the agents that Today shows for its %s', async (_name, limits, expected) => {
    const [zip, other] = [newZip(), newZip()];
    const { user, view } = await readerOf([zip, other], { name: 'Austin condos', ...limits(zip) });
    await deliverAgent(zip, { fullName: 'Ann 50%_a' });
    await deliverAgent(zip, { fullName: 'Bob Other', agentRole: 'Buyer Agent' });
    await deliverAgent(other, { fullName: 'Cy 50%_a' });
    const query = new URLSearchParams({
      search: view.search,
      zips: view.zips.join(','),
      side: view.side ?? '',
    });
    for (const key of ['search', 'zips', 'side']) if (!query.get(key)) query.delete(key);
    const today = await user.get<TodayReply>(`/api/user/today?${query}`);
    expect(namesIn(today).toSorted()).toEqual(expected);
    await planNext(user);
    const [digest] = await digestsOf(user);
    expect(sortedNames(digest?.agents ?? [])).toEqual(expected);
    expect(digest).toMatchObject({ viewName: 'Austin condos', newAgents: expected.length });
  });

  test('keeps the view when it is renamed, and when a client does not know views', async () => {
    const zip = newZip();
    const { user, view } = await readerOf([zip], { name: 'Before' });
    await saveView(user, { ...view, name: 'After' });
    await putDigest(user, { ...everyDay, localTime: '07:15' });
    expect(await settingsOf(user)).toMatchObject({ viewId: view.id, localTime: '07:15' });
    await deliverAgent(zip, { fullName: 'Ann Example' });
    expect(await sentNow(user)).toMatchObject({ sent: true, newAgents: 1 });
    expect(await digestsOf(user)).toMatchObject([{ viewName: 'After' }]);
  });

  test('has all ZIPs again when the view is deleted, or the user chooses so', async () => {
    const [zip, other] = [newZip(), newZip()];
    const { user, view } = await readerOf([zip, other], { zips: [other] });
    const unused = await saveView(user, { name: 'Unused' });
    expect(await deleteView(user, unused)).toEqual({ removed: true, wasInDigest: false });
    expect(await deleteView(user, view)).toEqual({ removed: true, wasInDigest: true });
    expect(await deleteView(user, view)).toEqual({ removed: false, wasInDigest: false });
    expect(await settingsOf(user)).toMatchObject({ viewId: null, frequency: 'daily' });
    await deliverAgent(zip, { fullName: 'Ann Example' });
    await planNext(user);
    const [digest] = await digestsOf(user);
    expect(digest).toMatchObject({ newAgents: 1 });
    expect(digest).not.toHaveProperty('viewName');
    const next = await saveView(user);
    await putDigest(user, { ...everyDay, viewId: next.id });
    const reply = await putDigest(user, { ...everyDay, viewId: null });
    expect(await reply.json()).toMatchObject({ viewId: null });
  });
});

describe('a view of a digest', () => {
  test('without a ZIP of the account has no news, and stops no other digest', async () => {
    const [zip, gone] = [newZip(), newZip()];
    const { user } = await readerOf([zip], { zips: [gone] });
    const beside = await reader([zip]);
    await leads.pg.execute(sql`update views set sort = 'of-a-later-version' where account_id = ${user.id}`);
    await deliverAgent(zip, { fullName: 'Ann Example' });
    await deliverAgent(gone, { fullName: 'Gone Example' });
    expect(await settingsOf(user)).toMatchObject({ isViewEmpty: true });
    expect(await sentNow(user)).toMatchObject({ sent: false, reason: 'view-empty', newAgents: 0 });
    await planNext(beside);
    expect(await digestsOf(beside)).toMatchObject([{ newAgents: 1 }]);
    expect(await digestsOf(user)).toEqual([]);
    expect(Date.parse((await settingsOf(user)).nextAt ?? '')).toBeGreaterThan(Date.now());
  });

  test('is empty when its ZIPs were canceled, until the user chooses all ZIPs', async () => {
    const [zip, other] = [newZip(), newZip()];
    const { user, view } = await readerOf([zip, other], { zips: [other] });
    expect(await settingsOf(user)).toMatchObject({ viewId: view.id, isViewEmpty: false });
    expect(await sentNow(user)).toMatchObject({ reason: 'no-news' });
    await leads.pg.execute(
      sql`update subscriptions set cancelled_at = now() where account_id = ${user.id} and zip = ${other}`,
    );
    expect(await settingsOf(user)).toMatchObject({ viewId: view.id, isViewEmpty: true });
    const reply = await putDigest(user, { ...everyDay, viewId: null });
    expect(await reply.json()).toMatchObject({ viewId: null, isViewEmpty: false });
  });

  test('is refused for a view of another account, or one that was deleted', async () => {
    const user = await reader([newZip()]);
    const stranger = await reader([newZip()]);
    const view = await saveView(stranger);
    for (const viewId of [view.id, newId()]) {
      const reply = await putDigest(user, { ...everyDay, localTime: '09:00', viewId });
      expect(reply.status).toBe(404);
      expect(await reply.json()).toMatchObject({ message: expect.stringContaining(viewId) });
    }
    expect(await settingsOf(user)).toMatchObject({ viewId: null, localTime: '06:30' });
  });

  test('survives choices and deletions at the same time', async () => {
    const { user } = await readerOf([newZip()], { name: 'First' });
    for (let round = 0; round < 5; round += 1) {
      const view = await saveView(user, { name: `Round ${round}` });
      const choose = () => putDigest(user, { ...everyDay, viewId: view.id });
      const replies = await Promise.all([choose(), choose(), deleteView(user, view), plan()]);
      expect([200, 404]).toContain(replies[0].status);
      expect([200, 404]).toContain(replies[1].status);
      expect(await settingsOf(user)).toMatchObject({ viewId: expect.not.stringMatching(view.id) });
    }
  });
});
