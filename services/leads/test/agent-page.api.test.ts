import { consumer, idempotent } from '@closingwire/chassis/consume';
import { callInternal } from '@closingwire/chassis/http-client';
import { openIdentity } from '@closingwire/chassis/identity';
import { newId } from '@closingwire/chassis/ids';
import { createLog } from '@closingwire/chassis/log';
import { sql } from '@closingwire/chassis/pg';
import { until } from '@closingwire/chassis/testing';
import {
  type AgentPage,
  type WatchedAgentClosed,
  watchedAgentClosed,
} from '@closingwire/contracts/agent-page';
import { userDeleted } from '@closingwire/contracts/auth';
import { leadsApi } from '@closingwire/contracts/leads';
import type { PastOutcome } from '@closingwire/contracts/today';
import type { View } from '@closingwire/contracts/views';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mergeAgents } from '../src/identity/merge-agents.ts';
import { madeUpLead } from './made-up-leads.ts';
import { agentNamed, put, type Subscriber, startWithClock, todayOf } from './today.ts';

let leads: Awaited<ReturnType<typeof startWithClock>>;
const told: WatchedAgentClosed[] = [];
let stopListening: () => Promise<void>;
beforeAll(async () => {
  leads = await startWithClock();
  const listener = consumer({
    group: 'listener',
    handlers: [
      idempotent(watchedAgentClosed, async messages => void told.push(...messages.map(({ data }) => data))),
    ],
    bus: leads.bus,
    log: createLog('test', 'error'),
  });
  await listener.start();
  stopListening = listener.stop;
});
afterAll(async () => {
  await stopListening();
  await leads.stop();
});

const page = ({ get }: Subscriber, agentId: string) => get<AgentPage>(`/api/user/agents/${agentId}`);
const statusOf = async ({ ask }: Subscriber, path: string, method = 'GET') =>
  (await ask(path, { method })).status;
const watch = ({ ask }: Subscriber, agentId: string, method = 'PUT') =>
  ask(`/api/user/watches/${agentId}`, { method });

test('an agent page has all readable closings, contacts with their state, and the own history', async () => {
  const ann = { fullName: 'Ann Page', licenseNumber: 'WA-500', officeAddress: '1 Main St, Kent' };
  await leads.source.deliver([
    madeUpLead(1, leads.soldOn(40, { zip: '98301' }), { ...ann, email: null, mobile: '(206) 555-0150' }),
    madeUpLead(2, leads.soldOn(1, { zip: '98302' }), { ...ann, email: 'ann.page@example.com', mobile: null }),
    madeUpLead(3, leads.soldOn(1, { zip: '98303' }), ann),
  ]);
  const reader = await leads.subscriber(['98301', '98302']);
  const { agentId } = await agentNamed(reader, 'Ann Page');
  await put(reader, agentId, { outcome: 'called', note: 'Nice talk' });
  const shown = await page(reader, agentId);
  expect(shown).toMatchObject({
    agentId,
    fullName: 'Ann Page',
    email: 'ann.page@example.com',
    mobile: '(206) 555-0150',
    officeAddress: '1 Main St, Kent',
    isWatched: false,
    outcomes: [{ outcome: 'called', note: 'Nice talk' }],
  });
  expect(shown.closings.map(({ zip }) => zip)).toEqual(['98302', '98301']);
  expect(shown.contacts.map(({ field, value, state }) => [field, value, state])).toContainEqual([
    'mobile',
    '(206) 555-0150',
    'unknown',
  ]);
  const stranger = await leads.subscriber(['98304']);
  expect(await statusOf(stranger, `/api/user/agents/${agentId}`)).toBe(404);
  const other = await leads.subscriber(['98303']);
  expect((await page(other, agentId)).closings.map(({ zip }) => zip)).toEqual(['98303']);
  expect((await page(other, agentId)).outcomes).toEqual([]);
});

test('the page of a merged agent is that of the agent who is left', async () => {
  const mel = { fullName: 'Mel Merged', licenseNumber: null, brokerageName: 'One' };
  await leads.source.deliver([
    madeUpLead(6, leads.soldOn(2, { zip: '98312' }), { ...mel, email: 'mel@example.com', mobile: null }),
    madeUpLead(7, leads.soldOn(1, { zip: '98313' }), { ...mel, email: null, mobile: '(206) 555-0151' }),
  ]);
  const reader = await leads.subscriber(['98312', '98313']);
  const [into, from] = (await todayOf(reader, '?sort=newest')).agents.map(({ agentId }) => agentId);
  if (!into || !from) throw new Error('Expected two agents');
  await put(reader, from, { outcome: 'met' });
  await mergeAgents(leads.pg, () => leads.start, { from, into });
  const shown = await page(reader, from);
  expect(shown).toMatchObject({ agentId: into, outcomes: [{ outcome: 'met' }] });
  expect(shown).toEqual(await page(reader, into));
  expect(shown.closings.map(({ zip }) => zip)).toEqual(['98313', '98312']);
});

test('an agent who opted out has no page', async () => {
  await leads.source.deliver([madeUpLead(4, leads.soldOn(1, { zip: '98305' }), { fullName: 'Op Tout' })]);
  const reader = await leads.subscriber(['98305']);
  const { agentId } = await agentNamed(reader, 'Op Tout');
  await leads.pg.query(sql`update closings set is_suppressed = true where zip = '98305'`);
  expect(await statusOf(reader, `/api/user/agents/${agentId}`)).toBe(404);
});

test('the watcher of an agent learns once of each new sale', async () => {
  const wes = { fullName: 'Wes Watch', licenseNumber: 'WA-600' };
  await leads.source.deliver([madeUpLead(10, leads.soldOn(2, { zip: '98306' }), wes)]);
  const [reader, stranger] = [
    await leads.subscriber(['98306', '98307']),
    await leads.subscriber(['98306', '98307']),
  ];
  const { agentId } = await agentNamed(reader, 'Wes Watch');
  for (let repeated = 0; repeated < 2; repeated++) {
    expect(await (await watch(reader, agentId)).json()).toEqual({ isWatched: true });
  }
  expect(await agentNamed(reader, 'Wes Watch')).toMatchObject({ isWatched: true });
  expect(await agentNamed(stranger, 'Wes Watch')).toMatchObject({ isWatched: false });
  const sale = leads.soldOn(1, { zip: '98307', price: 450_000 });
  const again = [
    madeUpLead(10, leads.soldOn(2, { zip: '98306' }), wes),
    madeUpLead(11, sale, { ...wes, agentRole: 'Listing Agent' }),
    madeUpLead(11, sale, { ...wes, agentRole: 'Buyer Agent' }),
    madeUpLead(12, leads.soldOn(30, { zip: '98307' }), wes),
  ];
  await leads.source.deliver(again);
  await leads.source.deliver(again);
  await leads.source.deliver([madeUpLead(13, leads.soldOn(1, { zip: '98306' }), wes)]);
  const news = await until(() => {
    const mine = told.filter(({ accountId }) => accountId === reader.id);
    return mine.length === 2 ? mine : undefined;
  });
  expect(news.map(({ agents }) => agents.map(({ fullName, sales }) => [fullName, sales.length]))).toEqual([
    [['Wes Watch', 1]],
    [['Wes Watch', 1]],
  ]);
  expect(news[0]?.agents[0]?.sales[0]).toMatchObject({ address1: '11 Elm St', price: 450_000 });
  expect(told.filter(({ accountId }) => accountId === stranger.id)).toEqual([]);
  expect(await (await watch(reader, agentId, 'DELETE')).json()).toEqual({ isWatched: false });
  await leads.source.deliver([madeUpLead(14, leads.soldOn(1, { zip: '98306' }), wes)]);
  const unheard = await leads.pg.query(sql`select from known_sales where account_id = ${reader.id}`);
  expect(unheard).toEqual([]);
});

test('a watched agent whom the user must not call is no news', async () => {
  const nat = { fullName: 'Nat Never', licenseNumber: 'WA-700' };
  await leads.source.deliver([madeUpLead(20, leads.soldOn(2, { zip: '98308' }), nat)]);
  const reader = await leads.subscriber(['98308']);
  const { agentId } = await agentNamed(reader, 'Nat Never');
  await watch(reader, agentId);
  const outcomeId = newId();
  await put(reader, agentId, { outcome: 'do-not-call' }, outcomeId);
  await leads.source.deliver([madeUpLead(21, leads.soldOn(1, { zip: '98308' }), nat)]);
  await reader.ask(`/api/user/outcomes/${outcomeId}`, { method: 'DELETE' });
  await leads.source.deliver([madeUpLead(22, leads.soldOn(1, { zip: '98308' }), nat)]);
  const news = await until(() => told.find(({ accountId }) => accountId === reader.id));
  expect(news.agents[0]?.sales.map(({ address1 }) => address1).toSorted()).toEqual([
    '21 Elm St',
    '22 Elm St',
  ]);
});

test('the history lists all outcomes, and by kind those that hold', async () => {
  await leads.source.deliver([
    madeUpLead(30, leads.soldOn(1, { zip: '98309' }), { fullName: 'Hi Story' }),
    madeUpLead(31, leads.soldOn(1, { zip: '98309' }), { fullName: 'No Call' }),
  ]);
  const reader = await leads.subscriber(['98309']);
  const [hi, no] = [await agentNamed(reader, 'Hi Story'), await agentNamed(reader, 'No Call')];
  await put(reader, hi.agentId, { outcome: 'voicemail' });
  leads.clock.now = new Date(leads.clock.now.getTime() + 1000);
  await put(reader, hi.agentId, { outcome: 'met' });
  await put(reader, no.agentId, { outcome: 'do-not-call' });
  const listed = async (query = '') =>
    (await reader.get<{ outcomes: PastOutcome[]; total: number }>(`/api/user/outcomes${query}`)).outcomes.map(
      ({ fullName, outcome, isLatest }) => [fullName, outcome, isLatest],
    );
  expect((await listed()).toSorted()).toEqual([
    ['Hi Story', 'met', true],
    ['Hi Story', 'voicemail', false],
    ['No Call', 'do-not-call', true],
  ]);
  expect(await listed('?outcome=do-not-call')).toEqual([['No Call', 'do-not-call', true]]);
  expect(await listed('?outcome=voicemail')).toEqual([]);
  leads.clock.now = leads.start;
});

const aView = (view: Partial<View> = {}) => ({
  id: newId(),
  name: 'Kent first',
  sort: 'deals',
  search: 'kent',
  zips: ['98310'],
  side: null,
  isStart: false,
  ...view,
});
const putView = ({ ask }: Subscriber, { id, ...view }: ReturnType<typeof aView>) =>
  ask(`/api/user/views/${id}`, { method: 'PUT', body: JSON.stringify(view) });

test('a view is saved, replaced, made the only start view, and deleted', async () => {
  const reader = await leads.subscriber(['98310']);
  const views = async () => (await reader.get<{ views: View[] }>('/api/user/views')).views;
  const [one, other] = [
    aView({ isStart: true }),
    aView({ name: 'All', zips: [], side: 'buyer', isStart: true }),
  ];
  await putView(reader, one);
  await Promise.all([putView(reader, one), putView(reader, other)]);
  expect((await views()).map(({ name }) => name)).toEqual(['All', 'Kent first']);
  expect((await views()).map(({ side }) => side)).toEqual(['buyer', null]);
  expect((await views()).filter(({ isStart }) => isStart)).toHaveLength(1);
  const taken = await putView(reader, aView({ name: 'ALL' }));
  expect([taken.status, await taken.json()]).toMatchObject([409, { detail: 'Another view has this name' }]);
  const stranger = await leads.subscriber(['98310']);
  expect((await putView(stranger, one)).status).toBe(404);
  expect(await stranger.get('/api/user/views')).toEqual({ views: [] });
  const remove = async (by: Subscriber) =>
    (await by.ask(`/api/user/views/${one.id}`, { method: 'DELETE' })).json();
  expect([await remove(stranger), await remove(reader), await remove(reader)]).toEqual([
    { removed: false, wasInDigest: false },
    { removed: true, wasInDigest: false },
    { removed: false, wasInDigest: false },
  ]);
});

test('what a user noted about agents is in the data export, and deleted with the account', async () => {
  await leads.source.deliver([madeUpLead(40, leads.soldOn(1, { zip: '98311' }), { fullName: 'Ex Port' })]);
  const reader = await leads.subscriber(['98311']);
  const { agentId } = await agentNamed(reader, 'Ex Port');
  await put(reader, agentId, { outcome: 'called', note: 'To keep' });
  await watch(reader, agentId);
  await putView(reader, aView());
  const auth = openIdentity({ ...leads.identity, name: 'auth' });
  const client = callInternal(leadsApi, { url: leads.url, token: () => auth.serviceToken('leads') });
  const facts = () => client.exportUser({ userId: reader.id, email: 'grace@example.com' });
  expect(await facts()).toMatchObject({
    outcomes: [{ agentName: 'Ex Port', outcome: 'called', note: 'To keep' }],
    watches: [{ agentName: 'Ex Port' }],
    views: [{ name: 'Kent first' }],
  });
  await leads.bus.send(userDeleted, [
    { data: { id: reader.id, version: 9, deletedAt: new Date().toISOString() } },
  ]);
  await until(async () => ((await facts()) as { outcomes: object[] }).outcomes.length === 0);
  expect(await facts()).toMatchObject({ outcomes: [], watches: [], views: [], visit: null });
  expect(await leads.pg.query(sql`select from known_sales where account_id = ${reader.id}`)).toEqual([]);
});
