import { Readable } from 'node:stream';
import { newId } from '@closingwire/chassis/ids';
import { sql } from '@closingwire/chassis/pg';
import { until } from '@closingwire/chassis/testing';
import { userDeleted } from '@closingwire/contracts/auth';
import { type FileChoice, fileChoice, type KeptExport } from '@closingwire/contracts/exports';
import { crmPresets, type FilePreset, fullColumns } from '@closingwire/contracts/file-layouts';
import type { TodayReply } from '@closingwire/contracts/today';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DASHBOARD_FILE, forgetOldExports, type HeldRows, keepExport } from '../src/lists/kept-exports.ts';
import { unpack } from '../src/reading/unpack.ts';
import { madeUpLead } from './made-up-leads.ts';
import { patience, startLeads } from './start-leads.ts';
import { type Page, subscriberOf } from './subscriber.ts';

const DAY_MS = 86_400_000;
const start = new Date();
const now = start;
let leads: Awaited<ReturnType<typeof startLeads>>;
beforeAll(async () => {
  leads = await startLeads({ clock: () => now });
});
afterAll(() => leads.stop());

const yesterday = new Date(start.getTime() - DAY_MS).toISOString().slice(0, 10);
const soldIn = (zip: string, property: object = {}) => ({ zip, soldDate: yesterday, ...property });

type Subscriber = Awaited<ReturnType<typeof subscriberOf>>;
const subscriber = (...zips: string[]) => subscriberOf(leads, zips, start);

type Asked = Partial<FileChoice> & Record<string, unknown>;
const make = ({ ask }: Subscriber, asked: Asked = {}) =>
  ask('/api/user/files', { method: 'POST', body: JSON.stringify(asked) });
const again = ({ ask }: Subscriber, exportId: string) => ask(`/api/user/exports/${exportId}/file`);

type Row = Record<string, string>;
const rowsOf = async (reply: Response): Promise<Row[]> =>
  parse(await reply.text(), { bom: true, columns: true });
const namesIn = (rows: readonly Row[]) =>
  rows.map(row => row['Agent Name'] ?? `${row['First Name']} ${row['Last Name']}`).toSorted();

async function exportsOf({ get }: Subscriber): Promise<KeptExport[]> {
  return (await get<{ exports: KeptExport[] }>('/api/user/exports')).exports;
}

async function newestOf(user: Subscriber): Promise<KeptExport> {
  const [newest] = await exportsOf(user);
  if (!newest) throw new Error('Expected an export');
  return newest;
}

const agent = (fullName: string) => ({ fullName });

describe('a file of new agents', () => {
  test('leaves out agents of every earlier export of the account, in other ZIPs too', async () => {
    const ann = { fullName: 'Ann Lee', licenseNumber: 'WA-1' };
    await leads.source.deliver([
      madeUpLead(1, soldIn('98301'), ann),
      madeUpLead(2, soldIn('98301'), agent('Bo Park')),
    ]);
    const user = await subscriber('98301', '98302');
    const stranger = await subscriber('98301');
    expect(namesIn(await rowsOf(await make(user, { onlyNew: true })))).toEqual(['Ann Lee', 'Bo Park']);
    expect((await make(user, { onlyNew: true })).status).toBe(204);
    await leads.source.deliver([
      madeUpLead(3, soldIn('98302'), ann),
      madeUpLead(4, soldIn('98302'), agent('Cy Doe')),
    ]);
    expect(namesIn(await rowsOf(await make(user, { onlyNew: true })))).toEqual(['Cy Doe']);
    expect(namesIn(await rowsOf(await make(user)))).toEqual(['Ann Lee', 'Ann Lee', 'Bo Park', 'Cy Doe']);
    expect(namesIn(await rowsOf(await make(stranger, { onlyNew: true })))).toEqual(['Ann Lee', 'Bo Park']);
  });

  test("knows the agents of the dashboard's CSV and JSON, and begins again when exports are forgotten", async () => {
    await leads.source.deliver([
      madeUpLead(10, soldIn('98303'), agent('Di Csv')),
      madeUpLead(11, soldIn('98304'), agent('Ed Json')),
      madeUpLead(12, soldIn('98304', { price: 900_000 }), agent('Fay Dear')),
    ]);
    const user = await subscriber('98303', '98304');
    await (await user.exportCsv({ zipCode: '98303' })).text();
    await user.ask('/api/user/agents/export', {
      method: 'POST',
      body: JSON.stringify({ maxPrice: 500_000, zipCode: '98304' }),
    });
    expect(namesIn(await rowsOf(await make(user, { onlyNew: true })))).toEqual(['Fay Dear']);
    const kept = (await exportsOf(user)).map(({ preset, format, filters }) => ({ preset, format, filters }));
    expect(kept).toEqual([
      { preset: 'full', format: 'csv', filters: {} },
      { preset: 'dashboard', format: 'json', filters: { maxPrice: 500_000, zipCode: '98304' } },
      { preset: 'dashboard', format: 'csv', filters: { zipCode: '98303' } },
    ]);
    const forget = async () => (await user.ask('/api/user/exports', { method: 'DELETE' })).json();
    expect(await forget()).toEqual({ forgotten: 3 });
    expect(await forget()).toEqual({ forgotten: 0 });
    expect(await rowsOf(await make(user, { onlyNew: true }))).toHaveLength(3);
  });
});

describe('two files of new agents', () => {
  test('never hold an agent twice when they are made at once', async () => {
    await leads.source.deliver([madeUpLead(15, soldIn('98305'), agent('Gus Once'))]);
    const user = await subscriber('98305');
    const replies = await Promise.all([1, 2, 3, 4].map(() => make(user, { onlyNew: true })));
    const files = replies.filter(({ status }) => status === 200);
    expect(files).toHaveLength(1);
    expect(replies.every(({ status }) => [200, 204, 409].includes(status))).toBe(true);
  });

  test('follows agents who prove to be one', async () => {
    const eve = { fullName: 'Eve Moss', licenseNumber: null, email: null, mobile: null };
    await leads.source.deliver([
      madeUpLead(16, soldIn('98306'), { ...eve, email: 'eve.moss@example.com' }),
      madeUpLead(17, soldIn('98307'), { ...eve, mobile: '(206) 555-0188', brokerageName: 'Other' }),
    ]);
    const user = await subscriber('98306', '98307');
    const [first] = await rowsOf(await make(user, { zipCode: '98306' }));
    const [other] = await rowsOf(await make(await subscriber('98307')));
    const admin = await leads.identity.tokenFor({ isAdmin: true });
    await fetch(`${leads.url}/api/admin/agents/${first?.['Agent ID']}/merge`, {
      method: 'POST',
      headers: { authorization: `Bearer ${admin}`, 'content-type': 'application/json' },
      body: JSON.stringify({ from: other?.['Agent ID'] }),
    });
    await until(
      () => leads.pg.returnsRow(sql`select from agent_merges where from_id = ${other?.['Agent ID'] ?? ''}`),
      patience,
    );
    expect((await make(user, { onlyNew: true })).status).toBe(204);
  });
});

describe('an earlier export', () => {
  test('is listed with its counts, and has exactly its rows again', async () => {
    await leads.source.deliver([
      madeUpLead(20, soldIn('98311'), { fullName: 'Hal One', licenseNumber: 'WA-20' }),
      madeUpLead(21, soldIn('98311'), { fullName: 'Hal One', licenseNumber: 'WA-20' }),
      madeUpLead(22, soldIn('98311'), agent('Ida Two')),
    ]);
    const user = await subscriber('98311');
    const made = await make(user, { columns: ['closingId', 'firstName', 'lastName'] });
    const text = await made.text();
    expect(made.headers.get('x-file-rows')).toBe('3');
    await leads.source.deliver([madeUpLead(23, soldIn('98311'), agent('Jo Late'))]);
    const kept = await newestOf(user);
    expect(kept).toMatchObject({ agents: 2, closings: 3, format: 'csv', preset: 'full', isAvailable: true });
    for (let repeated = 0; repeated < 2; repeated++) {
      const reply = await again(user, kept.id);
      expect(await reply.text()).toBe(text);
      expect(reply.headers.get('content-disposition')).toBe(made.headers.get('content-disposition'));
    }
    expect(await exportsOf(user)).toHaveLength(1);
  });

  test('is unknown to another account, and to one that asks for nonsense', async () => {
    await leads.source.deliver([madeUpLead(25, soldIn('98312'))]);
    const user = await subscriber('98312');
    const stranger = await subscriber('98312');
    await (await make(user)).text();
    const { id } = await newestOf(user);
    expect((await again(stranger, id)).status).toBe(404);
    expect((await again(user, newId())).status).toBe(404);
    expect((await again(user, 'nonsense')).status).toBe(400);
    expect(await exportsOf(stranger)).toEqual([]);
  });
});

describe('an earlier export, later,', () => {
  test('lacks agents who opted out, and those that the account must not call', async () => {
    await leads.source.deliver(
      ['Kim Stay', 'Lou Call', 'Max Out'].map((name, at) =>
        madeUpLead(26 + at, soldIn('98313'), agent(name)),
      ),
    );
    const user = await subscriber('98313');
    await (await make(user)).text();
    const today = await user.get<TodayReply>('/api/user/today');
    const lou = today.agents.find(({ fullName }) => fullName === 'Lou Call');
    await user.ask(`/api/user/outcomes/${newId()}`, {
      method: 'PUT',
      body: JSON.stringify({ agentId: lou?.agentId, outcome: 'do-not-call' }),
    });
    await leads.pg.execute(
      sql`update closings c set is_suppressed = true from agents a
       where a.zip = c.zip and a.id = c.agent_id and c.zip = '98313' and a.full_name = 'Max Out'`,
    );
    const { id } = await newestOf(user);
    expect(namesIn(await rowsOf(await again(user, id)))).toEqual(['Kim Stay']);
  });

  test('can be downloaded for 90 days, is known for 400, and goes with the account', async () => {
    await leads.source.deliver([madeUpLead(30, soldIn('98314'))]);
    const user = await subscriber('98314');
    await (await make(user)).text();
    const view = { id: newId(), name: 'Client A', sort: 'reason', search: '', zips: [], isStart: false };
    await user.ask(`/api/user/views/${view.id}`, { method: 'PUT', body: JSON.stringify(view) });
    for (const viewId of [null, view.id]) {
      const kept = await user.ask('/api/user/file-choice', {
        method: 'PUT',
        body: JSON.stringify({ viewId }),
      });
      expect(kept.status).toBe(200);
    }
    const { id } = await newestOf(user);
    const later = (days: number) => forgetOldExports(leads.pg, new Date(start.getTime() + days * DAY_MS));
    await later(89);
    expect(await newestOf(user)).toMatchObject({ isAvailable: true });
    await later(91);
    expect(await newestOf(user)).toMatchObject({ isAvailable: false });
    expect(await (await again(user, id)).json()).toMatchObject({ code: 'export_too_old' });
    expect((await make(user, { onlyNew: true })).status).toBe(204);
    await later(401);
    expect(await exportsOf(user)).toEqual([]);
    await (await make(user)).text();
    await leads.bus.send(userDeleted, [{ data: { id: user.id, version: 9, deletedAt: now.toISOString() } }]);
    await until(async () => {
      const { rows } = await leads.pg.one<{ rows: number }>(
        sql`select (select count(*) from kept_exports where account_id = ${user.id})
           + (select count(*) from kept_export_parts where account_id = ${user.id})
           + (select count(*) from file_choices where account_id = ${user.id})
           + (select count(*) from view_file_choices where account_id = ${user.id}) as rows`,
      );
      return rows === 0;
    }, patience);
  });
});

describe('a file of lists, read page by page', () => {
  const page = (user: Subscriber, zip: string, exportId: string, more: string) =>
    user.get<Page>(`/api/agents/${zip}?use=exports&exportId=${exportId}${more}`);
  const end = (user: Subscriber, exportId: string) =>
    user.ask(`/api/user/exports/${exportId}`, { method: 'PUT' });

  test('is one export once it has ended, also if a page is read twice', async () => {
    const user = await subscriber('98346', '98347');
    await leads.source.deliver([
      madeUpLead(1, soldIn('98346'), agent('Ann Lee')),
      madeUpLead(2, soldIn('98346'), agent('Bo Park')),
      madeUpLead(3, soldIn('98347'), agent('Cy Doe')),
    ]);
    const exportId = newId();
    for (const more of ['&page=1&limit=1', '&page=2&limit=1', '&page=2&limit=1']) {
      expect((await page(user, '98346', exportId, more)).agents).toHaveLength(1);
    }
    expect(await exportsOf(user)).toEqual([]);
    await page(user, '98347', exportId, '&page=1&limit=1000');
    for (const _again of [1, 2]) expect(await (await end(user, exportId)).json()).toEqual({ closings: 3 });
    expect(await exportsOf(user)).toMatchObject([
      { id: exportId, preset: 'list', closings: 3, agents: 3, filters: { zips: '98346,98347' } },
    ]);
    expect((await make(user, { onlyNew: true })).status).toBe(204);
    const rows = await rowsOf(await again(user, exportId));
    expect(namesIn(rows)).toEqual(['Ann Lee', 'Bo Park', 'Cy Doe']);
    const { logged } = await leads.pg.one<{ logged: number }>(
      sql`select count(*)::int as logged from export_log where user_id = ${user.id} and filters->>'zipCode' = '98346'`,
    );
    expect(logged).toBe(1);
  });

  test("is not another account's", async () => {
    const [user, stranger] = await Promise.all([subscriber('98348'), subscriber('98348')]);
    await leads.source.deliver([madeUpLead(1, soldIn('98348'), agent('Ann Lee'))]);
    const exportId = newId();
    await page(user, '98348', exportId, '&page=1');
    expect(await page(stranger, '98348', exportId, '&page=1')).toMatchObject({ code: 'not_found' });
    expect((await end(stranger, exportId)).status).toBe(404);
    expect((await end(user, exportId)).status).toBe(200);
  });
});

test('an export that broke off leaves no agent out, and is forgotten', async () => {
  row('today/sent-exports');
  const user = await subscriber('98345');
  await leads.source.deliver([madeUpLead(1, soldIn('98345'), agent('Ann Lee'))]);
  await (await make(user)).text();
  const { rows: parts } = await leads.pg.one<{ rows: HeldRows }>(
    sql`select json_build_object('zips', string_agg(zip, ';'), 'agentIds', string_agg(agent_ids::text, ';'),
       'closingIds', string_agg(closing_ids::text, ';'), 'closings', 1) as rows
     from kept_export_parts where account_id = ${user.id}`,
  );
  await user.ask('/api/user/exports', { method: 'DELETE' });
  const made = { accountId: user.id, format: 'csv', ...DASHBOARD_FILE, filters: {} } as const;
  const broken = await keepExport(leads.pg, made, parts, start);
  expect(broken).toBeDefined();
  expect(await exportsOf(user)).toEqual([]);
  expect(namesIn(await rowsOf(await make(user, { onlyNew: true })))).toEqual(['Ann Lee']);
  await forgetOldExports(leads.pg, new Date(start.getTime() + 2 * DAY_MS));
  expect(await exportsOf(user)).toHaveLength(1);
  const left = sql`select from kept_export_parts where export_id = ${broken}`;
  expect(await leads.pg.query(left)).toEqual([]);
});

describe('the layouts', () => {
  const lead = (n: number, zip: string) =>
    madeUpLead(n, soldIn(zip, { address1: '=1+1 Elm St', type: 'condo' }), {
      fullName: 'Mary Ann van Dyk Jr.',
      licenseNumber: `WA-9${n}`,
      teamName: '=cmd()',
      email: `mary.${n}@example.com`,
      mobile: '(206) 555-0142',
      phone: '(206) 555-0101',
      officeAddress: '12 Main St, Suite 4, Kent, WA 98030',
    });

  test('of the full file name agent and closing, split the name, and guard cells', async () => {
    await leads.source.deliver([lead(40, '98321')]);
    const user = await subscriber('98321');
    const [row, ...others] = await rowsOf(await make(user));
    const { agents } = await user.get<Page>('/api/user/agents');
    const today = await user.get<TodayReply>('/api/user/today');
    expect(others).toEqual([]);
    expect(Object.keys(row ?? {})).toEqual([...Object.values(fullColumns), 'Call Warning']);
    expect(row).toMatchObject({
      'Agent ID': today.agents[0]?.agentId,
      'Closing ID': agents[0]?.id,
      'First Name': 'Mary Ann',
      'Last Name': 'van Dyk Jr.',
      Team: "'=cmd()",
      'Property Address': "'=1+1 Elm St",
      'Sale Price': '100040',
      'Sale Date': yesterday,
    });
  });

  test('for a CRM have its columns and one row for each agent', async () => {
    await leads.source.deliver([
      ...[41, 42].map(n => ({ ...lead(n, '98322'), licenseNumber: 'WA-941' })),
      madeUpLead(43, soldIn('98322'), { fullName: 'Cher', email: null, mobile: null, officeAddress: 'Kent' }),
    ]);
    const user = await subscriber('98322');
    const fileOf = async (preset: FilePreset) => rowsOf(await make(user, { preset }));
    for (const [name, { columns }] of Object.entries(crmPresets)) {
      const [row] = await fileOf(name as FilePreset);
      const warning = name === 'labels' ? [] : ['Call Warning'];
      expect(Object.keys(row ?? {})).toEqual([...Object.keys(columns), ...warning]);
    }
    expect(namesIn(await fileOf('hubspot'))).toEqual(['Cher ', 'Mary Ann van Dyk Jr.']);
    expect(await fileOf('mailchimp')).toHaveLength(1);
    expect(await fileOf('labels')).toEqual([
      {
        Name: 'Mary Ann van Dyk Jr.',
        Company: 'Example & Co.',
        Street: '12 Main St, Suite 4',
        City: 'Kent',
        State: 'WA',
        ZIP: '98030',
      },
    ]);
    expect(await newestOf(user)).toMatchObject({ preset: 'labels', agents: 1, closings: 1 });
  });
});

test('the notes of an agent are all deals of the file, also when it is downloaded again', async () => {
  row('today/deal-notes');
  const agent = { fullName: 'Dee Deals', licenseNumber: 'WA-970', email: 'dee@example.com' };
  const deal = (n: number, property: object, agentRole: string) =>
    madeUpLead(n, soldIn('98324', property), { ...agent, agentRole });
  const before = new Date(start.getTime() - 2 * 86_400_000).toISOString().slice(0, 10);
  await leads.source.deliver([
    deal(97, { soldDate: before, price: 1_250_000 }, 'Buyer Agent'),
    deal(98, {}, 'Listing Agent'),
    deal(99, { soldDate: '2020-01-02' }, 'Listing Agent'),
    deal(96, { soldDate: before, price: null, zip: '98325' }, 'Agent'),
  ]);
  const user = await subscriber('98324', '98325');
  const notes = [
    `Closed 98 Elm St, Kent, WA 98324 for a seller at $100,098 on ${yesterday}`,
    `Closed 97 Elm St, Kent, WA 98324 for a buyer at $1,250,000 on ${before}`,
    `Closed 96 Elm St, Kent, WA 98325 on ${before}`,
  ].join('; ');
  for (const [preset, column] of [
    ['follow-up-boss', 'Notes'],
    ['hubspot', 'Closing Notes'],
  ] as const) {
    const rows = await rowsOf(await make(user, { preset }));
    expect(rows.map(each => each[column])).toEqual([notes]);
    const again = await user.ask(`/api/user/exports/${(await newestOf(user))?.id}/file`);
    expect(await rowsOf(again)).toEqual(rows);
  }
  const [ofBuyers] = await rowsOf(await make(user, { preset: 'hubspot', side: 'buyer' }));
  expect(ofBuyers?.['Closing Notes']).toBe(notes.split('; ')[1]);
});

test('the notes name the newest 50 deals, and count the others', async () => {
  const agent = { fullName: 'Max Many', licenseNumber: 'WA-980' };
  const many = Array.from({ length: 52 }, (_, n) => madeUpLead(400 + n, soldIn('98326'), agent));
  await leads.source.deliver(many);
  const user = await subscriber('98326');
  const [found] = await rowsOf(await make(user, { preset: 'follow-up-boss' }));
  const notes = found?.Notes?.split('; ');
  expect(notes?.slice(0, -1).every(note => note.startsWith('Closed '))).toBe(true);
  expect([notes?.length, notes?.at(-1)]).toEqual([51, 'and 2 earlier']);
});

test('the choice of a file stays', async () => {
  const user = await subscriber('98323');
  const choiceOf = async () =>
    (await user.get<{ choice: FileChoice | null }>('/api/user/file-choice')).choice;
  expect(await choiceOf()).toBeNull();
  const put = (choice: object) =>
    user.ask('/api/user/file-choice', { method: 'PUT', body: JSON.stringify(choice) });
  const choice = fileChoice.parse({ format: 'xlsx', columns: ['email', 'lastName'], onlyNew: true });
  for (let repeated = 0; repeated < 2; repeated++) await put(choice);
  expect(await choiceOf()).toEqual(choice);
  expect((await put({ columns: ['email', 'email'] })).status).toBe(400);
  expect((await put({ preset: 'word' })).status).toBe(400);
  expect(await choiceOf()).toEqual(choice);
});

describe('a workbook', () => {
  test('is read by our own reader, with typed cells', async () => {
    await leads.source.deliver([
      madeUpLead(50, soldIn('98331', { price: 555_000 }), {
        fullName: 'Ann <&> Lee',
        teamName: '=1+1',
        email: null,
      }),
    ]);
    const user = await subscriber('98331');
    const reply = await make(user, {
      format: 'xlsx',
      columns: ['firstName', 'lastName', 'email', 'teamName', 'price', 'soldDate'],
    });
    expect(reply.headers.get('content-disposition')).toContain('.xlsx"');
    const bytes = Buffer.from(await reply.arrayBuffer());
    const unpacked = await unpack(Readable.from([bytes]));
    if (unpacked.kind !== 'sheet') throw new Error('Expected a workbook');
    const rows: string[][] = [];
    for await (const some of unpacked.rows) rows.push(...some.map(({ cells }) => cells));
    expect(rows).toEqual([
      ['First Name', 'Last Name', 'Email', 'Team', 'Sale Price', 'Sale Date'],
      ['Ann <&>', 'Lee', '', '=1+1', '555000', yesterday],
    ]);
  });

  test('is downloaded again in its format', async () => {
    await leads.source.deliver([madeUpLead(51, soldIn('98332'))]);
    const user = await subscriber('98332');
    await (await make(user, { format: 'xlsx', preset: 'hubspot' })).arrayBuffer();
    const kept = await newestOf(user);
    const reply = await again(user, kept.id);
    expect([kept.format, reply.headers.get('x-file-rows')]).toEqual(['xlsx', '1']);
  });
});
