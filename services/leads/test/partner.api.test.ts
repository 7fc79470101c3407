import { newId } from '@closingwire/chassis/ids';
import { sql } from '@closingwire/chassis/pg';
import { until } from '@closingwire/chassis/testing';
import { userRegistered, userSuspended } from '@closingwire/contracts/auth';
import { settingChanged } from '@closingwire/contracts/content';
import type { PartnerPage } from '@closingwire/contracts/partner-leads';
import type { View } from '@closingwire/contracts/views';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { storeView } from '../src/today/views.ts';
import { madeUpLead } from './made-up-leads.ts';
import { patience, startLeads } from './start-leads.ts';
import { userOf } from './states.ts';
import { subscriberOf } from './subscriber.ts';

let leads: Awaited<ReturnType<typeof startLeads>>;

beforeAll(async () => {
  leads = await startLeads({ clock: () => new Date('2026-03-18T19:00:00Z') });
  const inKent = [1, 2, 3].map(n => madeUpLead(n, { soldDate: `2026-03-1${n + 4}` }));
  await leads.source.deliver([...inKent, madeUpLead(100, { zip: '98055', city: 'Renton' })]);
});
afterAll(() => leads.stop());

const ask = (bearer: string, query = '') =>
  fetch(`${leads.url}/api/v1/agents-properties${query}`, { headers: { authorization: `Bearer ${bearer}` } });

const knows = (id: string, status: string) =>
  until(() => leads.pg.maybe(sql`select from users where id = ${id} and status = ${status}`), patience);

/** Adds an active user in their trial, by default with two ZIPs. */
async function partner(zips = ['98030', '98055']): Promise<string> {
  const id = newId();
  await leads.subscribe(id, zips);
  await leads.bus.send(userRegistered, [{ data: userOf(id, { activatedAt: '2026-03-10T00:00:00Z' }) }]);
  await knows(id, 'active');
  return id;
}

async function suspend(id: string): Promise<void> {
  await leads.bus.send(userSuspended, [{ data: userOf(id, { version: 2, status: 'suspended' }) }]);
  await knows(id, 'suspended');
}

let version = 0;

async function setUserIds(value: 'true' | 'false'): Promise<void> {
  version += 1;
  await leads.bus.send(settingChanged, [{ data: { key: 'api_user_id_bearer', version, value } }]);
  await until(() => leads.pg.maybe(sql`select from settings where version = ${version}`), patience);
}

test('a price that is not disclosed is null', async () => {
  await leads.source.deliver([
    madeUpLead(300, { zip: '98301', price: 0 }),
    madeUpLead(301, { zip: '98301', price: 400_000, soldDate: '2026-03-16' }),
  ]);
  const id = newId();
  await leads.subscribe(id, ['98301']);
  await leads.bus.send(userRegistered, [{ data: userOf(id, { activatedAt: '2026-03-10T00:00:00Z' }) }]);
  await knows(id, 'active');
  const priceless = { property: { price: null } };
  const priced = { property: { price: 400_000 } };
  expect(await (await ask(id)).json()).toMatchObject({ agents: [priceless, priced], total: 2 });
  expect(await (await ask(id, '?maxPrice=400000')).json()).toMatchObject({ agents: [priced], total: 1 });
});

describe('a wrong query of a program', () => {
  test.each([
    [
      '?zipp=98030',
      'Unknown parameter zipp; expected one of dateFrom, dateTo, city, state, zip, zips, view, side, newSince, ',
    ],
    [
      '?dateFrom=2026-03-17&dateTo=2026-03-16',
      'Expected dateFrom not above dateTo; got dateFrom 2026-03-17 and dateTo 2026-03-16',
    ],
    ['?side=both', 'side: Expected one of "buyer", "seller"; got "both"'],
    ['?zips=33125,abc', 'Expected ZIP codes separated by commas, such as 98030,98055; got "abc"'],
    [
      '?zip=98030&zip=98055',
      'Expected one zip; several go into zips, such as zips=98030,98055; got zip 2 times',
    ],
    ['?zip=abc', 'Expected a ZIP code of five digits, such as 90210; got "abc"'],
    ['?minPrice=much', 'minPrice: Expected a number; got "much"'],
    ['?newSince=soon', 'or a day such as 2026-03-17; got "soon"'],
    [
      '?newSince=',
      'Expected a time with its zone such as 2026-03-17T08:00:00Z, or a day such as 2026-03-17; got ""',
    ],
    ['?dateFrom=soon', 'dateFrom: Expected a day such as 2026-03-01; got "soon"'],
    ['?minPrice=2&maxPrice=1', 'Expected minPrice not above maxPrice; got minPrice 2 and maxPrice 1'],
  ])('is refused with what was expected: %s', async (query, message) => {
    const reply = await ask(await partner(), query);
    expect(reply.status).toBe(400);
    expect(await reply.json()).toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining(message),
    });
  });
});

describe('a query of a program', () => {
  test('may name several ZIPs', async () => {
    const id = await partner();
    const totalOf = async (query: string) =>
      ((await (await ask(id, query)).json()) as { total: number }).total;
    const [kent, renton] = [await totalOf('?zip=98030'), await totalOf('?zip=98055')];
    expect([kent, renton]).not.toContain(0);
    expect(await totalOf('?zips=98030,98055')).toBe(kent + renton);
    expect(await totalOf('?zips=98055')).toBe(renton);
    expect(await totalOf('?zips=98055,98999')).toBe(renton);
    expect(await totalOf('?zips=98055&zip=98030')).toBe(0);
    for (const zips of ['98055,9', '98055,', '98055 98030', '98055&zips=98030']) {
      expect((await ask(id, `?zips=${zips}`)).status).toBe(400);
    }
  });

  test('names the ZIPs that the account does not have', async () => {
    row('beyond/partner-not-yours');
    const id = await partner();
    const read = async (query: string) => (await (await ask(id, query)).json()) as PartnerPage;
    expect(await read('?zips=98055,98999,98998,98999')).toMatchObject({
      notYours: ['98998', '98999'],
      total: 1,
    });
    expect(await read('?zip=98999')).toMatchObject({ notYours: ['98999'], total: 0 });
    expect(await read('?zips=98055')).not.toHaveProperty('notYours');
    expect(await read('')).not.toHaveProperty('notYours');
  });

  test('gets the ids of the agent and the closing in each row', async () => {
    const twice = { fullName: 'Ola Twice', licenseNumber: 'WA-88' };
    await leads.source.deliver([
      madeUpLead(310, { zip: '98302', soldDate: '2026-03-16' }, twice),
      madeUpLead(311, { zip: '98303', soldDate: '2026-03-16' }, twice),
    ]);
    const { agents } = (await (await ask(await partner(['98302', '98303']))).json()) as PartnerPage;
    expect(agents).toHaveLength(2);
    expect(agents[0]?.agentId).toBe(agents[1]?.agentId);
    for (const { id, closingId, agentId } of agents) {
      expect(closingId).toBe(id);
      expect(agentId).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  test('may leave limits empty or equal', async () => {
    const query = '?dateFrom=2026-03-17&dateTo=2026-03-17&minPrice=&zip=&page=1';
    expect(await (await ask(await partner(), query)).json()).toMatchObject({ total: 2 });
  });
});

describe('a saved view in the partner API', () => {
  const save = (accountId: string, view: Partial<View>) =>
    leads.pg.transaction(tx =>
      storeView(tx, accountId, {
        ...{
          id: newId(),
          name: 'Client A',
          sort: 'reason',
          search: '',
          zips: [],
          side: null,
          isStart: false,
        },
        ...view,
      }),
    );
  const reader = (id: string) => async (query: string) => {
    const reply = await ask(id, query);
    return { status: reply.status, ...((await reply.json()) as Partial<PartnerPage> & { message?: string }) };
  };

  beforeAll(() =>
    leads.source.deliver([
      madeUpLead(
        320,
        { zip: '98304', soldDate: '2026-03-16' },
        { fullName: 'Bea Buyer', agentRole: "Buyer's Agent" },
      ),
      madeUpLead(
        321,
        { zip: '98304', soldDate: '2026-03-16' },
        { fullName: 'Lia List', agentRole: 'Listing Agent' },
      ),
      madeUpLead(
        322,
        { zip: '98305', soldDate: '2026-03-16' },
        { fullName: 'Bob Buyer', agentRole: "Buyer's Agent" },
      ),
    ]),
  );

  test('narrows by its ZIPs, search and side, with the other filters', async () => {
    row('beyond/partner-views');
    const id = await partner(['98304', '98305']);
    const read = reader(id);
    const view = await save(id, { zips: ['98304', '98997'], side: 'buyer' });
    await save(id, { name: 'With l', search: 'Lia' });
    expect(await read('?view=client%20a')).toMatchObject({
      agents: [{ fullName: 'Bea Buyer' }],
      total: 1,
      notYours: ['98997'],
    });
    expect(await read(`?view=${view.id}&side=buyer`)).toMatchObject({ total: 1 });
    expect(await read(`?view=${view.id}&zips=98305`)).toMatchObject({ total: 0 });
    expect(await read(`?view=With l`)).toMatchObject({ agents: [{ fullName: 'Lia List' }], total: 1 });
    expect(await read('?side=buyer')).toMatchObject({ total: 2 });
    expect(await read('?side=seller&zips=98304')).toMatchObject({ agents: [{ fullName: 'Lia List' }] });
    expect(await read('?side=both')).toMatchObject({ status: 400 });
    expect(await read('?view=Client A&side=seller')).toMatchObject({
      status: 400,
      message: 'Expected side buyer, which the view Client A has, or none; got seller',
    });
  });

  test('must exist, and be of the account', async () => {
    const [id, other] = [await partner(), await partner()];
    const { id: theirs } = await save(other, { name: 'Theirs' });
    const read = reader(id);
    expect(await read('?view=Nobody')).toMatchObject({
      status: 400,
      code: 'unknown_view',
      message: 'Unknown view Nobody; the account has no saved view',
    });
    await save(id, {});
    expect(await read(`?view=${theirs}`)).toMatchObject({
      status: 400,
      message: `Unknown view ${theirs}; expected one of Client A`,
    });
  });
});

describe('new closings in the partner API', () => {
  test('are those that came since, each in one of the calls', async () => {
    row('beyond/partner-new-since');
    await leads.source.deliver([madeUpLead(330, { zip: '98306', soldDate: '2026-03-16' })]);
    const id = await partner(['98306']);
    const read = async (query: string) => (await (await ask(id, query)).json()) as PartnerPage;
    expect(await read('')).not.toHaveProperty('nextSince');
    const first = await read('?newSince=2020-01-01');
    expect(first).toMatchObject({ total: 1 });
    expect(await read(`?newSince=${first.nextSince}`)).toMatchObject({ total: 0 });
    await leads.source.deliver([
      madeUpLead(330, { zip: '98306', soldDate: '2026-03-16' }),
      madeUpLead(331, { zip: '98306', soldDate: '2026-03-15' }, { fullName: 'Nia New' }),
    ]);
    const second = await read(`?newSince=${first.nextSince}`);
    expect(second).toMatchObject({ agents: [{ fullName: 'Nia New' }], total: 1 });
    expect(await read(`?newSince=${second.nextSince}`)).toMatchObject({ total: 0 });
    // The closings of a ZIP that the account gets later are new to it, however old they are.
    await leads.source.deliver([madeUpLead(332, { zip: '98307', soldDate: '2026-03-16' })]);
    const third = await read(`?newSince=${second.nextSince}`);
    await leads.subscribe(id, ['98307']);
    await until(async () => (await read(`?newSince=${third.nextSince}`)).total === 1, patience);
    expect(await read('?newSince=2100-01-01T00:00:00%2B02:00')).toMatchObject({ total: 0 });
    for (const wrong of ['yesterday', '2026-13-01', '2026-03-18T10:00']) {
      const refused = await ask(id, `?newSince=${wrong}`);
      expect(refused.status).toBe(400);
      expect(await refused.json()).toMatchObject({
        message: expect.stringContaining('Expected a time with its zone such as 2026-03-17T08:00:00Z'),
      });
    }
  });
});

describe('a key of the partner API', () => {
  test('opens the lists of its owner', async () => {
    row('beyond/partner-keys');
    leads.keys.owners.set('cw_ada', await partner());
    expect(await (await ask('cw_ada')).json()).toMatchObject({ total: 4 });
    expect(await (await ask('cw_ada', '?zip=98055&limit=1')).json()).toMatchObject({ total: 1 });
  });

  test('works beside the key that replaces it', async () => {
    const id = await partner();
    leads.keys.owners.set('cw_old', id).set('cw_new', id);
    expect((await ask('cw_old')).status).toBe(200);
    expect((await ask('cw_new')).status).toBe(200);
  });

  test('stops within seconds of its revocation', async () => {
    leads.keys.owners.set('cw_lost', await partner());
    expect((await ask('cw_lost')).status).toBe(200);
    leads.keys.owners.delete('cw_lost');
    await until(async () => (await ask('cw_lost')).status === 401, { timeoutMs: 5_000 });
  });

  test('stops at once when its owner is suspended', async () => {
    const id = await partner();
    leads.keys.owners.set('cw_suspended', id);
    expect((await ask('cw_suspended')).status).toBe(200);
    await suspend(id);
    expect((await ask('cw_suspended')).status).toBe(401);
  });

  test('is refused if it is unknown', async () => {
    const reply = await ask('cw_nobody');
    expect(reply.status).toBe(401);
    expect(await reply.json()).toMatchObject({ code: 'unauthenticated' });
  });
});

describe('a user id as bearer', () => {
  test('opens the lists of an active user', async () => {
    row('call/get-v1-agents-properties');
    const stranger = newId();
    expect((await ask(stranger)).status).toBe(401);
    const id = await partner();
    expect(await (await ask(id)).json()).toMatchObject({ total: 4 });
    await suspend(id);
    expect((await ask(id)).status).toBe(401);
  });

  test('counts only while the setting allows it', async () => {
    const id = await partner();
    leads.keys.owners.set('cw_stays', id);
    const { get } = await subscriberOf(leads, []);
    expect(await get('/api/user/api-access')).toEqual({ acceptsUserId: true });
    await setUserIds('false');
    expect(await get('/api/user/api-access')).toEqual({ acceptsUserId: false });
    const refused = await ask(id);
    expect(refused.status).toBe(401);
    expect(await refused.json()).toMatchObject({
      code: 'user_id_not_accepted',
      message: 'A user ID is no longer accepted as API key; create a key in Settings',
    });
    expect((await ask('cw_stays')).status).toBe(200);
    await setUserIds('true');
    expect((await ask(id)).status).toBe(200);
  });
});

test('a key gets 503 while auth is down', async () => {
  leads.keys.owners.set('cw_ada', await partner());
  await leads.keys.stop();
  const reply = await ask('cw_never_seen_before');
  expect(reply.status).toBe(503);
  expect(reply.headers.get('retry-after')).toBe('5');
  expect(await reply.json()).toMatchObject({ code: 'api_keys_unavailable' });
});
