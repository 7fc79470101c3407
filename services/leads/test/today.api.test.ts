import { newId } from '@closingwire/chassis/ids';
import { sql } from '@closingwire/chassis/pg';
import { until } from '@closingwire/chassis/testing';
import type { TodayAgent, TodayReply } from '@closingwire/contracts/today';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { madeUpLead } from './made-up-leads.ts';
import { patience, startLeads } from './start-leads.ts';
import { type Page, subscriberOf } from './subscriber.ts';

const DAY_MS = 86_400_000;
const start = new Date();
let now = start;
let leads: Awaited<ReturnType<typeof startLeads>>;
beforeAll(async () => {
  leads = await startLeads({ clock: () => now });
});
afterAll(() => leads.stop());

const daysBefore = (days: number) => new Date(start.getTime() - days * DAY_MS).toISOString().slice(0, 10);
const soldOn = (days: number, property: object = {}) => ({ soldDate: daysBefore(days), ...property });

type Subscriber = Awaited<ReturnType<typeof subscriberOf>>;
const subscriber = (zips: string[]) => subscriberOf(leads, zips, start);
const todayOf = ({ get }: Subscriber, query = '') => get<TodayReply>(`/api/user/today${query}`);
const namesIn = ({ agents }: TodayReply) => agents.map(({ fullName }) => fullName);

async function agentNamed(reader: Subscriber, name: string): Promise<TodayAgent> {
  const agent = (await todayOf(reader)).agents.find(({ fullName }) => fullName === name);
  if (!agent) throw new Error(`No agent ${name}`);
  return agent;
}

const put = ({ ask }: Subscriber, agentId: string, body: object, outcomeId: string = newId()) =>
  ask(`/api/user/outcomes/${outcomeId}`, { method: 'PUT', body: JSON.stringify({ agentId, ...body }) });

describe('Today', () => {
  test('combines the closings of an agent in all ZIPs, and orders agents by deals and sum', async () => {
    const ann = { fullName: 'Ann Lee', licenseNumber: 'WA-1', email: 'ann.lee@example.com' };
    await leads.source.deliver([
      madeUpLead(1, soldOn(1, { zip: '98201', price: 400_000 }), ann),
      madeUpLead(2, soldOn(2, { zip: '98202', price: 300_000 }), { ...ann, email: null }),
      madeUpLead(3, soldOn(30, { zip: '98202' }), ann),
      madeUpLead(4, soldOn(1, { zip: '98201', price: 500_000 }), { fullName: 'Bo Park' }),
      madeUpLead(5, soldOn(1, { zip: '98201', price: 900_000 }), { fullName: 'Cy Doe' }),
      madeUpLead(6, soldOn(8, { zip: '98201' }), { fullName: 'Too Early' }),
    ]);
    const reader = await subscriber(['98201', '98202']);
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
    const sale = soldOn(1, { zip: '98203', price: 500_000 });
    const both = { fullName: 'Di Both', licenseNumber: 'WA-77' };
    await leads.source.deliver([
      madeUpLead(10, sale, { ...both, agentRole: 'Listing Agent' }),
      madeUpLead(10, sale, { ...both, agentRole: 'Buyer Agent' }),
    ]);
    const reader = await subscriber(['98203']);
    const agent = await agentNamed(reader, 'Di Both');
    expect([agent.deals, agent.total, agent.closings.length]).toEqual([1, 500_000, 2]);
  });

  test('marks agents who came after the last visit, and keeps the mark for the visit', async () => {
    await leads.source.deliver([madeUpLead(20, soldOn(1, { zip: '98204' }), { fullName: 'Early Bird' })]);
    const reader = await subscriber(['98204']);
    const look = async () =>
      (await (await reader.ask('/api/user/today/visits', { method: 'POST', body: '{}' })).json()) as object;
    now = new Date();
    expect(await look()).toEqual({ newSince: null });
    const seenAt = now;
    await leads.source.deliver([madeUpLead(21, soldOn(1, { zip: '98204' }), { fullName: 'Late Comer' })]);
    await leads.source.deliver([madeUpLead(22, soldOn(1, { zip: '98204' }), { fullName: 'Early Bird' })]);
    now = new Date(seenAt.getTime() + 3 * 3_600_000);
    for (let reading = 0; reading < 2; reading++) {
      const today = await todayOf(reader);
      expect(today).toMatchObject({ newAgents: 1, newSince: seenAt.toISOString() });
      expect(today.agents.map(({ fullName, news }) => [fullName, news])).toContainEqual([
        'Late Comer',
        'agent',
      ]);
      await look();
      now = new Date(now.getTime() + 60_000);
    }
    now = start;
  });
});

describe('an outcome', () => {
  test('moves the agent down, is replaced by the next one, and is undone', async () => {
    await leads.source.deliver([
      madeUpLead(30, soldOn(1, { zip: '98205', price: 900_000 }), { fullName: 'First One' }),
      madeUpLead(31, soldOn(1, { zip: '98205', price: 800_000 }), { fullName: 'Second One' }),
    ]);
    now = new Date();
    const reader = await subscriber(['98205']);
    const { agentId } = await agentNamed(reader, 'First One');
    const outcomeId = newId();
    for (let repeated = 0; repeated < 2; repeated++) {
      const reply = await put(reader, agentId, { outcome: 'voicemail', note: 'Calls back' }, outcomeId);
      expect(await reply.json()).toMatchObject({ id: outcomeId, outcome: 'voicemail', note: 'Calls back' });
    }
    const after = await todayOf(reader);
    expect(namesIn(after)).toEqual(['Second One', 'First One']);
    expect(after.agents[1]).toMatchObject({ isDone: true, last: { id: outcomeId, followUpOn: null } });
    const stranger = await subscriber(['98205']);
    expect(namesIn(await todayOf(stranger))).toEqual(['First One', 'Second One']);
    const undo = (by: Subscriber) => by.ask(`/api/user/outcomes/${outcomeId}`, { method: 'DELETE' });
    expect(await (await undo(stranger)).json()).toEqual({ removed: false });
    expect((await put(stranger, agentId, { outcome: 'met' }, outcomeId)).status).toBe(404);
    expect(await (await undo(reader)).json()).toEqual({ removed: true });
    expect(await (await undo(reader)).json()).toEqual({ removed: false });
    expect(namesIn(await todayOf(reader))).toEqual(['First One', 'Second One']);
    now = start;
  });

  test('of an agent in none of the ZIPs is refused', async () => {
    const reader = await subscriber(['98205']);
    expect((await put(reader, newId(), { outcome: 'called' })).status).toBe(404);
  });

  test('brings the agent back to the top on the promised day, from 8 in the agent’s state', async () => {
    await leads.source.deliver([
      madeUpLead(40, soldOn(6, { zip: '98206', price: 100_000 }), { fullName: 'Promised One' }),
      madeUpLead(41, soldOn(1, { zip: '98206', price: 800_000 }), { fullName: 'Other One' }),
    ]);
    const reader = await subscriber(['98206']);
    const { agentId } = await agentNamed(reader, 'Promised One');
    const day = new Date(start.getTime() + 10 * DAY_MS).toISOString().slice(0, 10);
    await put(reader, agentId, { outcome: 'called', followUpOn: day });
    // Pacific time is seven or eight hours behind, so 8 is 15 or 16 UTC.
    now = new Date(`${day}T14:30:00Z`);
    expect(namesIn(await todayOf(reader))).toEqual([]);
    now = new Date(`${day}T16:30:00Z`);
    const due = await todayOf(reader);
    expect(due).toMatchObject({
      total: 1,
      due: 1,
      agents: [{ fullName: 'Promised One', deals: 0, isDue: true }],
    });
    await put(reader, agentId, { outcome: 'met' });
    expect(await todayOf(reader)).toMatchObject({ total: 0, due: 0 });
    now = start;
  });

  test("'do not call' leaves the agent out of lists, counts, exports and API of this account only", async () => {
    await leads.source.deliver([
      madeUpLead(50, soldOn(1, { zip: '98207' }), { fullName: 'Leave Me' }),
      madeUpLead(51, soldOn(1, { zip: '98207' }), { fullName: 'Call Me' }),
    ]);
    const reader = await subscriber(['98207']);
    const stranger = await subscriber(['98207']);
    const { agentId } = await agentNamed(reader, 'Leave Me');
    const outcomeId = newId();
    await put(reader, agentId, { outcome: 'do-not-call' }, outcomeId);
    const namesFor = async (user: Subscriber) => {
      const closings = async (path: string, init?: RequestInit) =>
        ((await (await user.ask(path, init)).json()) as Page).agents
          .map(({ fullName }) => fullName)
          .toSorted();
      const csv = await (await user.exportCsv({})).text();
      return {
        today: namesIn(await todayOf(user)).toSorted(),
        list: await closings('/api/user/agents'),
        zip: await closings('/api/agents/98207?page=1'),
        partner: await closings('/api/v1/agents-properties'),
        json: await closings('/api/user/agents/export', { method: 'POST', body: '{}' }),
        csv: ['Call Me', 'Leave Me'].filter(name => csv.includes(name)),
        count: (await user.get<{ total: number }>('/api/user/agents/summary')).total,
      };
    };
    const all = ['Call Me', 'Leave Me'];
    const whole = { today: all, list: all, zip: all, partner: all, json: all, csv: all, count: 2 };
    const rest = ['Call Me'];
    expect(await namesFor(stranger)).toEqual(whole);
    expect(await namesFor(reader)).toEqual({
      ...{ today: rest, list: rest, zip: rest, partner: rest, json: rest, csv: rest, count: 1 },
    });
    await reader.ask(`/api/user/outcomes/${outcomeId}`, { method: 'DELETE' });
    expect(await namesFor(reader)).toEqual(whole);
  });

  test('follows the agent through merges and splits', async () => {
    const eve = { fullName: 'Eve Moss', licenseNumber: null, email: null, mobile: null };
    await leads.source.deliver([
      madeUpLead(60, soldOn(1, { zip: '98208' }), { ...eve, email: 'eve.moss@example.com' }),
      madeUpLead(61, soldOn(1, { zip: '98209' }), {
        ...eve,
        mobile: '(206) 555-0188',
        brokerageName: 'Other',
      }),
    ]);
    const reader = await subscriber(['98208', '98209']);
    const agents = (await todayOf(reader)).agents;
    const [one, other] = ['98208', '98209'].map(zip => agents.find(agent => agent.closings[0]?.zip === zip));
    if (!one || !other) throw new Error('Expected an agent in each ZIP');
    await put(reader, other.agentId, { outcome: 'do-not-call' });
    const admin = await leads.identity.tokenFor({ isAdmin: true });
    const asAdmin = (path: string, body: object) =>
      fetch(`${leads.url}/api/admin/agents/${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${admin}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    await asAdmin(`${one.agentId}/merge`, { from: other.agentId });
    await until(async () => (await todayOf(reader)).total === 0, patience);
    const rows = await leads.pg.query<{ zip: string; id: string }>(
      sql`select zip, id from agents where identity_id = ${one.agentId} and zip = '98208'`,
    );
    await asAdmin(`${one.agentId}/split`, { rows: rows.map(({ zip, id }) => ({ zip, agentId: id })) });
    expect((await todayOf(reader)).total).toBe(0);
    const outcomes = await leads.pg.query<{ zip: string; outcome: string }>(
      sql`select zip, outcome from outcomes where account_id = ${reader.id} order by zip`,
    );
    expect(outcomes).toEqual([
      { zip: '98208', outcome: 'do-not-call' },
      { zip: '98209', outcome: 'do-not-call' },
    ]);
  });
});
