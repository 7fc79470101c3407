import { sql } from '@closingwire/chassis/pg';
import { until } from '@closingwire/chassis/testing';
import { standingChanged, subscriptionCancelled, subscriptionCreated } from '@closingwire/contracts/billing';
import { type Closing, closing } from '@closingwire/contracts/lead';
import { leadExample } from '@closingwire/contracts/lead-delivery';
import { type LeadField, leadFields } from '@closingwire/contracts/lead-fields';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { madeUpLead } from './made-up-leads.ts';
import { startLeads } from './start-leads.ts';
import { accountOf, subscriptionOf } from './states.ts';
import { type Page, subscriberOf } from './subscriber.ts';

let now = new Date('2026-03-18T19:00:00Z');
let leads: Awaited<ReturnType<typeof startLeads>>;

/** One closing a day, today first: seven are in the last seven days. */
const ofKent = Array.from({ length: 40 }, (_, n) =>
  madeUpLead(n, {
    soldDate: new Date(Date.UTC(2026, 2, 18 - n)).toISOString().slice(0, 10),
    price: 100_000 * (n + 1),
    type: n % 2 ? 'Condominium' : 'house',
  }),
);
const ofRenton = [madeUpLead(100, { zip: '98055', city: 'Renton' })];

beforeAll(async () => {
  leads = await startLeads({ clock: () => now });
  await leads.source.deliver([...ofKent, ...ofRenton]);
});
afterAll(() => leads.stop());

const subscriber = (...zipCodes: string[]) => subscriberOf(leads, zipCodes);

describe('the dashboard list', () => {
  test('covers seven days of the own ZIPs', async () => {
    row('product/last-seven-days');
    const { get } = await subscriber('98030');
    const { agents, total } = await get<Page>('/api/user/agents');
    expect(total).toBe(7);
    expect(agents.map(agent => agent.property.soldDate)).toEqual(
      ofKent.slice(0, 7).map(row => row.property.soldDate),
    );
  });

  test('has closings as the contract declares them, wherever they are read', async () => {
    const { get, ask } = await subscriber('98030');
    const { agents: ofDashboard } = await get<Page>('/api/user/agents');
    const { agents: ofPage } = await get<Page>('/api/agents/98030?page=1');
    const ofZip = await get<Closing[]>('/api/agents/98030');
    const exported = (await (
      await ask('/api/user/agents/export', { method: 'POST', body: '{}' })
    ).json()) as Page;
    for (const shown of [ofDashboard, ofPage, ofZip, exported.agents]) {
      expect(shown.length).toBeGreaterThan(0);
      expect(shown).toEqual(z.array(closing).parse(shown));
    }
  });

  test("uses the property's day, not the server's", async () => {
    row('beyond/sale-day-zone');
    const { get } = await subscriber('98030');
    now = new Date('2026-03-19T06:59:00Z');
    expect((await get<Page>('/api/user/agents')).total).toBe(7);
    now = new Date('2026-03-19T07:00:00Z');
    expect((await get<Page>('/api/user/agents')).total).toBe(6);
    now = new Date('2026-03-18T19:00:00Z');
  });

  test('reaches back to the requested day', async () => {
    const { get } = await subscriber('98030', '98055');
    expect((await get<Page>('/api/user/agents?fromDate=2020-01-01')).total).toBe(41);
    expect((await get<Page>('/api/user/agents?fromDate=2026-03-01&toDate=2026-03-02')).total).toBe(2);
  });

  test.each([
    ['propertyType=condo', 3],
    ['city=ken', 7],
    ['city=%25', 0],
    ['state=OR', 0],
    ['zipCode=98055', 0],
    ['zipCode=&city=&minPrice=', 7],
  ])('narrows by %s', async (query, total) => {
    const { get } = await subscriber('98030');
    expect((await get<Page>(`/api/user/agents?${query}`)).total).toBe(total);
  });

  test('keeps the total on every page', async () => {
    const { get } = await subscriber('98030');
    const path = '/api/user/agents?fromDate=2020-01-01&limit=25';
    expect(await get(`${path}&page=2`)).toMatchObject({ total: 40, page: 2, totalPages: 2 });
    expect(await get(`${path}&page=9`)).toMatchObject({ agents: [], total: 40 });
  });

  test('is empty without a subscription', async () => {
    row('role/user');
    const { get } = await subscriber();
    expect(await get('/api/user/agents')).toEqual({ agents: [], total: 0, page: 1, totalPages: 0 });
  });
});

describe('a closing on the list', () => {
  test('combines all filters with the page', async () => {
    row('entity/filter-set', 'call/get-user-agents');
    const { get } = await subscriber('98030', '98055');
    const all = {
      zipCode: '98030',
      city: 'Kent',
      state: 'WA',
      minPrice: '300000',
      maxPrice: '500000',
      propertyType: 'home',
      fromDate: '2026-03-14',
      toDate: '2026-03-16',
      page: '2',
      limit: '1',
    };
    const read = (changes: Partial<typeof all> = {}) =>
      get<Page>(`/api/user/agents?${new URLSearchParams({ ...all, ...changes })}`);
    const { agents, ...rest } = await read();
    expect(rest).toEqual({ total: 2, page: 2, totalPages: 2 });
    expect(agents.map(({ property }) => property.price)).toEqual([500_000]);
    const others = [
      { zipCode: '98055' },
      { city: 'Renton' },
      { state: 'OR' },
      { minPrice: '300001' },
      { maxPrice: '499999' },
      { propertyType: 'condo' },
      { fromDate: '2026-03-15' },
      { toDate: '2026-03-15' },
    ];
    const totals = await Promise.all(others.map(async change => (await read(change)).total));
    expect(totals).toEqual([0, 0, 0, 1, 1, 1, 1, 1]);
  });

  test('shows and exports every field of the contract as it was delivered', async () => {
    row('entity/agent', 'entity/property', 'product/sale-details');
    const ofAgent = { agentCity: 'Tukwila', agentState: 'OR' };
    const ofProperty = { zip: '98032', soldDate: '2026-03-17' };
    const changes: Partial<Record<LeadField, string>> = { ...ofAgent, ...ofProperty };
    const delivered = {
      ...leadExample,
      city: ofAgent.agentCity,
      state: ofAgent.agentState,
      property: { ...leadExample.property, ...ofProperty },
    };
    await leads.source.deliver([delivered]);
    const { get, exportCsv } = await subscriber('98032');
    const { agents } = await get<Page>('/api/user/agents');
    const id = expect.stringMatching(/^[\da-f-]{36}$/);
    expect(agents).toEqual([
      { ...delivered, id, searchCompleted: true, sources: [], mustNotCall: null, isEmailWrong: false },
    ]);
    const cells = leadFields
      .filter(({ header, isInListsOnly }) => header && !isInListsOnly)
      .map(({ header, name, example }) => [header, String(changes[name] ?? example)]);
    const csv = await (await exportCsv({})).text();
    expect(parse(csv, { columns: true })).toEqual([Object.fromEntries(cells)]);
  });
});

describe('the list of a ZIP', () => {
  test('is a bare array without a query', async () => {
    row('call/get-agents-zip');
    const { get } = await subscriber('98030');
    expect(await get<unknown[]>('/api/agents/98030')).toHaveLength(30);
  });

  test('is a page of thirty days with one', async () => {
    const { get } = await subscriber('98030');
    expect(await get('/api/agents/98030?page=1')).toMatchObject({ total: 30, totalPages: 1 });
    expect(await get('/api/agents/98030?search=agent.7@')).toMatchObject({ total: 1 });
    expect(await get('/api/agents/98030?dateFrom=2026-03-18')).toMatchObject({ total: 1 });
  });

  test('is denied without a subscription', async () => {
    const { ask } = await subscriber('98055');
    const reply = await ask('/api/agents/98030');
    expect(reply.status).toBe(403);
    expect(await reply.json()).toMatchObject({ message: 'You are not subscribed to ZIP 98030' });
  });

  test('is closed as soon as it is canceled', async () => {
    row('beyond/cancelled-zip');
    const { ask, subscriptions, get } = await subscriber('98030');
    const [subscription] = subscriptions;
    if (!subscription) throw new Error('No subscription');
    const data = { ...subscription, version: 2, cancelledAt: now.toISOString() };
    await leads.bus.send(subscriptionCancelled, [{ data }]);
    await until(async () => (await ask('/api/agents/98030')).status === 403);
    expect((await get<Page>('/api/user/agents')).total).toBe(0);
  });
});

describe('an account', () => {
  test('is asked to pay when its trial is over', async () => {
    row('role/lead-access');
    const { ask, id } = await subscriber('98030', '98055');
    const trialExpiresAt = '2026-03-18T20:00:00Z';
    const account = accountOf(id, { trialExpiresAt, monthlyAmountCents: 3_000 });
    await leads.bus.send(standingChanged, [{ data: account }]);
    await until(() => leads.pg.maybe(sql`select from accounts where id = ${id}`));
    expect((await ask('/api/user/agents')).status).toBe(200);
    now = new Date(trialExpiresAt);
    const reply = await ask('/api/user/agents');
    now = new Date('2026-03-18T19:00:00Z');
    expect(reply.status).toBe(402);
    expect(await reply.json()).toMatchObject({
      trialExpired: true,
      requiresPayment: true,
      zipCount: 2,
      monthlyAmount: 30,
    });
  });

  test('is read from the token before its events', async () => {
    const { ask } = await subscriber('98030');
    now = new Date('2026-03-24T00:00:00Z');
    const statuses = await Promise.all(
      ['/api/user/agents', '/api/agents/98030', '/api/lead-lists'].map(
        async path => (await ask(path)).status,
      ),
    );
    now = new Date('2026-03-18T19:00:00Z');
    expect(statuses).toEqual([402, 402, 402]);
  });
});

describe('an account after its trial', () => {
  const over = '2026-03-01T00:00:00Z';

  async function known(id: string, standing: Parameters<typeof accountOf>[1]): Promise<void> {
    const account = accountOf(id, { trialExpiresAt: over, ...standing });
    await leads.bus.send(standingChanged, [{ data: account }]);
    await until(() =>
      leads.pg.maybe(sql`select from accounts where id = ${id} and version = ${account.version}`),
    );
  }

  test.each(['trialing', 'active', 'past_due'] as const)('reads on while its payment is %s', async state => {
    const { ask, id } = await subscriber('98030');
    await known(id, { paymentState: state, hasActivePayment: true });
    expect((await ask('/api/user/agents')).status).toBe(200);
  });

  test('reads nothing by a card alone', async () => {
    const { ask, id } = await subscriber('98030');
    await known(id, { paymentState: 'none', hasActivePayment: true });
    expect((await ask('/api/user/agents')).status).toBe(402);
  });

  test('is closed as soon as its subscription has ended', async () => {
    const { ask, id } = await subscriber('98030');
    await known(id, { paymentState: 'past_due' });
    expect((await ask('/api/user/agents')).status).toBe(200);
    await leads.bus.send(standingChanged, [
      { data: accountOf(id, { version: 2, trialExpiresAt: over, paymentState: 'ended' }) },
    ]);
    const started = Date.now();
    const reply = await until(async () => {
      const shown = await ask('/api/user/agents');
      return shown.status === 402 ? shown : undefined;
    });
    expect(Date.now() - started).toBeLessThan(1_000);
    expect(await reply.json()).toMatchObject({
      message: 'Your subscription has ended. Add a payment method to see your leads again.',
    });
  });

  test('reads its granted ZIPs without trial and payment', async () => {
    const { ask, id, get } = await subscriber('98030');
    await leads.bus.send(subscriptionCreated, [{ data: subscriptionOf(id, '98055', { kind: 'granted' }) }]);
    await known(id, { paymentState: 'none', monthlyAmountCents: 1_500 });
    await until(() =>
      leads.pg.maybe(sql`select from subscriptions where account_id = ${id} and kind = 'granted'`),
    );
    const { agents } = await get<Page>('/api/user/agents');
    expect(new Set(agents.map(agent => agent.property.zip))).toEqual(new Set(['98055']));
    expect((await ask('/api/agents/98055')).status).toBe(200);
    expect(await get('/api/lead-lists')).toMatchObject([{ zipCode: { zipCode: '98055' } }]);
    for (const path of ['/api/agents/98030', '/api/user/agents?zipCode=98030']) {
      const reply = await ask(path);
      expect(reply.status, path).toBe(402);
      expect(await reply.json()).toMatchObject({ zipCount: 1, monthlyAmount: 15 });
    }
  });
});

describe('an export', () => {
  test('has the rows that the screen counts', async () => {
    row('call/post-user-agents-export');
    const { exportCsv, ask } = await subscriber('98030');
    const filters = { fromDate: '2020-01-01', propertyType: 'condo' };
    const reply = await exportCsv(filters);
    expect(reply.headers.get('content-disposition')).toBe(
      'attachment; filename="custom-agent-filter-2026-03-18.csv"',
    );
    const rows = parse(await reply.text(), { columns: true }) as Record<string, string>[];
    expect(rows).toHaveLength(20);
    expect(rows[0]).toMatchObject({
      'Agent Name': 'Agent 1 Example',
      'Sale Price': '200000',
      'Property ZIP': '98030',
    });
    const json = await ask('/api/user/agents/export', { method: 'POST', body: JSON.stringify(filters) });
    const { agents } = (await json.json()) as Page;
    expect(agents.map(agent => agent.fullName)).toEqual(rows.map(row => row['Agent Name']));
  });

  test('is logged with its filters and address', async () => {
    const { exportCsv, ask, id } = await subscriber('98030');
    await exportCsv({ city: 'Kent' });
    await ask('/api/user/agents/export', { method: 'POST', body: '{"minPrice":100000}' });
    const logged = sql`select format, filters, host(ip) as ip, at from export_log where user_id = ${id} order by id`;
    const here = { ip: '127.0.0.1', at: now };
    expect(await leads.pg.query(logged)).toEqual([
      { format: 'csv', filters: { city: 'Kent' }, ...here },
      { format: 'json', filters: { minPrice: 100_000 }, ...here },
    ]);
  });

  test('has a byte order mark, its columns and CRLF line ends', async () => {
    const { exportCsv } = await subscriber();
    const file = Buffer.from(await (await exportCsv({})).arrayBuffer());
    expect(file.toString()).toBe(
      '\ufeffAgent Name,Brokerage,Email,Mobile,Phone,City,State,Facebook URL,LinkedIn URL,Property Address,Property City,' +
        'Property State,Property ZIP,Sale Price,Sale Date,Bedrooms,Bathrooms,Square Feet,Property Type\r\n',
    );
  });
});

describe('an exported file', () => {
  test('is safe to open in a spreadsheet', async () => {
    row('beyond/safe-exports');
    const agent = {
      fullName: '=HYPERLINK("http://example.com","x")',
      brokerageName: '+Plus "Homes", Inc.',
      mobile: '+1 206 555 0199',
      phone: '+44 20 7946 0018',
      email: '-ada@example.com',
    };
    await leads.source.deliver([madeUpLead(900, { zip: '98999', address1: "@1 O'Elm St" }, agent)]);
    const text = await (await (await subscriber('98999')).exportCsv({})).text();
    expect(text.split('\r\n')[1]).toBe(
      `"'=HYPERLINK(""http://example.com"",""x"")","'+Plus ""Homes"", Inc.",'-ada@example.com,(206) 555-0199,` +
        "0044 20 7946 0018,Kent,WA,,,'@1 O'Elm St,Kent,WA,98999,100900,2026-03-17,3,2.25,1800,home",
    );
  });

  test('writes US phone numbers without +1', async () => {
    await leads.source.deliver([madeUpLead(901, { zip: '98996' })]);
    // As earlier versions stored them.
    await leads.pg.query(
      sql`update agents set mobile = '+1 555-0199', phone = '+1 x 555-0198' where zip = '98996'`,
    );
    const text = await (await (await subscriber('98996')).exportCsv({})).text();
    expect(text).toContain(',555-0199,001 x 555-0198,');
  });

  test('is safe from the wide forms of formula signs', async () => {
    const names = ['＝1+1', '＋1', '－1', '＠x'];
    const wide = (fullName: string, at: number) => madeUpLead(910 + at, { zip: '98997' }, { fullName });
    await leads.source.deliver(names.map(wide));
    const text = await (await (await subscriber('98997')).exportCsv({})).text();
    for (const name of names) expect(text).toContain(`\n'${name},`);
  });
});

describe('the filters of an export', () => {
  test('are refused when they are wrong', async () => {
    const { exportCsv } = await subscriber('98030');
    const reply = await exportCsv({ minPrice: 'many', state: "'; drop table closings; --" });
    expect(reply.status).toBe(400);
    expect(await reply.json()).toMatchObject({ code: 'invalid_input' });
  });

  test('are taken as text', async () => {
    const { exportCsv } = await subscriber('98030');
    const text = await (await exportCsv({ city: "'; drop table closings; -- $1 \\" })).text();
    expect(text.trim().split('\r\n')).toHaveLength(1);
  });
});

describe('exports', () => {
  test('that are read slowly block only each other', async () => {
    const { exportCsv, ask } = await subscriber('98030');
    const held = await Promise.all(Array.from({ length: 6 }, () => leads.exports.pool.connect()));
    const refused = await exportCsv({});
    expect(refused.status).toBe(503);
    expect(await refused.json()).toMatchObject({ code: 'exports_busy' });
    expect((await ask('/api/user/agents')).status).toBe(200);
    for (const connection of held) connection.release();
    expect((await exportCsv({})).status).toBe(200);
  });
});
