import { openPg, sql } from '@closingwire/chassis/pg';
import { until } from '@closingwire/chassis/testing';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { migrations } from '../src/config.ts';
import { INGEST } from '../src/lists/stored-through.ts';
import { madeUpLead } from './made-up-leads.ts';
import { patience } from './start-leads.ts';
import { agentNamed, DAY_MS, namesIn, put, type Subscriber, startWithClock, todayOf } from './today.ts';

let leads: Awaited<ReturnType<typeof startWithClock>>;
beforeAll(async () => {
  leads = await startWithClock();
});
afterEach(() => {
  leads.clock.now = leads.start;
});
afterAll(() => leads.stop());

test('combines the closings of an agent in all ZIPs, and orders agents by deals and sum', async () => {
  const ann = { fullName: 'Ann Lee', licenseNumber: 'WA-1', email: 'ann.lee@example.com' };
  await leads.source.deliver([
    madeUpLead(1, leads.soldOn(1, { zip: '98201', price: 400_000 }), ann),
    madeUpLead(2, leads.soldOn(2, { zip: '98202', price: 300_000 }), { ...ann, email: null }),
    madeUpLead(3, leads.soldOn(30, { zip: '98202' }), ann),
    madeUpLead(4, leads.soldOn(1, { zip: '98201', price: 500_000 }), { fullName: 'Bo Park' }),
    madeUpLead(5, leads.soldOn(1, { zip: '98201', price: 900_000 }), { fullName: 'Cy Doe' }),
    madeUpLead(6, leads.soldOn(8, { zip: '98201' }), { fullName: 'Too Early' }),
  ]);
  const reader = await leads.subscriber(['98201', '98202']);
  const today = await until(async () => {
    const reply = await todayOf(reader);
    return reply.total === 3 ? reply : undefined;
  }, patience);
  expect(namesIn(today)).toEqual(['Ann Lee', 'Cy Doe', 'Bo Park']);
  expect(today).toMatchObject({
    closings: 4,
    newAgents: 0,
    due: 0,
    newSince: null,
    page: 1,
    totalPages: 1,
  });
  expect(today.agents[0]).toMatchObject({
    email: 'ann.lee@example.com',
    deals: 2,
    total: 700_000,
    earlierDeals: 1,
    news: null,
    isDue: false,
    isDone: false,
    last: null,
    closings: [
      { zip: '98201', price: 400_000, agentRole: 'Listing Agent' },
      { zip: '98202', price: 300_000 },
    ],
  });
  expect(namesIn(await todayOf(reader, '?sort=name&zips=98201'))).toEqual(['Ann Lee', 'Bo Park', 'Cy Doe']);
  expect(namesIn(await todayOf(reader, '?search=4%20elm'))).toEqual(['Bo Park']);
  const second = await todayOf(reader, '?limit=2&page=2');
  expect([namesIn(second), second.total, second.totalPages]).toEqual([['Bo Park'], 3, 2]);
});

test('counts both sides of a sale as one deal', async () => {
  const sale = leads.soldOn(1, { zip: '98203', price: 500_000 });
  const both = { fullName: 'Di Both', licenseNumber: 'WA-77' };
  await leads.source.deliver([
    madeUpLead(10, sale, { ...both, agentRole: 'Listing Agent' }),
    madeUpLead(10, sale, { ...both, agentRole: 'Buyer Agent' }),
  ]);
  const reader = await leads.subscriber(['98203']);
  const agent = await agentNamed(reader, 'Di Both');
  expect([agent.deals, agent.total, agent.closings.length]).toEqual([1, 500_000, 2]);
});

test('shows the contacts of agents that are not identified yet', async () => {
  const zip = '98206';
  const email = 'eve@example.com';
  await leads.source.deliver([
    madeUpLead(40, leads.soldOn(1, { zip }), { fullName: 'Eve New', email }),
    madeUpLead(41, leads.soldOn(2, { zip, price: null }), { fullName: 'Fay New' }),
  ]);
  const reader = await leads.subscriber([zip]);
  await agentNamed(reader, 'Eve New');
  await leads.pg.execute(sql`update agents set identity_id = null where zip = ${zip}`);
  const { agents } = await todayOf(reader);
  expect(agents.map(agent => [agent.fullName, agent.email, agent.closings.length])).toEqual([
    ['Eve New', email, 1],
    ['Fay New', expect.anything(), 1],
  ]);
});

test('lists the agents of a side, with a due follow-up of that side', async () => {
  const [seller, buyer] = [{ agentRole: 'Listing Agent' }, { agentRole: 'Buyer Agent' }];
  const inZip = (days: number) => leads.soldOn(days, { zip: '98205' });
  await leads.source.deliver([
    madeUpLead(30, inZip(1), { fullName: 'Sel Only', ...seller }),
    madeUpLead(31, inZip(1), { fullName: 'Buy Only', ...buyer }),
    madeUpLead(32, inZip(1), { fullName: 'Two Sides', licenseNumber: 'WA-32', ...seller }),
    madeUpLead(33, inZip(1), { fullName: 'Two Sides', licenseNumber: 'WA-32', agentRole: 'Selling Office' }),
    madeUpLead(34, inZip(1), { fullName: 'Un Known', agentRole: 'Agent' }),
    madeUpLead(35, inZip(6), { fullName: 'Due Buyer', ...buyer }),
    madeUpLead(36, inZip(6), { fullName: 'Due Seller', ...seller }),
  ]);
  const reader = await leads.subscriber(['98205']);
  const promised = { outcome: 'called', followUpOn: leads.soldOn(-3).soldDate };
  for (const name of ['Due Buyer', 'Due Seller']) {
    await put(reader, (await agentNamed(reader, name)).agentId, promised);
  }
  leads.clock.now = new Date(leads.start.getTime() + 5 * DAY_MS);
  const sorted = async (query: string) => namesIn(await todayOf(reader, `?sort=name&${query}`));
  expect(await sorted('side=buyer')).toEqual(['Buy Only', 'Due Buyer', 'Two Sides']);
  expect(await sorted('side=seller')).toEqual(['Due Seller', 'Sel Only', 'Two Sides']);
  const { agents } = await todayOf(reader, '?side=buyer&search=Two');
  expect(agents.map(({ deals, closings }) => [deals, closings.map(({ agentRole }) => agentRole)])).toEqual([
    [1, ['Selling Office']],
  ]);
  expect(await sorted('')).toHaveLength(6);
  expect(await sorted('side=buyer&search=32%20elm')).toEqual([]);
  expect(await sorted('side=buyer&search=33%20elm')).toEqual(['Two Sides']);
  const refused = await reader.ask('/api/user/today?side=both');
  expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('buyer')]);
});

const lookOf = async ({ ask }: Subscriber) =>
  (await (await ask('/api/user/today/visits', { method: 'POST', body: '{}' })).json()) as object;

const newsOf = async (reader: Subscriber, query = '') =>
  (await todayOf(reader, query)).agents.map(({ fullName, news }) => [fullName, news]);

test('lists a due follow-up only in the ZIPs of the agent', async () => {
  row('today/follow-up');
  const [own, other] = ['98294', '98295'];
  await leads.source.deliver([
    madeUpLead(90, leads.soldOn(6, { zip: own }), { fullName: 'Due There' }),
    madeUpLead(91, leads.soldOn(1, { zip: other }), { fullName: 'Sold Here' }),
  ]);
  const reader = await leads.subscriber([own, other]);
  const { agentId } = await agentNamed(reader, 'Due There');
  await put(reader, agentId, { outcome: 'called', followUpOn: leads.soldOn(-3).soldDate });
  leads.clock.now = new Date(leads.start.getTime() + 5 * DAY_MS);
  expect(namesIn(await todayOf(reader))).toEqual(['Due There', 'Sold Here']);
  expect(namesIn(await todayOf(reader, `?zips=${own}`))).toEqual(['Due There']);
  const elsewhere = await todayOf(reader, `?zips=${other}`);
  expect(namesIn(elsewhere)).toEqual(['Sold Here']);
  expect(elsewhere).toMatchObject({ total: 1, due: 0, followUps: 1 });
});

test('marks agents who came after the last visit, and keeps the mark for the visit', async () => {
  row('today/new');
  await leads.source.deliver([madeUpLead(20, leads.soldOn(1, { zip: '98204' }), { fullName: 'Early Bird' })]);
  const reader = await leads.subscriber(['98204']);
  const look = () => lookOf(reader);
  leads.clock.now = new Date();
  expect(await look()).toEqual({ newSince: null });
  const seenAt = leads.clock.now;
  await leads.source.deliver([madeUpLead(21, leads.soldOn(1, { zip: '98204' }), { fullName: 'Late Comer' })]);
  await leads.source.deliver([madeUpLead(22, leads.soldOn(1, { zip: '98204' }), { fullName: 'Early Bird' })]);
  leads.clock.now = new Date(seenAt.getTime() + 3 * 3_600_000);
  for (let reading = 0; reading < 2; reading++) {
    const today = await todayOf(reader);
    expect(today).toMatchObject({ newAgents: 1 });
    // Other statements of the service can move the look back a little.
    const sinceMs = Date.parse(today.newSince ?? '');
    expect(sinceMs).toBeGreaterThan(seenAt.getTime() - 1_000);
    expect(sinceMs).toBeLessThanOrEqual(seenAt.getTime());
    expect(today.agents.map(({ fullName, news }) => [fullName, news])).toContainEqual([
      'Late Comer',
      'agent',
    ]);
    await look();
    leads.clock.now = new Date(leads.clock.now.getTime() + 60_000);
  }
});

test('marks the agents of a ZIP that came after the last visit', async () => {
  row('today/new');
  const [known, added] = ['98291', '98292'];
  await leads.source.deliver([
    madeUpLead(80, leads.soldOn(1, { zip: known }), { fullName: 'Known One' }),
    madeUpLead(81, leads.soldOn(1, { zip: added }), { fullName: 'Older One' }),
  ]);
  await leads.source.deliver([madeUpLead(82, leads.soldOn(1, { zip: added }), { fullName: 'Newer One' })]);
  const reader = await leads.subscriber([known]);
  const { agentId } = await agentNamed(reader, 'Known One');
  leads.clock.now = new Date();
  await lookOf(reader);
  await put(reader, agentId, { outcome: 'met' });
  await leads.subscribe(reader.id, [added]);
  leads.clock.now = new Date(Date.now() + 3 * 3_600_000);
  expect(await todayOf(reader)).toMatchObject({ newAgents: 2, done: 1 });
  expect(await newsOf(reader, '?sort=newest')).toEqual([
    ['Newer One', 'agent'],
    ['Older One', 'agent'],
    ['Known One', null],
  ]);
});

test('marks agents of a load that ran during the last visit', async () => {
  row('today/new');
  const zip = '98293';
  const reader = await leads.subscriber([zip]);
  const loader = openPg({ url: leads.pg.url, name: INGEST, max: 1, migrations });
  const load = await loader.pool.connect();
  try {
    await load.query('begin; select 1');
    await leads.source.deliver([madeUpLead(85, leads.soldOn(1, { zip }), { fullName: 'During A Load' })]);
    leads.clock.now = new Date();
    await lookOf(reader);
    await load.query('commit');
    leads.clock.now = new Date(Date.now() + 3 * 3_600_000);
    expect(await newsOf(reader)).toEqual([['During A Load', 'agent']]);
  } finally {
    load.release();
    await loader.pool.end();
  }
});

test('lists the watched agents, also those without a closing of the week', async () => {
  row('today/watched');
  await leads.source.deliver(
    ['Eve Seen', 'Flo Left', 'Gil Barred', 'Hal Other'].map((fullName, at) =>
      madeUpLead(20 + at, leads.soldOn(at === 1 ? 5 : 1, { zip: '98287' }), { fullName }),
    ),
  );
  const reader = await leads.subscriber(['98287', '98288']);
  const watch = async (name: string, method = 'PUT') => {
    const { agentId } = await agentNamed(reader, name);
    await reader.ask(`/api/user/watches/${agentId}`, { method });
    return agentId;
  };
  expect(await todayOf(reader, '?show=watched')).toMatchObject({ agents: [], total: 0, watched: 0 });
  await watch('Eve Seen');
  const flo = await watch('Flo Left');
  const gil = await watch('Gil Barred');
  await put(reader, gil, { outcome: 'do-not-call' });
  leads.clock.now = new Date(leads.start.getTime() + 4 * DAY_MS);
  expect(namesIn(await todayOf(reader))).toHaveLength(2);
  const watched = await todayOf(reader, '?show=watched');
  expect(namesIn(watched)).toEqual(['Eve Seen', 'Flo Left']);
  expect(watched).toMatchObject({ total: 2, watched: 2, closings: 1 });
  expect(watched.agents.map(({ deals, isWatched }) => [deals, isWatched])).toEqual([
    [1, true],
    [0, true],
  ]);
  expect(namesIn(await todayOf(reader, '?show=watched&search=flo'))).toEqual(['Flo Left']);
  expect(namesIn(await todayOf(reader, '?show=watched&zips=98288'))).toEqual([]);
  await reader.ask(`/api/user/watches/${flo}`, { method: 'DELETE' });
  expect(await todayOf(reader)).toMatchObject({ watched: 1 });
  expect(namesIn(await todayOf(reader, '?show=watched'))).toEqual(['Eve Seen']);
});

test('lists all agents with a follow-up day, the earliest day first', async () => {
  row('today/follow-ups');
  const names = ['Far Off', 'Over Due', 'This Day', 'No Day', 'Kept Promise', 'Barred One', 'Old Sale'];
  await leads.source.deliver(
    names.map((fullName, at) =>
      madeUpLead(60 + at, leads.soldOn(fullName === 'Old Sale' ? 6 : 2, { zip: '98289' }), { fullName }),
    ),
  );
  const reader = await leads.subscriber(['98289', '98290']);
  const note = async (name: string, body: object) =>
    put(reader, (await agentNamed(reader, name)).agentId, { outcome: 'called', ...body });
  const inDays = (days: number) => leads.soldOn(-days).soldDate;
  expect(await todayOf(reader, '?show=follow-ups')).toMatchObject({ agents: [], total: 0, followUps: 0 });
  await note('Far Off', { followUpOn: inDays(30), note: 'New year' });
  await note('Over Due', { followUpOn: inDays(1) });
  await note('This Day', { followUpOn: inDays(3) });
  await note('Old Sale', { followUpOn: inDays(9) });
  await note('No Day', {});
  await note('Kept Promise', { followUpOn: inDays(1) });
  await note('Barred One', { outcome: 'do-not-call', followUpOn: inDays(1) });
  leads.clock.now = new Date(leads.start.getTime() + 3 * DAY_MS);
  await note('Kept Promise', { outcome: 'met' });
  const promised = await todayOf(reader, '?show=follow-ups');
  expect(promised).toMatchObject({ total: 4, followUps: 4 });
  expect(promised.agents.map(({ fullName, last, deals }) => [fullName, last?.followUpOn, deals])).toEqual([
    ['Over Due', inDays(1), 1],
    ['This Day', inDays(3), 1],
    ['Old Sale', inDays(9), 0],
    ['Far Off', inDays(30), 1],
  ]);
  expect(promised.agents[3]?.last?.note).toBe('New year');
  expect(await todayOf(reader)).toMatchObject({ followUps: 4 });
  const sorted = async (query: string) => namesIn(await todayOf(reader, `?show=follow-ups&${query}`));
  expect(await sorted('sort=name')).toEqual(['Far Off', 'Old Sale', 'Over Due', 'This Day']);
  expect(await sorted('search=old')).toEqual(['Old Sale']);
  expect(await sorted('zips=98290')).toEqual([]);
  expect(await sorted('limit=2&page=2')).toEqual(['Old Sale', 'Far Off']);
  const stranger = await leads.subscriber(['98289']);
  expect(await todayOf(stranger, '?show=follow-ups')).toMatchObject({ total: 0, followUps: 0 });
});
