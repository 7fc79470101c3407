import { newId } from '@closingwire/chassis/ids';
import { createLog } from '@closingwire/chassis/log';
import { openPg, sql } from '@closingwire/chassis/pg';
import { until } from '@closingwire/chassis/testing';
import { userDeleted, userRegistered } from '@closingwire/contracts/auth';
import { standingChanged, subscriptionCreated } from '@closingwire/contracts/billing';
import { type DigestReply, digestReady } from '@closingwire/contracts/digest';
import type { TodayReply } from '@closingwire/contracts/today';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { migrations } from '../src/config.ts';
import { planDigests } from '../src/digest/plan.ts';
import { INGEST } from '../src/lists/stored-through.ts';
import { userFacts } from '../src/user-data.ts';
import {
  everyDay,
  digestPath as path,
  putDigest as put,
  sendNow,
  sentNow,
  soldYesterday,
  startDigests,
} from './digests.ts';
import { madeUpLead } from './made-up-leads.ts';
import { patience } from './start-leads.ts';
import { accountOf, subscriptionOf, userOf } from './states.ts';
import { subscriberOf } from './subscriber.ts';
import { DAY_MS } from './today.ts';

const digests = await startDigests();
const { leads, bus, start, reader, newZip, deliverAgent, plan, planNext, digestsOf } = digests;

afterEach(() => digests.setNow(start));
afterAll(() => digests.stop());

describe('the settings of a digest', () => {
  test.each([
    ['AZ', 'America/Phoenix', '2026-03-08T13:30:00.000Z'],
    ['HI', 'Pacific/Honolulu', '2026-03-08T16:30:00.000Z'],
    ['WA', 'America/Los_Angeles', '2026-03-08T13:30:00.000Z'],
  ])('begin in the time zone of the first ZIP, in %s', async (state, timeZone, afterChange) => {
    const user = await subscriberOf(leads, []);
    expect(await user.get(path)).toMatchObject({ frequency: 'daily', timeZone: null, nextAt: null });
    const first = subscriptionOf(user.id, newZip(), { state });
    await leads.bus.send(subscriptionCreated, [{ data: first }]);
    const found = await until(async () => {
      const digest = await user.get<DigestReply>(path);
      return digest.nextAt === null ? undefined : digest;
    }, patience);
    expect(found).toMatchObject({ frequency: 'daily', localTime: '06:30', timeZone, lastSentAt: null });
    digests.setNow(new Date('2026-03-07T20:00:00Z'));
    const body = { frequency: 'daily', weekday: 1, localTime: '06:30', timeZone };
    const changed = (await (await put(user, body)).json()) as DigestReply;
    expect(changed.nextAt).toBe(afterChange);
  });

  test('stay as the user chose them, however often an event is delivered', async () => {
    const user = await subscriberOf(leads, [newZip()]);
    const chosen = { frequency: 'weekly', weekday: 5, localTime: '17:45', timeZone: 'America/Denver' };
    for (let repeated = 0; repeated < 2; repeated += 1) {
      const reply = await put(user, chosen);
      expect(await reply.json()).toMatchObject(chosen);
    }
    await leads.bus.send(
      subscriptionCreated,
      [...user.subscriptions, ...user.subscriptions].map(data => ({ data })),
    );
    await leads.subscribe(user.id, [newZip()]);
    expect(await user.get(path)).toMatchObject(chosen);
    const stranger = await subscriberOf(leads, [newZip()]);
    expect(await stranger.get(path)).toMatchObject({ frequency: 'daily', localTime: '06:30' });
    const off = await put(user, { ...chosen, frequency: 'off' });
    expect(await off.json()).toMatchObject({ frequency: 'off', nextAt: null });
  });

  test.each([
    ['an unknown time zone', { timeZone: 'America/Nowhere' }],
    ['an offset as time zone', { timeZone: '+02:00' }],
    ['an hour after 23', { localTime: '24:00' }],
    ['an eighth weekday', { weekday: 8 }],
    ['an unknown frequency', { frequency: 'hourly' }],
  ])('with %s are refused', async (_name, wrong) => {
    const user = await subscriberOf(leads, []);
    expect((await put(user, { ...everyDay, ...wrong })).status).toBe(400);
    expect(await user.get(path)).toMatchObject({ timeZone: null });
  });
});

describe('a planned digest', () => {
  test('has the agents of a ZIP whose closings were stored before the account had it', async () => {
    const [early, late] = [newZip(), newZip()];
    await deliverAgent(early, { fullName: 'Early Bird' });
    await deliverAgent(late, { fullName: 'Patient Agent' });
    const user = await reader([early]);
    await planNext(user);
    await leads.subscribe(user.id, [late]);
    await planNext(user);
    await planNext(user);
    const [first, second, ...more] = await digestsOf(user);
    expect(more).toEqual([]);
    expect(first).toMatchObject({ isFirst: true, newAgents: 1 });
    expect(first?.agents.map(({ fullName }) => fullName)).toEqual(['Early Bird']);
    expect(second).toMatchObject({ newAgents: 1, newDeals: 0 });
    expect(second?.isFirst).toBeUndefined();
    expect(second?.agents.map(({ fullName }) => fullName)).toEqual(['Patient Agent']);
  });

  test('leaves out agents for whom the user noted an outcome since they came', async () => {
    const zip = newZip();
    const user = await reader([zip]);
    await deliverAgent(zip, { fullName: 'Called Already' });
    await deliverAgent(zip, { fullName: 'Not Yet' });
    const { agents } = await user.get<TodayReply>('/api/user/today');
    const called = agents.find(({ fullName }) => fullName === 'Called Already');
    digests.setNow(new Date(Date.now() + 1_000));
    const body = JSON.stringify({ agentId: called?.agentId, outcome: 'called' });
    expect((await user.ask(`/api/user/outcomes/${newId()}`, { method: 'PUT', body })).status).toBe(200);
    await planNext(user);
    const [first] = await digestsOf(user);
    expect(first?.agents.map(({ fullName }) => fullName)).toEqual(['Not Yet']);
  });

  test('has the agents who came since the last one, with their deals, sum, side and phone', async () => {
    const zip = newZip();
    const user = await reader([zip]);
    await deliverAgent(zip, { fullName: 'Early Bird', licenseNumber: 'D-1' });
    await planNext(user);
    await deliverAgent(zip, { fullName: 'Late Comer', mobile: '(206) 555-0199' }, { price: 700_000 });
    await deliverAgent(zip, { fullName: 'Early Bird', licenseNumber: 'D-1' }, { price: 300_000 });
    await planNext(user);
    await planNext(user);
    const [first, second, ...more] = await digestsOf(user);
    expect(more).toEqual([]);
    expect(first?.agents.map(({ fullName }) => fullName)).toEqual(['Early Bird']);
    expect(second).toMatchObject({ accountId: user.id, newAgents: 1, newDeals: 1, since: first?.through });
    expect(second?.agents).toMatchObject([
      { fullName: 'Early Bird', news: 'deal', deals: 2 },
      {
        fullName: 'Late Comer',
        brokerageName: 'Example & Co.',
        news: 'agent',
        deals: 1,
        total: 700_000,
        side: 'listing side',
        phone: '(206) 555-0199',
        mustNotCall: false,
      },
    ]);
  });

  test('is due again a day later, with or without news', async () => {
    const user = await reader([newZip()]);
    const { nextAt } = await user.get<DigestReply>(path);
    await planNext(user);
    const after = await user.get<DigestReply>(path);
    expect(Date.parse(after.nextAt ?? '')).toBeGreaterThan(Date.parse(nextAt ?? '') + 20 * 3_600_000);
    expect(after.lastSentAt).toBeNull();
    expect(await digestsOf(user)).toEqual([]);
  });
});

describe('a weekly digest', () => {
  const dayOf = (days: number) => new Date(start.getTime() - days * DAY_MS).toISOString().slice(0, 10);

  test('has sales that were stored late, or have left the list since they came', async () => {
    row('digest/weekly');
    const zip = newZip();
    const user = await reader([zip]);
    await deliverAgent(zip, { fullName: 'In The Last', licenseNumber: 'D-9' }, { soldDate: dayOf(2) });
    await planNext(user);
    const weekly = { ...everyDay, frequency: 'weekly', weekday: 1 };
    await put(user, weekly);
    await deliverAgent(zip, { fullName: 'Day After' }, { soldDate: dayOf(0) });
    await deliverAgent(zip, { fullName: 'Late Record' }, { soldDate: dayOf(4), price: 300_000 });
    await deliverAgent(zip, { fullName: 'Never Listed' }, { soldDate: dayOf(10) });
    await deliverAgent(zip, { fullName: 'In The Last', licenseNumber: 'D-9' }, { soldDate: dayOf(1) });
    digests.setNow(new Date(start.getTime() + 7.5 * DAY_MS));
    expect(await sentNow(user)).toMatchObject({ sent: true, newAgents: 2, newDeals: 1 });
    digests.setNow(new Date(start.getTime() + 7.5 * DAY_MS + 61_000));
    expect(await sentNow(user)).toMatchObject({ sent: false, reason: 'no-news' });
    digests.setNow(start);
    const [, second, ...more] = await digestsOf(user);
    expect(more).toEqual([]);
    const shown = second?.agents.map(({ fullName, news, deals, total, earlierSoldOn }) => ({
      ...{ fullName, news, deals, total, earlierSoldOn },
    }));
    expect(shown?.toSorted((a, b) => a.fullName.localeCompare(b.fullName))).toEqual([
      expect.objectContaining({ fullName: 'Day After', news: 'agent', earlierSoldOn: dayOf(0) }),
      expect.objectContaining({ fullName: 'In The Last', news: 'deal', deals: 1, earlierSoldOn: dayOf(1) }),
      { fullName: 'Late Record', news: 'agent', deals: 1, total: 300_000, earlierSoldOn: dayOf(4) },
    ]);
  });
});

describe('the agents of a digest', () => {
  test('are without opted-out agents, outcomes against them and other ZIPs', async () => {
    const zip = newZip();
    const user = await reader([zip]);
    for (const fullName of ['Opted Out', 'Do Not Call', 'Not Interested', 'Fine One'])
      await deliverAgent(zip, { fullName });
    await deliverAgent(newZip(), { fullName: 'Elsewhere' });
    await leads.pg.execute(
      sql`update closings c set is_suppressed = true from agents a
       where a.zip = c.zip and a.id = c.agent_id and c.zip = ${zip} and a.full_name = 'Opted Out'`,
    );
    const { agents } = await user.get<TodayReply>('/api/user/today');
    for (const [fullName, outcome] of [
      ['Do Not Call', 'do-not-call'],
      ['Not Interested', 'not-interested'],
    ] as const) {
      const agentId = agents.find(agent => agent.fullName === fullName)?.agentId;
      const body = JSON.stringify({ agentId, outcome });
      expect((await user.ask(`/api/user/outcomes/${newId()}`, { method: 'PUT', body })).status).toBe(200);
    }
    await planNext(user);
    const [digest] = await digestsOf(user);
    expect(digest?.agents.map(({ fullName }) => fullName)).toEqual(['Fine One']);
  });

  test('have a mark at a phone that proved wrong', async () => {
    const zip = newZip();
    const user = await reader([zip]);
    const [wrong, right] = ['(206) 555-0811', '(206) 555-0812'];
    await deliverAgent(zip, { fullName: 'Wrong Phone', mobile: wrong });
    await deliverAgent(zip, { fullName: 'Right Phone', mobile: null, phone: right });
    await leads.pg.execute(
      sql`insert into contact_evidence (hash, about, result, provider, checked_at)
       values (contact_hash('phone', ${wrong}), 'wrong', 'wrong', 'admin', now())`,
    );
    await planNext(user);
    const [digest] = await digestsOf(user);
    const shown = digest?.agents.map(({ fullName, phone, mustNotCall }) => [fullName, phone, mustNotCall]);
    expect(shown).toHaveLength(2);
    expect(shown).toContainEqual(['Wrong Phone', wrong, true]);
    expect(shown).toContainEqual(['Right Phone', right, false]);
  });

  test('are 25 at most, but all are counted', async () => {
    const zip = newZip();
    const user = await reader([zip]);
    await leads.source.deliver(
      Array.from({ length: 30 }, (_, n) =>
        madeUpLead(500 + n, soldYesterday(start, zip), { fullName: `Of Many ${n}` }),
      ),
    );
    await planNext(user);
    const [digest] = await digestsOf(user);
    expect([digest?.newAgents, digest?.agents.length]).toEqual([30, 25]);
  });
});

describe('an agent with news', () => {
  test('waits until closed lists are open again', async () => {
    const zip = newZip();
    const user = await reader([zip]);
    await deliverAgent(zip, { fullName: 'Patient One' });
    const standing = async (version: number, paymentState: 'none' | 'active') => {
      const state = accountOf(user.id, { version, paymentState, trialExpiresAt: '2026-01-01T00:00:00Z' });
      await leads.bus.send(standingChanged, [{ data: state }]);
      await until(() =>
        leads.pg.returnsRow(sql`select from accounts where id = ${user.id} and version = ${version}`),
      );
    };
    expect(await user.get(path)).toMatchObject({ areListsClosed: false });
    await standing(1, 'none');
    expect(await user.get(path)).toMatchObject({ areListsClosed: true });
    expect(await (await put(user, everyDay)).json()).toMatchObject({ areListsClosed: true });
    await planNext(user);
    expect((await sendNow(user)).status).toBe(402);
    expect(await digestsOf(user)).toEqual([]);
    await standing(2, 'active');
    expect(await user.get(path)).toMatchObject({ areListsClosed: false });
    await planNext(user);
    expect(await digestsOf(user)).toMatchObject([{ newAgents: 1 }]);
  });

  test('leaves agents of a running load to the next one', async () => {
    const zip = newZip();
    const user = await reader([zip]);
    const loader = openPg({ url: leads.pg.url, name: INGEST, max: 1, migrations });
    const load = await loader.pool.connect();
    try {
      await load.query('begin; select 1');
      await deliverAgent(zip, { fullName: 'During A Load' });
      await planNext(user);
      expect(await user.get(path)).toMatchObject({ lastSentAt: null });
      await load.query('commit');
      await planNext(user);
      expect(await digestsOf(user)).toMatchObject([{ newAgents: 1 }]);
    } finally {
      load.release();
      await loader.pool.end();
    }
  });

  test('is published once by two planners at the same time', async () => {
    const zip = newZip();
    await deliverAgent(zip, { fullName: 'For Everybody' });
    const ids = Array.from({ length: 450 }, () => newId());
    await leads.pg.execute(
      sql`insert into subscriptions (id, account_id, zip, version) select gen_random_uuid(), id, ${zip}, 1
       from unnest(${ids}::uuid[]) id`,
    );
    await leads.pg.execute(
      sql`insert into digests (account_id, time_zone, next_at, last_through)
       select id, 'America/Chicago', ${start}::timestamptz - interval '1 minute', now() - interval '1 day'
       from unnest(${ids}::uuid[]) id`,
    );
    const other = openPg({ url: leads.pg.url, name: INGEST, migrations });
    await Promise.all([
      plan(),
      planDigests({ pg: other, clock: () => start, log: createLog('other', 'silent') }),
      plan(),
    ]);
    await other.pool.end();
    const wanted = new Set(ids);
    const published = () => bus.arrivals(digestReady).filter(({ key }) => wanted.has(key ?? ''));
    await until(() => published().length >= ids.length, patience);
    await plan();
    await digestsOf(await reader([newZip()]));
    expect(published()).toHaveLength(ids.length);
    expect(new Set(published().map(({ key }) => key)).size).toBe(ids.length);
  });
});

describe('a digest sent now', () => {
  test('has the news, which the next one leaves out', async () => {
    const zip = newZip();
    const user = await reader([zip]);
    await deliverAgent(zip, { fullName: 'Just Closed' });
    expect(await sentNow(user)).toMatchObject({ sent: true, reason: null, newAgents: 1, newDeals: 0 });
    const tooSoon = await sendNow(user);
    expect([tooSoon.status, await tooSoon.json()]).toMatchObject([429, { code: 'digest_too_soon' }]);
    digests.setNow(new Date(start.getTime() + 61_000));
    expect(await sentNow(user)).toMatchObject({ sent: false, reason: 'no-news', newAgents: 0 });
    expect(await user.get(path)).toMatchObject({ lastSentAt: start.toISOString() });
    await planNext(user);
    expect(await digestsOf(user)).toMatchObject([{ newAgents: 1 }]);
  });

  test('is not sent to a user without notices', async () => {
    const zip = newZip();
    const user = await reader([zip]);
    await deliverAgent(zip, { fullName: 'Unwanted One' });
    const state = userOf(user.id, { emailNotifications: false });
    await leads.bus.send(userRegistered, [{ data: state }]);
    await until(() => leads.pg.returnsRow(sql`select from users where id = ${user.id}`));
    expect(await sentNow(user)).toMatchObject({ sent: false, reason: 'notices-off' });
    await planNext(user);
    expect(await digestsOf(user)).toEqual([]);
  });

  test('is admitted once a minute, also without news and at the same time', async () => {
    const user = await reader([newZip()]);
    const ask = async () => (await sendNow(user)).status;
    const statuses = await Promise.all([ask(), ask(), ask()]);
    expect(statuses.toSorted()).toEqual([200, 429, 429]);
    const refused = await sendNow(user);
    const { code, message, retryAfterSeconds } = (await refused.json()) as Record<string, unknown>;
    expect(code).toBe('digest_too_soon');
    expect(retryAfterSeconds).toBe(60);
    expect(message).toContain('try again in 60 s');
    digests.setNow(new Date(start.getTime() + 60_000));
    expect(await sentNow(user)).toMatchObject({ sent: false, reason: 'no-news' });
    const other = await reader([newZip()]);
    expect(await sentNow(other)).toMatchObject({ sent: false });
  });

  test('needs a ZIP', async () => {
    expect((await sendNow(await subscriberOf(leads, []))).status).toBe(402);
  });
});

test('a digest is in the export of the user, and deleted with the account for good', async () => {
  const user = await reader([newZip()]);
  const stored = () => leads.pg.returnsRow(sql`select from digests where account_id = ${user.id}`);
  const { digest } = await userFacts(leads.pg, user.id, 'ada@example.com');
  expect(digest).toMatchObject({ frequency: 'daily', timeZone: 'America/Chicago' });
  const deletion = { id: user.id, version: 2, deletedAt: start.toISOString() };
  await leads.bus.send(userDeleted, [{ data: deletion }]);
  await until(async () => !(await stored()), patience);
  await leads.subscribe(user.id, [newZip()]);
  await leads.subscribe(newId(), [newZip()]);
  expect(await stored()).toBe(false);
  expect((await put(user, everyDay)).status).toBe(401);
  expect(await stored()).toBe(false);
});
