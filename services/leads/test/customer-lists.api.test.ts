import { newId } from '@closingwire/chassis/ids';
import { sql } from '@closingwire/chassis/pg';
import { until } from '@closingwire/chassis/testing';
import { userUpdated } from '@closingwire/contracts/auth';
import { trialExpired } from '@closingwire/contracts/billing';
import type { CustomerDelivery, ExplainedList } from '@closingwire/contracts/customer-lists';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { madeUpLead } from './made-up-leads.ts';
import { startLeads } from './start-leads.ts';
import { accountOf, userOf } from './states.ts';
import { subscriberOf } from './subscriber.ts';

let leads: Awaited<ReturnType<typeof startLeads>>;
let token: string;
beforeAll(async () => {
  leads = await startLeads({ clock: () => new Date('2026-03-18T19:00:00Z') });
  token = await leads.identity.tokenFor({ isAdmin: true });
});
afterAll(() => leads.stop());

const askAs = async (bearer: string, path: string) => {
  const headers = { authorization: `Bearer ${bearer}` };
  const reply = await fetch(`${leads.url}/api/admin/customers/${path}`, { headers });
  return { status: reply.status, body: await reply.json() };
};
const askAdmin = (path: string) => askAs(token, path);

type Explained = { lists: ExplainedList[]; lastDeliveryAt: string | null };
const explained = async (userId: string, zip = '') =>
  (await askAdmin(`${userId}/lists?zip=${zip}`)).body as Explained;

/** A subscriber of these ZIPs whom leads knows. */
async function knownSubscriber(zipCodes: string[], account: Parameters<typeof accountOf>[1] = {}) {
  const user = await subscriberOf(leads, zipCodes);
  const trialExpiresAt = '2026-04-01T00:00:00Z';
  await leads.bus.send(userUpdated, [{ data: userOf(user.id) }]);
  await leads.bus.send(trialExpired, [{ data: accountOf(user.id, { trialExpiresAt, ...account }) }]);
  await until(() =>
    leads.pg.returnsRow(sql`select from users u join accounts a on a.id = u.id where u.id = ${user.id}`),
  );
  return user;
}

const reasonsOf = async (userId: string, zip = '') => (await explained(userId, zip)).lists[0]?.reasons;

describe('a list', () => {
  test('with closings has their number and days, and no reason', async () => {
    const { id } = await knownSubscriber(['98101']);
    const property = { zip: '98101' };
    await leads.source.deliver([
      madeUpLead(1, property),
      madeUpLead(2, { ...property, soldDate: '2026-03-15' }),
    ]);
    const { lists, lastDeliveryAt } = await explained(id);
    expect(lists).toEqual([
      {
        zipCode: '98101',
        kind: 'charged',
        isOpen: true,
        closings: 2,
        firstDay: '2026-03-15',
        lastDay: '2026-03-17',
        readyAt: expect.any(String),
        lastDeliveryAt: expect.any(String),
        reasons: [],
      },
    ]);
    expect(lastDeliveryAt).toEqual(expect.any(String));
    expect(await explained(id)).toEqual(await explained(id, '98101'));
  });

  test('of a ZIP that no delivery had is named so', async () => {
    const { id } = await knownSubscriber(['98102']);
    expect(await reasonsOf(id)).toEqual([{ kind: 'no-delivery' }]);
  });

  test('of a ZIP that the user does not have is explained for that ZIP', async () => {
    const { id } = await knownSubscriber(['98103']);
    expect(await reasonsOf(id, '98104')).toEqual([{ kind: 'no-subscription' }, { kind: 'no-delivery' }]);
  });

  test('is not open after an unpaid trial, and after the payments ended', async () => {
    const trialExpiresAt = '2026-03-15T00:00:00.000Z';
    const over = await knownSubscriber(['98105'], { trialExpiresAt, paymentState: 'none' });
    expect(await reasonsOf(over.id)).toContainEqual({
      kind: 'not-open',
      cause: 'trial-over',
      since: trialExpiresAt,
    });
    const ended = await knownSubscriber(['98105'], { trialExpiresAt, paymentState: 'ended' });
    expect(await reasonsOf(ended.id)).toContainEqual({ kind: 'not-open', cause: 'ended', since: null });
    const late = await knownSubscriber(['98105'], { trialExpiresAt, paymentState: 'past_due' });
    expect(await reasonsOf(late.id)).toEqual([{ kind: 'no-delivery' }]);
  });
});

describe('the closings that a list leaves out', () => {
  test('as rejected rows are counted by what was expected', async () => {
    const { id } = await knownSubscriber(['98106']);
    const rows = [1, 2].map(n => madeUpLead(n, { zip: '98106', soldDate: `soon ${n}` }));
    await leads.source.post(
      'application/json',
      JSON.stringify([...rows, madeUpLead(3, { zip: '98107', price: 'x' })]),
    );
    const reasons = await reasonsOf(id);
    expect(reasons).toEqual([
      { kind: 'no-delivery' },
      {
        kind: 'rejected',
        rows: 2,
        causes: [{ field: 'property.soldDate', expected: expect.not.stringContaining('soon'), rows: 2 }],
      },
    ]);
  });

  test('are of opted-out agents, lost, or of agents not to call', async () => {
    const { id } = await knownSubscriber(['98108']);
    await leads.source.deliver([1, 2, 3].map(n => madeUpLead(n, { zip: '98108' })));
    const [one, two, three] = await leads.pg.query<{ id: string; agentId: string }>(
      sql`select id, agent_id as "agentId" from closings where zip = '98108' order by id`,
    );
    await leads.pg.execute(
      sql`update closings set is_suppressed = true where zip = '98108' and id = ${one?.id}`,
    );
    await leads.pg.execute(
      sql`update closings set source_ids = '{}' where zip = '98108' and id = ${two?.id}`,
    );
    await leads.pg.execute(
      sql`insert into outcomes (id, account_id, agent_id, zip, row_id, outcome, made_at)
       select ${newId()}, ${id}, identity_id, zip, id, 'do-not-call', now() from agents
       where zip = '98108' and id = ${three?.agentId}`,
    );
    expect(await reasonsOf(id)).toEqual([
      { kind: 'opted-out', closings: 1, agents: 1 },
      { kind: 'retracted', closings: 1 },
      { kind: 'do-not-call', closings: 1, agents: 1 },
    ]);
    const other = await knownSubscriber(['98108']);
    expect((await explained(other.id)).lists[0]).toMatchObject({ closings: 1 });
  });

  test('have the sources whose license ended', async () => {
    const { id } = await knownSubscriber(['98109']);
    await leads.source.deliver([madeUpLead(1, { zip: '98109' })]);
    await leads.pg.execute(sql`update sources set expires_at = '2026-03-01T00:00:00Z' where kind = 'key'`);
    expect(await reasonsOf(id)).toEqual([
      {
        kind: 'not-permitted',
        closings: 1,
        sources: [{ name: 'Default lead source', endedAt: '2026-03-01T00:00:00.000Z' }],
      },
    ]);
    await leads.pg.execute(sql`update sources set expires_at = null`);
    expect(await reasonsOf(id)).toEqual([]);
  });

  test('as too old have the day of the newest', async () => {
    const { id } = await knownSubscriber(['98110']);
    const days = ['2026-02-01', '2026-02-20'];
    await leads.source.deliver(days.map((soldDate, n) => madeUpLead(n, { zip: '98110', soldDate })));
    expect(await reasonsOf(id)).toEqual([{ kind: 'too-old', closings: 2, newestDay: '2026-02-20' }]);
  });
});

test('deliveries are those that brought closings of the ZIPs of the user', async () => {
  const { id } = await knownSubscriber(['98111']);
  const { batchId } = await leads.source.deliver([
    madeUpLead(1, { zip: '98111' }),
    madeUpLead(2, { zip: '98112' }),
  ]);
  await leads.source.deliver([madeUpLead(3, { zip: '98112' })]);
  const { deliveries } = (await askAdmin(`${id}/deliveries`)).body as { deliveries: CustomerDelivery[] };
  expect(deliveries).toMatchObject([
    { id: batchId, source: 'Default lead source', zips: [{ zipCode: '98111', closings: 1 }] },
  ]);
});

test('only admins read them, and an unknown user is missing', async () => {
  const user = await leads.identity.tokenFor({ id: newId() });
  for (const part of ['lists', 'deliveries']) {
    expect((await askAs(user, `${newId()}/${part}`)).status).toBe(404);
    expect(await askAdmin(`${newId()}/${part}`)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect((await askAdmin(`nobody/${part}`)).status).toBe(400);
  }
});

test('flags are those of one reporter', async () => {
  const { id, ask, get } = await subscriberOf(leads, ['98113']);
  await leads.source.deliver([madeUpLead(1, { zip: '98113' })]);
  const { agents } = await get<{ agents: { id: string }[] }>('/api/user/agents');
  const body = JSON.stringify({ agentId: agents[0]?.id, note: 'The number is wrong' });
  await ask('/api/lead-flags', { method: 'POST', body });
  const flagsOf = async (userId: string) => {
    const headers = { authorization: `Bearer ${token}` };
    const reply = await fetch(`${leads.url}/api/admin/lead-flags?userId=${userId}`, { headers });
    return reply.json();
  };
  expect(await flagsOf(id)).toMatchObject({
    total: 1,
    pending: 1,
    leadFlags: [{ zipCode: '98113', user: { id }, note: 'The number is wrong' }],
  });
  expect(await flagsOf(newId())).toEqual({ total: 0, pending: 0, leadFlags: [] });
});

test('rejected rows are found by reason, source and ZIP', async () => {
  const rows = [
    madeUpLead(1, { zip: '98120', soldDate: 'never' }),
    madeUpLead(2, { zip: '98121', soldDate: 'never' }),
    madeUpLead(3, { zip: '9812' }),
  ];
  await leads.source.post('application/json', JSON.stringify(rows));
  const { id } = await leads.pg.one<{ id: number }>(sql`select id from sources where kind = 'key'`);
  const found = async (query: string) => {
    const reply = await fetch(`${leads.url}/api/admin/rejected-rows?${query}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    return (await reply.json()) as { rows: { zipCode: string | null; field: string }[]; total: number };
  };
  expect(await found('zip=98120')).toMatchObject({
    total: 1,
    rows: [{ zipCode: '98120', field: 'property.soldDate', source: 'Default lead source' }],
  });
  expect((await found('zip=98120&reason=solddate')).total).toBe(1);
  expect((await found('zip=98120&reason=price')).total).toBe(0);
  expect((await found(`zip=98121&sourceId=${id}`)).total).toBe(1);
  expect((await found(`zip=98121&sourceId=${id + 100}`)).total).toBe(0);
  expect((await found('reason=property.zip')).rows).toContainEqual(
    expect.objectContaining({ zipCode: null, field: 'property.zip' }),
  );
});
