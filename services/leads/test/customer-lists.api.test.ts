import { newId } from '@closingwire/chassis/ids';
import { sql } from '@closingwire/chassis/pg';
import { until } from '@closingwire/chassis/testing';
import { userSuspended } from '@closingwire/contracts/auth';
import { subscriptionCancelled } from '@closingwire/contracts/billing';
import type { CustomerDelivery } from '@closingwire/contracts/customer-lists';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Customers, startCustomers } from './explained-lists.ts';
import { madeUpLead } from './made-up-leads.ts';
import { userOf } from './states.ts';
import { subscriberOf } from './subscriber.ts';

let customers: Customers;
let leads: Customers['leads'];
beforeAll(async () => {
  customers = await startCustomers();
  leads = customers.leads;
});
afterAll(() => leads.stop());

describe('a list', () => {
  test('with closings has their number and days, and no reason', async () => {
    const { id } = await customers.knownSubscriber(['98101']);
    const property = { zip: '98101' };
    await leads.source.deliver([
      madeUpLead(1, property),
      madeUpLead(2, { ...property, soldDate: '2026-03-15' }),
    ]);
    const { lists, lastDeliveryAt } = await customers.explained(id);
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
    expect(await customers.explained(id)).toEqual(await customers.explained(id, '98101'));
  });

  test('of a ZIP that no delivery had is named so', async () => {
    const { id } = await customers.knownSubscriber(['98102']);
    expect(await customers.reasonsOf(id)).toEqual([{ kind: 'no-delivery' }]);
  });

  test('of a ZIP that the user does not have is explained for that ZIP', async () => {
    const { id } = await customers.knownSubscriber(['98103']);
    expect(await customers.reasonsOf(id, '98104')).toEqual([
      { kind: 'no-subscription' },
      { kind: 'no-delivery' },
    ]);
  });

  test('is not open after an unpaid trial, and after the payments ended', async () => {
    const trialExpiresAt = '2026-03-15T00:00:00.000Z';
    const over = await customers.knownSubscriber(['98105'], { trialExpiresAt, paymentState: 'none' });
    expect(await customers.reasonsOf(over.id)).toContainEqual({
      kind: 'not-open',
      cause: 'trial-over',
      since: trialExpiresAt,
    });
    const ended = await customers.knownSubscriber(['98105'], { trialExpiresAt, paymentState: 'ended' });
    expect(await customers.reasonsOf(ended.id)).toContainEqual({
      kind: 'not-open',
      cause: 'ended',
      since: null,
    });
    const late = await customers.knownSubscriber(['98105'], { trialExpiresAt, paymentState: 'past_due' });
    expect(await customers.reasonsOf(late.id)).toEqual([{ kind: 'no-delivery' }]);
  });
});

describe('a ZIP that the user had', () => {
  test.each(['given-back', 'removed', 'trial-over', 'payments-ended', undefined] as const)(
    'has its end by %s, in the lists and for that ZIP',
    async endedBy => {
      const {
        id,
        subscriptions: [former],
      } = await customers.knownSubscriber(['98130', '98131']);
      const endedAt = '2026-03-16T12:00:00.000Z';
      if (!former) throw new Error('Expected a subscription');
      const data = { ...former, version: 2, cancelledAt: endedAt, ...(endedBy && { endedBy }) };
      for (const _ of [1, 2]) await leads.bus.send(subscriptionCancelled, [{ data }]);
      const ended = { kind: 'subscription-ended', endedAt, endedBy: endedBy ?? null };
      await until(async () =>
        (await customers.reasonsOf(id, '98130'))?.some(({ kind }) => kind === ended.kind),
      );
      expect(await customers.reasonsOf(id, '98130')).toEqual([ended, { kind: 'no-delivery' }]);
      expect((await customers.explained(id)).lists).toMatchObject([
        { zipCode: '98131', kind: 'charged', isOpen: true },
        { zipCode: '98130', kind: null, isOpen: false, reasons: [ended, { kind: 'no-delivery' }] },
      ]);
    },
  );

  test('and has again is a present one', async () => {
    const {
      id,
      subscriptions: [former],
    } = await customers.knownSubscriber(['98132']);
    if (!former) throw new Error('Expected a subscription');
    const data = { ...former, version: 2, cancelledAt: '2026-03-16T12:00:00.000Z' };
    await leads.bus.send(subscriptionCancelled, [{ data }]);
    await until(async () => (await customers.explained(id)).lists[0]?.kind === null);
    await leads.subscribe(id, ['98132']);
    expect((await customers.explained(id)).lists).toMatchObject([
      { zipCode: '98132', kind: 'charged', isOpen: true },
    ]);
  });
});

test('the lists of a suspended user are closed for that reason', async () => {
  const { id } = await customers.knownSubscriber(['98133']);
  await leads.bus.send(userSuspended, [{ data: userOf(id, { version: 2, status: 'suspended' }) }]);
  const suspended = { kind: 'not-open', cause: 'suspended', since: null };
  await until(async () => (await customers.explained(id)).lists[0]?.isOpen === false);
  expect(await customers.reasonsOf(id)).toEqual([suspended, { kind: 'no-delivery' }]);
  expect(await customers.reasonsOf(id, '98134')).toEqual([
    { kind: 'no-subscription' },
    { kind: 'no-delivery' },
  ]);
});

test('deliveries are those that brought closings of the ZIPs of the user', async () => {
  const { id } = await customers.knownSubscriber(['98111']);
  const { batchId } = await leads.source.deliver([
    madeUpLead(1, { zip: '98111' }),
    madeUpLead(2, { zip: '98112' }),
  ]);
  await leads.source.deliver([madeUpLead(3, { zip: '98112' })]);
  const { deliveries } = (await customers.askAdmin(`${id}/deliveries`)).body as {
    deliveries: CustomerDelivery[];
  };
  expect(deliveries).toMatchObject([
    { id: batchId, source: 'Default lead source', zips: [{ zipCode: '98111', closings: 1 }] },
  ]);
});

test('only admins read them, and an unknown user is missing', async () => {
  const user = await leads.identity.tokenFor({ id: newId() });
  for (const part of ['lists', 'deliveries']) {
    expect((await customers.askAs(user, `${newId()}/${part}`)).status).toBe(404);
    expect(await customers.askAdmin(`${newId()}/${part}`)).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
    expect((await customers.askAdmin(`nobody/${part}`)).status).toBe(400);
  }
});

test('flags are those of one reporter', async () => {
  const { id, ask, get } = await subscriberOf(leads, ['98113']);
  await leads.source.deliver([madeUpLead(1, { zip: '98113' })]);
  const { agents } = await get<{ agents: { id: string }[] }>('/api/user/agents');
  const body = JSON.stringify({ agentId: agents[0]?.id, note: 'The number is wrong' });
  await ask('/api/lead-flags', { method: 'POST', body });
  const flagsOf = async (userId: string) => {
    const headers = { authorization: `Bearer ${customers.token}` };
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
      headers: { authorization: `Bearer ${customers.token}` },
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
