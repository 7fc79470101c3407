import { newId } from '@closingwire/chassis/ids';
import { sql } from '@closingwire/chassis/pg';
import { until } from '@closingwire/chassis/testing';
import type { Outcome, PastOutcome } from '@closingwire/contracts/today';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { madeUpLead } from './made-up-leads.ts';
import { patience } from './start-leads.ts';
import type { Page } from './subscriber.ts';
import { agentNamed, DAY_MS, namesIn, put, type Subscriber, startWithClock, todayOf } from './today.ts';

let leads: Awaited<ReturnType<typeof startWithClock>>;
beforeAll(async () => {
  leads = await startWithClock();
});
afterEach(() => {
  leads.clock.now = leads.start;
});
afterAll(() => leads.stop());

test('an outcome moves the agent down, is replaced by the next one, and is undone', async () => {
  await leads.source.deliver([
    madeUpLead(30, leads.soldOn(1, { zip: '98205', price: 900_000 }), { fullName: 'First One' }),
    madeUpLead(31, leads.soldOn(1, { zip: '98205', price: 800_000 }), { fullName: 'Second One' }),
  ]);
  const reader = await leads.subscriber(['98205']);
  leads.clock.now = new Date();
  const { agentId } = await agentNamed(reader, 'First One');
  const outcomeId = newId();
  for (let repeated = 0; repeated < 2; repeated++) {
    const reply = await put(reader, agentId, { outcome: 'voicemail', note: 'Calls back' }, outcomeId);
    expect(await reply.json()).toMatchObject({ id: outcomeId, outcome: 'voicemail', note: 'Calls back' });
  }
  const after = await todayOf(reader);
  expect(namesIn(after)).toEqual(['Second One', 'First One']);
  expect(after.agents[1]).toMatchObject({
    isDone: true,
    last: { id: outcomeId, note: 'Calls back', followUpOn: null },
  });
  const stranger = await leads.subscriber(['98205']);
  expect(namesIn(await todayOf(stranger))).toEqual(['First One', 'Second One']);
  const undo = (by: Subscriber) => by.ask(`/api/user/outcomes/${outcomeId}`, { method: 'DELETE' });
  expect(await (await undo(stranger)).json()).toEqual({ removed: false });
  expect((await put(stranger, agentId, { outcome: 'met' }, outcomeId)).status).toBe(404);
  expect(await (await undo(reader)).json()).toEqual({ removed: true });
  expect(await (await undo(reader)).json()).toEqual({ removed: false });
  expect(namesIn(await todayOf(reader))).toEqual(['First One', 'Second One']);
});

test('an outcome of an agent in none of the ZIPs is refused', async () => {
  const reader = await leads.subscriber(['98205']);
  expect((await put(reader, newId(), { outcome: 'called' })).status).toBe(404);
});

test('a follow-up brings the agent back to the top on the promised day, from 8 in the agent’s state', async () => {
  row('today/follow-up');
  await leads.source.deliver([
    madeUpLead(40, leads.soldOn(6, { zip: '98206', price: 100_000 }), { fullName: 'Promised One' }),
    madeUpLead(41, leads.soldOn(1, { zip: '98206', price: 800_000 }), { fullName: 'Other One' }),
  ]);
  const reader = await leads.subscriber(['98206']);
  const { agentId } = await agentNamed(reader, 'Promised One');
  const day = new Date(leads.start.getTime() + 10 * DAY_MS).toISOString().slice(0, 10);
  await put(reader, agentId, { outcome: 'called', followUpOn: day });
  // Pacific time is seven or eight hours behind, so 8 is 15 or 16 UTC.
  leads.clock.now = new Date(`${day}T14:30:00Z`);
  expect(namesIn(await todayOf(reader))).toEqual([]);
  leads.clock.now = new Date(`${day}T16:30:00Z`);
  const due = await todayOf(reader);
  expect(due).toMatchObject({
    total: 1,
    due: 1,
    agents: [{ fullName: 'Promised One', deals: 0, isDue: true }],
  });
  await put(reader, agentId, { outcome: 'met' });
  expect(await todayOf(reader)).toMatchObject({ total: 0, due: 0 });
});

test("'do not call' leaves the agent out of lists, counts, exports and API of this account only", async () => {
  await leads.source.deliver([
    madeUpLead(50, leads.soldOn(1, { zip: '98207' }), { fullName: 'Leave Me' }),
    madeUpLead(51, leads.soldOn(1, { zip: '98207' }), { fullName: 'Call Me' }),
  ]);
  const reader = await leads.subscriber(['98207']);
  const stranger = await leads.subscriber(['98207']);
  const { agentId } = await agentNamed(reader, 'Leave Me');
  const outcomeId = newId();
  await put(reader, agentId, { outcome: 'do-not-call' }, outcomeId);
  const namesFor = async (user: Subscriber) => {
    const closings = async (path: string, init?: RequestInit) =>
      ((await (await user.ask(path, init)).json()) as Page).agents.map(({ fullName }) => fullName).toSorted();
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

test('an outcome follows the agent through merges and splits', async () => {
  const eve = { fullName: 'Eve Moss', licenseNumber: null, email: null, mobile: null };
  await leads.source.deliver([
    madeUpLead(60, leads.soldOn(1, { zip: '98208' }), { ...eve, email: 'eve.moss@example.com' }),
    madeUpLead(61, leads.soldOn(1, { zip: '98209' }), {
      ...eve,
      mobile: '(206) 555-0188',
      brokerageName: 'Other',
    }),
  ]);
  const reader = await leads.subscriber(['98208', '98209']);
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

test('a removed outcome is put back in its place, with its note and day', async () => {
  row('today/put-back');
  await leads.source.deliver([madeUpLead(70, leads.soldOn(1, { zip: '98211' }), { fullName: 'Put Back' })]);
  const reader = await leads.subscriber(['98211']);
  const { agentId } = await agentNamed(reader, 'Put Back');
  const ids = [newId(), newId()] as const;
  const first = { outcome: 'voicemail', note: 'Old note', followUpOn: leads.soldOn(-9).soldDate };
  const stored = (await (await put(reader, agentId, first, ids[0])).json()) as { madeAt: string };
  leads.clock.now = new Date(leads.start.getTime() + DAY_MS);
  await put(reader, agentId, { outcome: 'met' }, ids[1]);
  await reader.ask(`/api/user/outcomes/${ids[0]}`, { method: 'DELETE' });
  const back = { ...first, madeAt: stored.madeAt };
  for (let repeated = 0; repeated < 2; repeated++) {
    expect(await (await put(reader, agentId, back, ids[0])).json()).toEqual({ id: ids[0], ...back });
  }
  const { outcomes } = await reader.get<{ outcomes: { id: string }[] }>('/api/user/outcomes');
  expect(outcomes.map(({ id }) => id)).toEqual([ids[1], ids[0]]);
  const later = new Date(leads.start.getTime() + 2 * DAY_MS).toISOString();
  const refused = await put(reader, agentId, { outcome: 'met', madeAt: later });
  expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('time of the past')]);
});

describe('while "do not call" holds', () => {
  /** Returns a reader and the agent of a new ZIP. */
  async function readerOf(lead: number, zip: string, fullName: string) {
    await leads.source.deliver([madeUpLead(lead, leads.soldOn(1, { zip }), { fullName })]);
    const reader = await leads.subscriber([zip]);
    return { reader, agentId: (await agentNamed(reader, fullName)).agentId };
  }
  const historyOf = async (reader: Subscriber) =>
    (await reader.get<{ outcomes: Outcome[] }>('/api/user/outcomes')).outcomes.map(({ outcome }) => outcome);

  test('another outcome is refused, and the mark stays until it is removed', async () => {
    row('today/barred');
    const { reader, agentId } = await readerOf(80, '98212', 'Alek Abernathy');
    const [called, barred] = [newId(), newId()];
    await put(reader, agentId, { outcome: 'called' }, called);
    leads.clock.now = new Date(leads.start.getTime() + 1_000);
    await put(reader, agentId, { outcome: 'do-not-call' }, barred);
    leads.clock.now = new Date(leads.start.getTime() + 2_000);
    for (const id of [newId(), barred]) {
      const refused = await put(reader, agentId, { outcome: 'met' }, id);
      expect([refused.status, await refused.json()]).toEqual([
        409,
        expect.objectContaining({
          message: 'You marked Alek Abernathy “do not call”. Take that back first.',
          outcomeId: barred,
        }),
      ]);
    }
    // Earlier outcomes keep their notes, and an outcome that was removed comes back; neither takes the mark away.
    expect((await put(reader, agentId, { outcome: 'called', note: 'Rude' }, called)).status).toBe(200);
    const madeAt = leads.clock.now.toISOString();
    expect((await put(reader, agentId, { outcome: 'met', madeAt })).status).toBe(200);
    expect(await historyOf(reader)).toEqual(['met', 'do-not-call', 'called']);
    expect(await (await put(reader, agentId, { outcome: 'do-not-call' })).json()).toMatchObject({
      id: barred,
    });
    expect((await todayOf(reader)).total).toBe(0);
    expect((await reader.get<Page>('/api/user/agents')).agents).toEqual([]);
    const { outcomes } = await reader.get<{ outcomes: PastOutcome[] }>(
      '/api/user/outcomes?outcome=do-not-call',
    );
    expect(outcomes).toMatchObject([{ id: barred, isLatest: true }]);
    await reader.ask(`/api/user/outcomes/${barred}`, { method: 'DELETE' });
    expect((await put(reader, agentId, { outcome: 'voicemail' })).status).toBe(200);
    expect((await todayOf(reader)).total).toBe(1);
  });

  test('an outcome noted at the same time does not take it away', async () => {
    row('today/barred');
    const { reader, agentId } = await readerOf(81, '98213', 'Two At Once');
    const kinds = ['called', 'do-not-call', 'met', 'do-not-call', 'voicemail'];
    const replies = await Promise.all(kinds.map(outcome => put(reader, agentId, { outcome })));
    expect(replies[1]?.status).toBe(200);
    const noted = await historyOf(reader);
    expect(noted.filter(outcome => outcome === 'do-not-call')).toHaveLength(1);
    expect(noted).toHaveLength(replies.filter(({ status }) => status === 200).length - 1);
    expect((await todayOf(reader)).total).toBe(0);
  });
});

test('the same outcome again within seconds is the first one', async () => {
  row('today/pressed-twice');
  await leads.source.deliver([
    madeUpLead(82, leads.soldOn(1, { zip: '98214' }), { fullName: 'Pressed Twice' }),
    madeUpLead(83, leads.soldOn(1, { zip: '98214' }), { fullName: 'Left Alone' }),
  ]);
  const reader = await leads.subscriber(['98214']);
  leads.clock.now = new Date();
  const { agentId } = await agentNamed(reader, 'Pressed Twice');
  expect(await todayOf(reader)).toMatchObject({ done: 0, hasOutcomes: false });
  const both = await Promise.all([0, 1].map(() => put(reader, agentId, { outcome: 'called' })));
  const [first, second] = await Promise.all(both.map(async reply => (await reply.json()) as Outcome));
  expect(second?.id).toBe(first?.id);
  const noted = async () => (await reader.get<{ total: number }>('/api/user/outcomes')).total;
  expect(await noted()).toBe(1);
  await put(reader, agentId, { outcome: 'called', note: 'Again' });
  leads.clock.now = new Date(leads.clock.now.getTime() + 6_000);
  await put(reader, agentId, { outcome: 'called' });
  expect(await noted()).toBe(3);
  expect(await todayOf(reader)).toMatchObject({ total: 2, done: 1, hasOutcomes: true });
});
