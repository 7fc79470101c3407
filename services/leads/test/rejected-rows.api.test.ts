import { newId } from '@closingwire/chassis/ids';
import { sql } from '@closingwire/chassis/pg';
import { until } from '@closingwire/chassis/testing';
import type { BatchReply, BatchState, DryRunReply } from '@closingwire/contracts/ingestion';
import type { RejectedRow } from '@closingwire/contracts/rejected-rows';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fileSourceOf } from './file-source.ts';
import { patience, startLeads } from './start-leads.ts';
import { workbookOf } from './workbook-of.ts';

/* Rejected rows as a file: from a check and from a delivery, to be repaired and delivered again. */

let leads: Awaited<ReturnType<typeof startLeads>>;
let token = '';
beforeAll(async () => {
  leads = await startLeads({ clock: () => new Date('2026-03-18T19:00:00Z') });
  token = await leads.identity.tokenFor({ id: newId(), isAdmin: true });
  await leads.pg.execute(sql`insert into sources (name, kind, states) values ('Washington', 'file', '{WA}')`);
});
afterAll(() => leads.stop());
beforeEach(() => leads.pg.query(sql`truncate agents, closings, sale_keys, batches, rejects, dropped_cells`));

const ask = (path: string, init: RequestInit = {}) =>
  fetch(`${leads.url}${path}`, {
    ...init,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
  });
async function post(body: string | Buffer, query: Record<string, string>) {
  const asked = new URLSearchParams({ source: await fileSourceOf(leads.pg), ...query });
  return ask(`/api/admin/leads?${asked}`, { method: 'POST', body });
}

const checkRejects = async (body: string | Buffer, query: Record<string, string> = {}) =>
  (await post(body, { ...query, dryRun: 'rejects' })).text();

/** Delivers a file and returns the reply and its file of rejects. */
async function deliver(body: string | Buffer, query: Record<string, string> = {}) {
  const reply = (await (await post(body, query)).json()) as BatchReply;
  await until(async () => (await stateOf(reply.batchId)) === 'done', patience);
  const file = await ask(`/api/admin/ingestion/${reply.batchId}/rejects`);
  expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  return { reply, rejects: await file.text() };
}

const cellsOf = (file: string): string[][] => parse(file, { bom: true, relax_column_count: true });
/** The cells as a check has them, which names no stored rows. */
const withoutReference = (file: string) => cellsOf(file).map(row => row.toSpliced(2, 1));
const header = ['Agent', 'Note', 'Property Address', 'ZIP', 'Price', 'Sold Date'];
const good = ['Ada Example', '', '1 Elm St', '98030', '500000', '2026-03-09'];
const csv = (...rows: string[][]) => [header, ...rows].map(row => row.join(',')).join('\n');
const map = { map: '{"Agent":"full_name"}' };

const rowXml = (cells: string[]) =>
  `<row>${cells.map(cell => `<c t="inlineStr"><is><t>${cell}</t></is></c>`).join('')}</row>`;

test('a negative number of a rejected row stays as it was', async () => {
  const { rejects } = await deliver(
    csv(['Ada Example', '-77.00250', '1 Elm St', '9803', '=1+1', 'soon']),
    map,
  );
  const [, row] = cellsOf(rejects);
  expect(row?.slice(3)).toEqual(['Ada Example', '-77.00250', '1 Elm St', '9803', "'=1+1", 'soon']);
});

test('a rejected row has all its faults', async () => {
  const { reply, rejects } = await deliver(csv(good, ['', 'x', '', '9803', '', 'soon']), map);
  expect(reply).toMatchObject({ accepted: 1, rejected: 1 });
  expect(reply.rejects).toEqual([
    {
      line: 3,
      field: 'Property Address',
      message: 'Expected the street address; got nothing',
      further: [
        { field: 'Sold Date', message: expect.stringContaining('got "soon"') },
        { field: 'ZIP', message: 'Expected a ZIP code of five digits; got "9803"' },
        { field: 'Agent', message: expect.stringContaining("Expected the agent's name; got nothing") },
      ],
    },
  ]);
  expect(reply.report?.rejected.map(({ field, count }) => [field, count])).toHaveLength(4);
  const [, row] = cellsOf(rejects);
  expect(row?.slice(3)).toEqual(['', 'x', '', '9803', '', 'soon']);
  expect(row?.[1]?.split(' | ').map(fault => fault.split(':')[0])).toEqual([
    'Property Address',
    'Sold Date',
    'ZIP',
    'Agent',
  ]);
});

describe('the file of rejected rows', () => {
  test('is the same from a check, which stores nothing', async () => {
    const body = csv(good, ['Bo Example', '', '2 Elm St', '1', '', '2026-03-09']);
    const checked = await checkRejects(body, map);
    expect(await leads.pg.query(sql`select from batches`)).toEqual([]);
    expect(withoutReference((await deliver(body, map)).rejects)).toEqual(cellsOf(checked));
  });

  test('has rows as a spreadsheet counts them', async () => {
    const body = `sep=,\r\n${header.join(',')}\r\nAda,"two\r\nlines",1 Elm St,98030,,2026-03-09\r\n\r\n,,2 Elm St,98030,,2026-03-09\r\n`;
    expect(cellsOf(await checkRejects(body, map)).map(([row]) => row)).toEqual(['ClosingWire row', '4']);
    expect(cellsOf((await deliver(body, map)).rejects)[1]?.[0]).toBe('4');
  });

  test('is read again when it is repaired', async () => {
    const wrong = ['=Bo', '"a ""note"", +1"', '2 Elm St', '9803', '-500', '2026-03-09'];
    const { rejects } = await deliver(csv(good, wrong), map);
    const repaired = rejects.replace(',9803,', ',98031,');
    const check = (await (await post(repaired, { ...map, dryRun: 'true' })).json()) as DryRunReply;
    expect(check).toMatchObject({ accepted: 1, rejected: 0 });
    expect(check.report.columns.slice(0, 3).map(({ field }) => field)).toEqual([null, null, null]);
    const { reply } = await deliver(repaired, map);
    expect(reply).toMatchObject({ accepted: 1, rejected: 0 });
    expect(await leads.pg.query(sql`select full_name as name from agents where zip = '98031'`)).toEqual([
      { name: '=Bo' },
    ]);
  });

  test('does not repeat our columns when it is rejected again', async () => {
    const { rejects } = await deliver(csv(['', '', '2 Elm St', '9803', '', '2026-03-09']), map);
    const again = await checkRejects(rejects.replace(',9803,', ',98031,'), map);
    expect(cellsOf(again)[0]).toEqual(['ClosingWire row', 'ClosingWire faults', ...header]);
    expect(cellsOf(again)[1]).toEqual([
      '2',
      expect.stringMatching(/^Agent: Expected the agent's name/),
      ...['', '', '2 Elm St', '98031', '', '2026-03-09'],
    ]);
  });
});

describe('the list of rejected rows', () => {
  type Listed = { rows: RejectedRow[]; total: number };
  const listed = async (query = '') =>
    (await (await ask(`/api/admin/rejected-rows?${query}`)).json()) as Listed;
  const statesOf = async (query = 'state=all') =>
    (await listed(query)).rows.map(({ row, state }) => [row, state]);

  test('has all faults of a row, and finds it by any', async () => {
    await deliver(csv(good, ['', 'x', '', '9803', '', 'soon']), map);
    const { rows } = await listed('reason=got "soon"');
    expect(rows).toMatchObject([
      {
        field: 'Property Address',
        further: [{ field: 'Sold Date' }, { field: 'ZIP' }, { field: 'Agent' }],
        state: 'open',
      },
    ]);
    expect((await listed('reason=street address')).total).toBe(1);
    expect((await listed('reason=sold date')).total).toBe(1);
    expect((await listed('reason="message"')).total).toBe(0);
  });

  test('leaves rows out that a repaired file delivered, until it is undone', async () => {
    const wrong = (street: string) => ['Bo Example', '', street, '9803', '', '2026-03-09'];
    const { rejects } = await deliver(csv(wrong('2 Elm St'), wrong('3 Elm St')), map);
    await checkRejects(rejects, map);
    expect(await statesOf('')).toEqual([
      [2, 'open'],
      [3, 'open'],
    ]);
    const [names = [], first = [], second = []] = cellsOf(rejects);
    const half = [names, first.with(6, '98031'), second].map(row => row.join('\t')).join('\n');
    const { reply } = await deliver(half, map);
    expect(reply).toMatchObject({ accepted: 1, rejected: 1 });
    expect(await statesOf('')).toEqual([[3, 'open']]);
    expect((await statesOf()).toSorted()).toEqual([
      [2, 'repaired'],
      [3, 'open'],
      [3, 'rejected-again'],
    ]);
    expect(await statesOf('state=repaired')).toEqual([[2, 'repaired']]);

    const undo = await ask(`/api/admin/ingestion/${reply.batchId}/undo`, { method: 'POST' });
    expect(undo.status).toBe(202);
    await until(() => leads.pg.maybe(sql`select from batches where undone_at is not null`), patience);
    expect((await statesOf()).toSorted()).toEqual([
      [2, 'open'],
      [3, 'open'],
      [3, 'undone'],
    ]);
    expect(await statesOf('')).toHaveLength(2);
    const statistics = await (await ask('/api/admin/statistics/leads')).json();
    expect((statistics as { days: object[] }).days.at(-1)).toMatchObject({ received: 1, undone: 1 });
    const march = await (await ask('/api/admin/ingestion?month=2026-03-01')).json();
    expect(march).toMatchObject({ total: 2, rows: { accepted: 1, undone: 1 } });
    const april = await (await ask('/api/admin/ingestion?month=2026-04-01')).json();
    expect(april).toMatchObject({ batches: [], total: 0, rows: { accepted: 0, undone: 0 } });
    expect(await (await ask('/api/admin/ingestion')).json()).not.toHaveProperty('rows');
  });

  test('has a row that another source repaired as open', async () => {
    const { rejects } = await deliver(csv(['Bo Example', '', '2 Elm St', '9803', '', '2026-03-09']), map);
    const { id } = await leads.pg.one<{ id: number }>(sql`select id from sources where name = 'Washington'`);
    const repaired = rejects.replace(',9803,', ',98031,');
    expect((await deliver(repaired, { ...map, source: String(id) })).reply.accepted).toBe(1);
    expect(await statesOf()).toEqual([[2, 'open']]);
  });
});

describe('the content of rejected rows', () => {
  test.each([
    ['of more cells', `${good.join(',')},more`, [...good, 'more']],
    ['of an open quote', '"Ada Example,x', [...header.map(() => ''), '"Ada Example,x']],
    ['with NUL', 'Ada\0,,1 Elm St,98030,,2026-03-09', ['Ada\0', '', '1 Elm St', '98030', '', '2026-03-09']],
  ])('is kept of a row %s', async (_, row, cells) => {
    const body = `${header.join(',')}\n${row}\n`;
    const { rejects } = await deliver(body, map);
    expect(cellsOf(rejects)[1]?.slice(3)).toEqual(cells);
    expect(cellsOf(await checkRejects(body, map))).toEqual(withoutReference(rejects));
  });

  test('has our columns for JSON', async () => {
    const sale = { address1: '1 Elm St', zip: '9803', price: 500_000, soldDate: '2026-03-09' };
    const body = [JSON.stringify({ fullName: 'Ada Example', property: sale }), '{"fullName":'].join('\n');
    const [names = [], row = [], text = []] = cellsOf((await deliver(body)).rejects);
    const cellOf = (name: string) => row[names.indexOf(name)];
    expect(['full_name', 'address1', 'zip', 'price'].map(cellOf)).toEqual([
      'Ada Example',
      '1 Elm St',
      '9803',
      '500000',
    ]);
    expect(text.slice(0, 2)).toEqual(['2', 'Expected well-formed JSON']);
    expect(text.at(-1)).toBe('{"fullName":');
  });

  test('is the cells of a workbook', async () => {
    const rows = [header, good, ['Bo Example', '', '2 Elm St', 'no', '', '2026-03-09']];
    const book = workbookOf({ sheets: [{ name: 'Sales', xml: rows.map(rowXml).join('') }] });
    const { rejects } = await deliver(book, map);
    expect(cellsOf(rejects).slice(1)).toEqual([
      ['3', expect.any(String), expect.any(String), 'Bo Example', '', '2 Elm St', 'no', '', '2026-03-09'],
    ]);
  });

  test('is named where the license does not cover a state', async () => {
    const { id } = await leads.pg.one<{ id: number }>(sql`select id from sources where name = 'Washington'`);
    const oregon = ['Ada Example', '', '1 Elm St', '97201', '', 'soon'];
    const file = await checkRejects(csv(oregon), { ...map, source: String(id) });
    expect(cellsOf(file)[1]?.[1]).toMatch(/Sold Date: .* \| state: Expected a state of the source's license/);
  });

  test('is complete for a large file', async () => {
    const rows = Array.from({ length: 60_000 }, (_, n) => [
      '',
      `note ${n}`,
      `${n} Elm St`,
      'no',
      '',
      '2026-03-09',
    ]);
    const body = csv(...rows);
    const { rejects } = await deliver(body, map);
    const cells = cellsOf(rejects);
    expect(cells).toHaveLength(60_001);
    expect(cells.at(-1)).toEqual(['60001', expect.any(String), expect.any(String), ...(rows.at(-1) ?? [])]);
    expect(cellsOf(await checkRejects(body, map))).toEqual(withoutReference(rejects));
  }, 60_000);
});

async function stateOf(batchId: string): Promise<BatchState['state']> {
  const { state } = await leads.pg.one<Pick<BatchState, 'state'>>(
    sql`select state from batches where id = ${batchId}`,
  );
  return state;
}
