import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { newId } from '@closingwire/chassis/ids';
import { sql } from '@closingwire/chassis/pg';
import { until } from '@closingwire/chassis/testing';
import type { BatchReply, DryRunReply, IngestedBatch, Reject } from '@closingwire/contracts/ingestion';
import type { Closing } from '@closingwire/contracts/lead';
import { dashboardFileFields } from '@closingwire/contracts/lead-fields';
import type { ReceivedLead } from '@closingwire/contracts/leads';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openRows } from '../src/reading/open-rows.ts';
import { rowReader } from '../src/reading/row-reader.ts';
import { madeUpLead } from './made-up-leads.ts';
import { patience, startLeads } from './start-leads.ts';
import { type Page, subscriberOf } from './subscriber.ts';

let leads: Awaited<ReturnType<typeof startLeads>>;
beforeAll(async () => {
  leads = await startLeads({ clock: () => new Date('2026-03-18T19:00:00Z') });
});
afterAll(() => leads.stop());
// A load may still run: a transaction is repeated after a deadlock.
beforeEach(() =>
  leads.pg.transaction(tx => tx.execute(sql`truncate agents, closings, batches, rejects, dropped_cells`)),
);

const header = 'full_name,license_number,address1,city,state,zip,price,sold_date';
const leadRow = (n: number, changes: Record<string, string> = {}): string => {
  const values: Record<string, string> = {
    full_name: `Agent ${n}`,
    license_number: `WA-${2_000 + n}`,
    address1: `${n} Elm St`,
    city: 'Kent',
    state: 'WA',
    zip: '98030',
    price: '300000',
    sold_date: '2026-03-09',
    ...changes,
  };
  return header
    .split(',')
    .map(name => values[name])
    .join(',');
};
const fileOf = (...rows: string[]) => `${[header, ...rows].join('\n')}\n`;

async function send<Reply = BatchReply>(
  body: string | Buffer,
  query: Record<string, string> = {},
): Promise<Reply> {
  const reply = await leads.source.post('application/octet-stream', body, query);
  return (await reply.json()) as Reply;
}
const dryRun = (body: string | Buffer) => send<DryRunReply>(body, { dryRun: 'true' });

async function deliver(body: string | Buffer, query: Record<string, string> = {}) {
  const reply = await send(body, query);
  await until(async () => (await leads.source.batch(reply.batchId)).state === 'done', patience);
  return reply;
}
const stored = () =>
  leads.pg.query<{ name: string; day: string; price: number }>(
    sql`select a.full_name as name, c.sold_date::text as day, c.price from closings c
     join agents a on a.zip = c.zip and a.id = c.agent_id order by 1`,
  );

describe('a file', () => {
  const zoe = leadRow(1, { full_name: 'Zoë Cañon' });
  const expected = [{ name: 'Zoë Cañon', day: '2026-03-09', price: 300_000 }];

  test.each([
    ['in UTF-8 with its mark', `\ufeff${fileOf(zoe)}`, { encoding: 'utf-8' }],
    ['in Windows-1252', Buffer.from(fileOf(zoe), 'latin1'), { encoding: 'windows-1252' }],
    ['in UTF-16', Buffer.from(`\ufeff${fileOf(zoe)}`, 'utf16le'), { encoding: 'utf-16le' }],
    ['in UTF-16 without a mark', Buffer.from(fileOf(zoe), 'utf16le'), { encoding: 'utf-16le' }],
    ['with semicolons', fileOf(zoe).replaceAll(',', ';'), { delimiter: ';' }],
    ['with tabs', fileOf(zoe).replaceAll(',', '\t'), { delimiter: '\t' }],
    ['with bars', fileOf(zoe).replaceAll(',', '|'), { delimiter: '|' }],
    ['with sep=', `sep=;\r\n${fileOf(zoe).replaceAll(',', ';')}`, { delimiter: ';', headerLine: 2 }],
    ['with CRLF', fileOf(zoe).replaceAll('\n', '\r\n'), { headerLine: 1 }],
    ['with CR alone', fileOf(zoe).replaceAll('\n', '\r'), { headerLine: 1 }],
    ['packed with gzip', gzipSync(fileOf(zoe)), { container: 'gzip' }],
    ['with a title above', `Sales of March\n\nSource: the county\n${fileOf(zoe)}`, { headerLine: 4 }],
    ['with lines of commas', fileOf(',,,,,,,', zoe, ',,,,,,,', ''), { kind: 'csv' }],
    [
      'with a notice below the header',
      fileOf('"Some sales are not in this download, by local rules"', zoe),
      { kind: 'csv' },
    ],
    ['with cells too many', fileOf(`${zoe},,,`), { kind: 'csv' }],
  ] as const)('%s is read', async (_, body, format) => {
    const reply = await deliver(body);
    expect(reply).toMatchObject({ accepted: 1, rejected: 0, report: { format } });
    expect(await stored()).toEqual(expected);
  });

  test.each([
    ['', 'empty_file'],
    ['\n\n', 'empty_file'],
    [`${header}\n`, 'empty_file'],
    [`${header}\n\n,,,,,,,\n`, 'empty_file'],
    ['name;place\nAnn;Kent\n', 'missing_columns'],
    [`${header},City\n${leadRow(1)},Kent\n`, 'repeated_columns'],
    ['%PDF-1.7\n', 'unknown_container'],
    [gzipSync(fileOf(leadRow(1))).subarray(0, 60), 'broken_gzip'],
  ] as const)('without anything to read is refused: %j', async (body, code) => {
    const reply = await leads.source.post('application/octet-stream', body);
    expect([reply.status, await reply.json()]).toMatchObject([400, { code }]);
    expect(await stored()).toEqual([]);
  });

  test('loses no closing to a cell that cannot be read', async () => {
    const columns =
      'beds,baths,sqft,type,mls_id,listed_date,lot_size_acres,email,mobile,phone,website_url,agent_state,agent_role';
    const bad = columns.split(',').map(
      (_, at) =>
        `${leadRow(at)},${columns
          .split(',')
          .map((_, n) => (n === at ? 'f§?-1' : ''))
          .join(',')}`,
    );
    const reply = await deliver(`${header},${columns}\n${bad.join('\n')}\n`);
    expect(reply).toMatchObject({ accepted: 13, rejected: 0 });
    expect(reply.droppedCells).toBe(reply.dropped.length);
    const lines = await leads.pg.query(sql`select line, field from dropped_cells order by line`);
    expect(lines).toEqual(reply.dropped.map(({ line, field }) => ({ line, field })));
  });
});

describe('days of a file', () => {
  const dated = (...days: string[]) => fileOf(...days.map((sold_date, n) => leadRow(n, { sold_date })));
  const days = async () => (await stored()).map(({ day }) => day);

  test('are read day first if one of them proves it', async () => {
    const reply = await deliver(dated('2/3/2026', '3/3/2026', '13/2/2026'));
    expect(reply.report?.format.dateOrder).toBe('day-first');
    expect(await days()).toEqual(['2026-03-02', '2026-03-03', '2026-02-13']);
  });

  test('are read month first if one of them proves it, or none', async () => {
    await deliver(dated('2/3/2026', '2/13/2026'));
    expect(await days()).toEqual(['2026-02-03', '2026-02-13']);
    await leads.pg.query(sql`truncate agents, closings`);
    await deliver(dated('2/3/2026'));
    expect(await days()).toEqual(['2026-02-03']);
  });

  test.each([
    [['2/3/2026', '13/2/2026', '2/14/2026']],
    [['2/14/2026', '2/3/2026', '13/2/2026']],
    [['13/2/2026', '2/14/2026', '2/3/2026']],
  ])('are refused where they are ambiguous, if others prove both orders: %j', async given => {
    const reply = await deliver(dated(...given));
    expect(reply).toMatchObject({ accepted: 2, rejected: 1, report: { format: { dateOrder: 'mixed' } } });
    expect(reply.rejects[0]?.message).toMatch(/^Expected a day with one meaning, .*got "2\/3\/2026"; '2\/14/);
    expect((await days()).toSorted()).toEqual(['2026-02-13', '2026-02-14']);
    const declared = await deliver(dated(...given), { dates: 'mixed' });
    expect(declared).toMatchObject({ accepted: 2, rejected: 1 });
  });

  test('are read as the source declares', async () => {
    await deliver(dated('2/3/2026'), { dates: 'day-first' });
    expect(await days()).toEqual(['2026-03-02']);
    expect((await leads.source.post('text/csv', dated('2/3/2026'), { dates: 'year' })).status).toBe(400);
  });
});

describe('a dry run', () => {
  test('shows what a delivery would do, and stores nothing', async () => {
    await deliver(fileOf(leadRow(1), leadRow(2)));
    const before = await stored();
    const body = fileOf(
      leadRow(1),
      leadRow(2, { price: '310000' }),
      leadRow(3),
      leadRow(4, { zip: '9803' }),
      leadRow(5, { price: 'much' }),
    );
    const reply = await dryRun(body);
    expect(reply).toMatchObject({
      accepted: 4,
      rejected: 1,
      droppedCells: 1,
      agents: { new: 2, changed: 0, same: 2, optedOut: 0 },
      closings: { new: 2, changed: 1, same: 1, optedOut: 0 },
    });
    expect(reply.report.columns.find(column => column.header === 'zip')).toEqual({
      header: 'zip',
      field: 'zip',
      note: null,
      filled: 5,
      examples: ['98030', '9803'],
    });
    expect(reply.report.rejected).toEqual([
      {
        field: 'zip',
        expected: 'Expected a ZIP code of five digits',
        count: 1,
        first: [{ line: 5, field: 'zip', message: 'Expected a ZIP code of five digits; got "9803"' }],
      },
    ]);
    expect(await stored()).toEqual(before);
    expect(await leads.pg.one(sql`select count(*)::int as count from batches`)).toEqual({ count: 1 });
  });

  test('counts an agent of several chunks once', async () => {
    const rows = Array.from({ length: 4_500 }, (_, n) => leadRow(n % 3, { address1: `${n} Oak St` }));
    const reply = await dryRun(fileOf(...rows));
    expect(reply).toMatchObject({ agents: { new: 3 }, closings: { new: 4_500 } });
  });
});

describe('a file of an admin', () => {
  const asAdmin = async (path: string, init: RequestInit = {}) => {
    const token = await leads.identity.tokenFor({ id: adminId, isAdmin: true });
    return fetch(`${leads.url}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${token}`, ...init.headers },
    });
  };
  const adminId = newId();

  test('is delivered under its name, and its rejects are a file', async () => {
    const body = fileOf(leadRow(1), leadRow(2, { zip: '=1+1' }), leadRow(3, { price: 'much' }));
    const headers = { 'content-type': 'application/vnd.ms-excel' };
    const reply = await asAdmin('/api/admin/leads?fileName=sales.csv', { method: 'POST', body, headers });
    const { batchId } = (await reply.json()) as BatchReply;
    const { batches } = (await (await asAdmin('/api/admin/ingestion')).json()) as {
      batches: IngestedBatch[];
    };
    expect(batches[0]).toMatchObject({
      batchId,
      fileName: 'sales.csv',
      accepted: 2,
      rejected: 1,
      droppedCells: 1,
    });
    const file = async (query = '') =>
      (await (await asAdmin(`/api/admin/ingestion/${batchId}/rejects${query}`)).text()).split('\n');
    expect(await file()).toEqual([
      `ClosingWire row,ClosingWire faults,ClosingWire reference,${header}`,
      `3,"zip: Expected a ZIP code of five digits; got ""=1+1""",${batchId}/3,Agent 2,WA-2002,2 Elm St,Kent,WA,'=1+1,300000,2026-03-09`,
      '',
    ]);
    expect(await file('?of=cells')).toEqual([
      'line,field,reason',
      '4,price,"Expected a number from 0 to 10000000000; got ""much"""',
      '',
    ]);
    expect((await asAdmin(`/api/admin/ingestion/${newId()}/rejects`)).status).toBe(404);
  });
});

describe('a file that we export', () => {
  const word = fc.stringMatching(/^[=+@\-'"A-Za-zÀ-ÿ0-9][A-Za-zÀ-ÿ ,;|"'&.-]{0,20}[a-z]$/);
  const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
  const phones = fc.constantFrom(
    '(206) 555-0142',
    '+44 20 7946 0018',
    '+52 55 1234 5678',
    '(307) 555-0001 x12',
  );
  const lead = fc.record({
    fullName: word,
    brokerageName: maybe(word),
    mobile: maybe(phones),
    phone: maybe(phones),
    address1: word,
    price: maybe(fc.integer({ min: 1_000, max: 9_000_000 })),
    beds: maybe(fc.integer({ min: 0, max: 40 })),
    baths: maybe(fc.integer({ min: 0, max: 80 }).map(quarters => quarters / 4)),
    sqft: maybe(fc.integer({ min: 1, max: 90_000 })),
  });

  test('reads back the same', async () => {
    const made = fc
      .sample(lead, 60)
      .map(({ fullName, brokerageName, mobile, phone, ...sale }, n) =>
        madeUpLead(n, { ...sale, zip: '98401' }, { fullName, brokerageName, mobile, phone }),
      );
    await leads.source.deliver(made);
    const { ask, exportCsv } = await subscriberOf(leads, ['98401']);
    const file = Buffer.from(await (await exportCsv({ fromDate: '2026-01-01' })).arrayBuffer());
    const listed = ((await (await ask('/api/user/agents?fromDate=2026-01-01&limit=100')).json()) as Page)
      .agents;
    const opened = await openRows(Readable.from([file]), { kind: 'csv' });
    const read: ReceivedLead[] = [];
    const dropped: Reject[] = [];
    const reader = rowReader('2026-03-19', undefined, {
      pass: row => read.push(row),
      reject: line => dropped.push(line),
      drop: line => dropped.push(line),
      repaired: () => {},
    });
    for await (const rows of opened.rows) reader.take(rows);
    reader.end();
    expect(dropped).toEqual([]);
    const inFile = (row: ReceivedLead | Closing) =>
      dashboardFileFields.map(({ group, key }) => (group === 'agent' ? row : row.property)[key as never]);
    expect(read.map(inFile)).toEqual(listed.map(inFile));
  });
});
