import { isDeepStrictEqual } from 'node:util';
import { sql } from '@closingwire/chassis/pg';
import { until } from '@closingwire/chassis/testing';
import type { BatchReply, DryRunReply } from '@closingwire/contracts/ingestion';
import type { ClosingsOfSource, Source } from '@closingwire/contracts/sources';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { madeUpLead } from './made-up-leads.ts';
import { patience, sourceOf, startLeads } from './start-leads.ts';
import { type Page, subscriberOf } from './subscriber.ts';

let leads: Awaited<ReturnType<typeof startLeads>>;
let token: string;
beforeAll(async () => {
  leads = await startLeads({ clock: () => new Date('2026-03-18T19:00:00Z') });
  token = await leads.identity.tokenFor({ isAdmin: true });
});
afterAll(() => leads.stop());

async function asAdmin(method: string, path: string, body?: object | string) {
  const reply = await fetch(`${leads.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return { status: reply.status, body: await reply.json() };
}

const license = {
  license: 'Contract 7',
  permittedUses: ['lists', 'exports', 'api'],
  states: null,
  expiresAt: null,
  contact: 'data@example.com',
  mustBeNamed: false,
  trust: 50,
};

async function newSource(name: string, changes: object = {}): Promise<Source> {
  const { body } = await asAdmin('POST', '/api/admin/sources', {
    name,
    kind: 'file',
    ...license,
    ...changes,
  });
  return body as Source;
}
const change = (source: Source, changes: object) =>
  asAdmin('PUT', `/api/admin/sources/${source.id}`, { name: source.name, ...license, ...changes });

async function deliver(source: Source, rows: readonly object[]): Promise<BatchReply> {
  const { body } = await asAdmin('POST', `/api/admin/leads?source=${source.id}`, JSON.stringify(rows));
  const reply = body as BatchReply;
  await until(async () => {
    const { state } = await leads.pg.one<{ state: string }>(
      sql`select state from batches where id = ${reply.batchId}`,
    );
    return state === 'done';
  }, patience);
  return reply;
}

/** Counts the closings of a subscriber's list, file and API. */
async function countsOf(zip: string) {
  const { ask, exportCsv } = await subscriberOf(leads, [zip]);
  const total = async (path: string) => ((await (await ask(path)).json()) as Page).total;
  const filters = { fromDate: '2026-01-01' };
  const csv = await (await exportCsv(filters)).text();
  const file = csv.trim().split('\r\n').length - 1;
  const json = await ask('/api/user/agents/export', { method: 'POST', body: JSON.stringify(filters) });
  expect(((await json.json()) as Page).agents).toHaveLength(file);
  const pages = `/api/agents/${zip}?dateFrom=2026-01-01&limit=1000&use=exports`;
  expect(await total(pages)).toBe(file);
  return {
    list: await total('/api/user/agents?fromDate=2026-01-01'),
    file,
    api: await total('/api/v1/agents-properties'),
  };
}
const past = new Date(Date.now() - 60_000).toISOString();

describe('a source', () => {
  test('has a license and a name of its own', async () => {
    const source = await newSource('Example MLS', { states: ['WA', 'OR'], mustBeNamed: true });
    expect(source).toMatchObject({
      name: 'Example MLS',
      kind: 'file',
      states: ['WA', 'OR'],
      isValid: true,
      keys: [],
    });
    expect(
      await asAdmin('POST', '/api/admin/sources', { name: 'Example MLS', kind: 'key', ...license }),
    ).toMatchObject({
      status: 409,
      body: { code: 'source_exists' },
    });
    expect(await change({ ...source, id: 9_999 }, {})).toMatchObject({ status: 404 });
    const { body } = await asAdmin('GET', '/api/admin/sources');
    const { sources } = body as { sources: Source[] };
    expect(sources.map(({ name }) => name)).toEqual([
      'Default lead source',
      'Example MLS',
      'Files of admins',
    ]);
    expect(sources[0]).toMatchObject({ kind: 'key', keys: ['Default lead source'] });
  });

  test('is the one of its ingestion key', async () => {
    await sourceOf(leads.url).deliver([madeUpLead(1, { zip: '98201' })]);
    expect(
      await leads.pg.query(sql`select s.name from batches b join sources s on s.id = b.source_id`),
    ).toContainEqual({ name: 'Default lead source' });
    expect(await leads.pg.one(sql`select source_ids from closings where zip = '98201'`)).toEqual({
      source_ids: [expect.any(Number)],
    });
  });

  test('delivers only for the states of its license', async () => {
    const source = await newSource('Oregon only', { states: ['OR'] });
    const reply = await deliver(source, [
      madeUpLead(2, { zip: '98202' }),
      madeUpLead(3, { zip: '97001', state: 'OR' }),
    ]);
    expect(reply).toMatchObject({
      accepted: 1,
      rejected: 1,
      rejects: [
        { field: 'property.state', message: 'Expected a state of the source\'s license (OR); got "WA"' },
      ],
    });
  });
});

describe('a check of a delivery', () => {
  const warningsOf = async (source: Source, rows: readonly object[]) => {
    const path = `/api/admin/leads?dryRun=true&source=${source.id}`;
    const { body } = await asAdmin('POST', path, JSON.stringify(rows));
    return (body as DryRunReply).warnings.map(({ code, rows }) => [code, rows]);
  };
  const recent = (n: number, changes: object = {}) => madeUpLead(n, { zip: '98205', ...changes });

  test('warns of rows that subscribers would not see', async () => {
    const source = await newSource('Checked', { states: ['WA'] });
    expect(await warningsOf(source, [recent(1), recent(2)])).toEqual([]);
    const old = recent(3, { soldDate: '2026-02-01' });
    const other = recent(4, { zip: '97001', state: 'OR' });
    expect(await warningsOf(source, [recent(1), old, other])).toEqual([
      ['license_states', 1],
      ['not_recent', 1],
    ]);
    await change(source, { expiresAt: past });
    expect(await warningsOf(source, [recent(1), recent(2)])).toEqual([['license_ended', 2]]);
    await change(source, { permittedUses: ['api'] });
    expect(await warningsOf(source, [recent(1)])).toEqual([['no_lists', 1]]);
  });
});

test('a file without a source is refused if several sources deliver files', async () => {
  await newSource('Second');
  for (const query of ['', '?dryRun=true']) {
    expect(await asAdmin('POST', `/api/admin/leads${query}`, JSON.stringify([madeUpLead(1)]))).toMatchObject({
      status: 400,
      body: { code: 'source_required' },
    });
  }
});

test('a source keeps the columns that were chosen for its last delivered file', async () => {
  const source = await newSource('Mapped');
  const file = (n: number) => `Contact;address1;zip;sold_date\nAnn Example;${n} Oak St;98215;2026-03-17\n`;
  const send = async (query: object) => {
    const path = `/api/admin/leads?${new URLSearchParams({ source: String(source.id), ...query })}`;
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'text/csv' };
    return (await fetch(`${leads.url}${path}`, { method: 'POST', headers, body: file(1) })).status;
  };
  const kept = async () => {
    const { sources } = (await asAdmin('GET', '/api/admin/sources')).body as { sources: Source[] };
    return sources.find(({ id }) => id === source.id)?.lastMapping;
  };
  const map = JSON.stringify({ Contact: 'full_name', city: null });
  expect(await send({ map, dryRun: 'true' })).toBe(200);
  expect(await kept()).toEqual({});
  expect(await send({ map })).toBe(200);
  expect(await kept()).toEqual({ Contact: 'full_name', city: null });
  expect(await send({})).toBe(400);
  expect(await kept()).toEqual({ Contact: 'full_name', city: null });
});

describe('the closings of a source', () => {
  test('are hidden everywhere from the end of its license until it is valid again', async () => {
    const source = await newSource('Ends', {});
    await deliver(source, [madeUpLead(10, { zip: '98210' }), madeUpLead(11, { zip: '98210' })]);
    expect(await countsOf('98210')).toEqual({ list: 2, file: 2, api: 2 });
    await change(source, { expiresAt: past });
    expect(await countsOf('98210')).toEqual({ list: 0, file: 0, api: 0 });
    await change(source, { expiresAt: '2999-01-01T00:00:00.000Z' });
    expect(await countsOf('98210')).toEqual({ list: 2, file: 2, api: 2 });
  });

  test('are counted for admins while they are hidden', async () => {
    const [ends, other] = [await newSource('Runs out'), await newSource('Runs on')];
    await deliver(ends, [madeUpLead(14, { zip: '98214' }), madeUpLead(15, { zip: '98214' })]);
    await deliver(other, [madeUpLead(16, { zip: '98214' })]);
    const hiddenOf = async () => {
      const { body } = await asAdmin('GET', '/api/admin/zip-codes/98214/leads');
      const { total, hidden } = body as { total: number; hidden: object };
      return { total, hidden };
    };
    const none = { optedOut: 0, hiddenByAdmin: 0, retracted: 0, unlicensed: 0, sources: [] };
    expect(await hiddenOf()).toEqual({ total: 3, hidden: none });
    await change(ends, { expiresAt: past });
    expect(await hiddenOf()).toEqual({
      total: 1,
      hidden: { ...none, unlicensed: 2, sources: [{ name: 'Runs out', endedAt: past }] },
    });
    await leads.pg.execute(
      sql`update closings set is_suppressed = true where zip = '98214' and source_ids = array[${ends.id}]::smallint[]
       and id = (select min(id::text)::uuid from closings where zip = '98214' and source_ids = array[${ends.id}]::smallint[])`,
    );
    await leads.pg.execute(
      sql`update closings set source_ids = '{}' where zip = '98214' and source_ids = array[${other.id}]::smallint[]`,
    );
    const hidden = {
      optedOut: 1,
      hiddenByAdmin: 0,
      retracted: 1,
      unlicensed: 1,
      sources: [{ name: 'Runs out', endedAt: past }],
    };
    expect(await hiddenOf()).toEqual({ total: 0, hidden });
  });

  test('are left out of the uses that its license does not permit', async () => {
    const source = await newSource('Lists only', { permittedUses: ['lists'] });
    await deliver(source, [madeUpLead(20, { zip: '98220' })]);
    expect(await countsOf('98220')).toEqual({ list: 1, file: 0, api: 0 });
    await change(source, { permittedUses: ['exports', 'api'] });
    expect(await countsOf('98220')).toEqual({ list: 0, file: 1, api: 1 });
  });

  test('stay if another source with a license reported them too', async () => {
    const [one, other] = [await newSource('One'), await newSource('Other')];
    await deliver(one, [madeUpLead(30, { zip: '98230' })]);
    await deliver(other, [madeUpLead(30, { zip: '98230' })]);
    await deliver(other, [madeUpLead(30, { zip: '98230' })]);
    expect(await leads.pg.one(sql`select source_ids from closings where zip = '98230'`)).toEqual({
      source_ids: [one.id, other.id],
    });
    await change(one, { expiresAt: past });
    expect(await countsOf('98230')).toEqual({ list: 1, file: 1, api: 1 });
    await change(other, { expiresAt: past });
    expect(await countsOf('98230')).toEqual({ list: 0, file: 0, api: 0 });
  });

  test('of a time before the register stay', async () => {
    await sourceOf(leads.url).deliver([madeUpLead(40, { zip: '98240' })]);
    await leads.pg.query(sql`update closings set source_ids = null where zip = '98240'`);
    await change(await newSource('Gone'), { expiresAt: past });
    expect(await countsOf('98240')).toEqual({ list: 1, file: 1, api: 1 });
  });
});

test('only sources with a valid license decide the facts of a closing', async () => {
  const [one, other] = [await newSource('Trusted', { trust: 90 }), await newSource('Less trusted')];
  const contacts = { email: 'trusted@example.com', mobile: '(206) 555-0143' };
  await deliver(other, [madeUpLead(35, { zip: '98235', price: 200_000 })]);
  await deliver(one, [madeUpLead(35, { zip: '98235', price: 300_000, beds: 4 }, contacts)]);
  const { ask } = await subscriberOf(leads, ['98235']);
  const shown = async () => {
    const { agents } = (await (await ask('/api/user/agents?fromDate=2026-01-01')).json()) as Page;
    return agents.map(({ email, mobile, property: { price, beds } }) => ({ email, mobile, price, beds }));
  };
  const trusted = [{ ...contacts, price: 300_000, beds: 4 }];
  const less = [{ email: 'agent.35@example.com', mobile: '(206) 555-0142', price: 200_000, beds: 3 }];
  const untilShown = (expected: object[]) =>
    until(async () => isDeepStrictEqual(await shown(), expected), patience);
  expect(await shown()).toEqual(trusted);
  await change(one, { trust: 90, expiresAt: past });
  await untilShown(less);
  const end = new Date(Date.now() + 4_000).toISOString();
  await change(one, { trust: 90, expiresAt: end });
  await untilShown(trusted);
  await untilShown(less);
  expect(Date.now()).toBeGreaterThan(Date.parse(end));
  // Without any valid license nothing is shown; the facts stay for the day when one is valid again.
  for (const source of [one, other]) await change(source, { expiresAt: past });
  await untilShown([]);
  await change(one, { trust: 90 });
  await untilShown(trusted);
});

describe('the closings that only one source shows', () => {
  const closingsOf = async (source: Source) =>
    (await asAdmin('GET', `/api/admin/sources/${source.id}/closings`)).body as ClosingsOfSource;

  test('are counted for each use', async () => {
    const [one, other] = [
      await newSource('Counted'),
      await newSource('Beside', { permittedUses: ['lists'] }),
    ];
    const old = madeUpLead(81, { zip: '98280', soldDate: '2026-02-01' });
    await deliver(one, [madeUpLead(80, { zip: '98280' }), old, madeUpLead(82, { zip: '98280' })]);
    const all = { closings: 3, recent: 2 };
    expect(await closingsOf(one)).toEqual({ lists: all, exports: all, api: all });
    await deliver(other, [madeUpLead(80, { zip: '98280' })]);
    const without = { closings: 2, recent: 1 };
    expect(await closingsOf(one)).toEqual({ lists: without, exports: all, api: all });
    const none = { closings: 0, recent: 0 };
    expect(await closingsOf(other)).toEqual({ lists: none, exports: none, api: none });
    await change(one, { expiresAt: past });
    expect(await closingsOf(one)).toEqual({ lists: without, exports: all, api: all });
    expect(await closingsOf(other)).toMatchObject({ lists: { closings: 1, recent: 1 } });
    expect(await asAdmin('GET', '/api/admin/sources/9999/closings')).toMatchObject({ status: 404 });
  });
});

describe('the name of a source', () => {
  /** The names in list, JSON file and API, and the header and last cells of the CSV file. */
  async function namesOf(zip: string) {
    const { ask, exportCsv } = await subscriberOf(leads, [zip]);
    const filters = { fromDate: '2026-01-01' };
    const namesIn = async (reply: Promise<Response>) =>
      ((await (await reply).json()) as Page).agents.map(({ sources }) => sources);
    const [header = '', ...lines] = (await (await exportCsv(filters)).text()).trim().split('\r\n');
    const isLast = header.endsWith(',Property Type,Source');
    return {
      list: await namesIn(ask('/api/user/agents?fromDate=2026-01-01')),
      zipList: await namesIn(ask(`/api/agents/${zip}?dateFrom=2026-01-01`)),
      file: await namesIn(ask('/api/user/agents/export', { method: 'POST', body: JSON.stringify(filters) })),
      api: await namesIn(ask('/api/v1/agents-properties')),
      csv: isLast ? lines.map(line => line.slice(line.lastIndexOf(',') + 1)) : header.slice(-14),
    };
  }
  const everywhere = (names: string[][], csv: unknown) => ({
    list: names,
    zipList: names,
    file: names,
    api: names,
    csv,
  });

  test('is shown everywhere exactly while its license asks for it', async () => {
    const source = await newSource('Shy');
    await deliver(source, [madeUpLead(50, { zip: '98250' })]);
    expect(await namesOf('98250')).toEqual(everywhere([[]], ',Property Type'));
    await change(source, { mustBeNamed: true });
    expect(await namesOf('98250')).toEqual(everywhere([['Shy']], ['Shy']));
    await change(source, { mustBeNamed: false });
    expect(await namesOf('98250')).toEqual(everywhere([[]], ',Property Type'));
  });

  test('is shown with each of the names of one closing', async () => {
    const [one, other] = [
      await newSource('=Two', { mustBeNamed: true }),
      await newSource('First "MLS"', { mustBeNamed: true }),
    ];
    const silent = await newSource('Silent');
    for (const source of [one, silent, other]) await deliver(source, [madeUpLead(60, { zip: '98260' })]);
    await deliver(silent, [madeUpLead(61, { zip: '98260', soldDate: '2026-03-16' })]);
    const names = ['=Two', 'First "MLS"'].toSorted();
    expect(await namesOf('98260')).toMatchObject(everywhere([names, []], [expect.stringMatching(/MLS/), '']));
  });

  test('leaves files without its closings as they are', async () => {
    await newSource('Elsewhere', { mustBeNamed: true });
    await deliver(await newSource('Here'), [madeUpLead(70, { zip: '98270' })]);
    expect(await namesOf('98270')).toEqual(everywhere([[]], ',Property Type'));
  });
});
