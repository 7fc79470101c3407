import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { sql } from '@closingwire/chassis/pg';
import { startParts } from '@closingwire/chassis/test-service';
import { until } from '@closingwire/chassis/testing';
import { freePort } from '@closingwire/local/ports/free-port';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { dryRunFile } from '../src/cli/dry-run-file.ts';
import { ingestFile } from '../src/cli/ingest-file.ts';
import { createLeadsIngest } from '../src/ingest-service.ts';
import { startProcess } from './child-process.ts';
import { INGESTION_KEY, leadsConfigs, patience } from './start-leads.ts';
import { workbookOf } from './workbook-of.ts';
import { zipOf } from './zip-of.ts';

let configs: Awaited<ReturnType<typeof leadsConfigs>>;
let worker: ReturnType<typeof createLeadsIngest>;
let api: ReturnType<typeof startProcess>;
let port: number;
let managementPort: number;
let url: string;
let folder: string;
let stop: () => Promise<void>;

const startApi = () => startProcess('main', { ...configs.api, PORT: port, MANAGEMENT_PORT: managementPort });

beforeAll(async () => {
  configs = await leadsConfigs();
  port = await freePort();
  managementPort = await freePort();
  url = `http://127.0.0.1:${port}`;
  worker = createLeadsIngest(configs.ingest);
  stop = await startParts(worker.parts);
  api = startApi();
  await until(async () => (await fetch(`http://127.0.0.1:${managementPort}/readyz`)).ok, patience);
  folder = await mkdtemp(join(tmpdir(), 'leads-'));
});
afterAll(async () => {
  await api.kill();
  await stop();
  await configs.identity.close();
  await rm(folder, { recursive: true });
});
beforeEach(() => worker.pg.query(sql`truncate agents, closings, lead_lists, batches`));

const header = 'Agent,license_number,address1,city,state,zip,price,Closed,mls_id';
const line = (n: number, zipCode = String(98_000 + (n % 5))) =>
  `"Example, Agent ${n}",WA-${n},"${n} Elm St\n#${n}",Kent,WA,${zipCode},${1_000 + n},2015-05-${1 + (n % 28)},M${n}`;

async function fileOf(name: string, lines: string[]): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, [header, ...lines].join('\n'));
  return path;
}

const configOf = (FILE: string, options: object = {}) => ({
  PUBLIC_URL: url,
  INGESTION_KEY,
  FILE,
  MAP: 'Agent=full_name,Closed=sold_date',
  DRY: false,
  ROWS_PER_REQUEST: 100,
  ...options,
});
const deliver = (path: string, options?: object) => ingestFile(configOf(path, options));
const stored = () => worker.pg.query(sql`select zip, id, sold_date from closings order by zip, id`);

/** Collects the output of a command. */
async function printedBy<T>(run: () => Promise<T>): Promise<{ result: T; printed: string }> {
  const printed: string[] = [];
  const write = vi.spyOn(process.stdout, 'write').mockImplementation(text => printed.push(String(text)) > 0);
  const result = await run().finally(() => write.mockRestore());
  return { result, printed: printed.join('') };
}

test('delivers a file and lists rejected rows', async () => {
  const lines = Array.from({ length: 1_000 }, (_, n) => line(n, n % 4 === 3 && n > 400 ? '?' : undefined));
  const path = await fileOf('leads.csv', lines);
  expect(await deliver(path)).toEqual({
    isComplete: true,
    rows: 1_000,
    accepted: 850,
    rejected: 150,
    undisclosedPrices: 0,
    droppedCells: 0,
  });
  const rejects = (await readFile(`${path}.rejects.csv`, 'utf8')).trim().split('\n');
  expect(rejects).toHaveLength(151);
  // Each row takes two lines, after the header's one. A row has the number of its first line.
  expect(rejects.slice(0, 2)).toEqual([
    'line,field,reason,effect',
    '808,zip,"Expected a ZIP code of five digits; got ""?""",row rejected',
  ]);
  const before = await stored();
  expect(before).toHaveLength(850);
  await deliver(path);
  expect(await stored()).toEqual(before);
});

test('a row that is not UTF-8 is rejected by its line', async () => {
  const path = await fileOf('broken.csv', [line(1), line(2)]);
  const bytes = (await readFile(path, 'latin1')).replace('Agent 1', 'Zo\xc3\xab').replace('Agent 2', '\xeb');
  await writeFile(path, bytes, 'latin1');
  expect(await deliver(path)).toMatchObject({ isComplete: true, accepted: 1, rejected: 1 });
  expect(await readFile(`${path}.rejects.csv`, 'utf8')).toContain('\n4,,Expected UTF-8');
});

test('reads the mapping from a file of JSON', async () => {
  const map = join(folder, 'columns.json');
  await writeFile(map, JSON.stringify({ Agent: 'full_name', Closed: 'sold_date' }, null, 2));
  const path = await fileOf('mapped.csv', [line(1), line(2).replace('2015-05-3', 'in May')]);
  expect(await deliver(path, { MAP: map })).toMatchObject({ accepted: 1, rejected: 1 });
  expect(await readFile(`${path}.rejects.csv`, 'utf8')).toContain('\n4,Closed,"Expected a day such as');
});

test('prints how many rows came without a price', async () => {
  const lines = Array.from({ length: 250 }, (_, n) =>
    n % 5 ? line(n) : line(n).replace(`,${1_000 + n},`, ',$0,'),
  );
  const path = await fileOf('priceless.csv', lines);
  const { result, printed } = await printedBy(() => deliver(path));
  expect(result).toMatchObject({ accepted: 250, undisclosedPrices: 50 });
  expect(printed).toContain('Of the accepted rows, 50 have no price: missing, 0 or not disclosed.\n');
});

test('reads every reject of a chunk', async () => {
  const path = await fileOf(
    'bad.csv',
    Array.from({ length: 300 }, (_, n) => line(n, '?')),
  );
  expect(await deliver(path, { ROWS_PER_REQUEST: 300 })).toMatchObject({ accepted: 0, rejected: 300 });
  expect((await readFile(`${path}.rejects.csv`, 'utf8')).trim().split('\n')).toHaveLength(301);
});

test('moves old sale dates on request', async () => {
  const path = await fileOf(
    'old.csv',
    Array.from({ length: 100 }, (_, n) => line(n)),
  );
  await deliver(path, { SHIFT: 'recent' });
  const days = (await stored()).map(row => String(row.sold_date)).sort();
  const today = new Date().toISOString().slice(0, 10);
  expect(days.at(-1)).toBe(today);
  expect(new Set(days).size).toBe(28);
});

test('continues after the API was killed and restarted', async () => {
  const path = await fileOf(
    'long.csv',
    Array.from({ length: 2_000 }, (_, n) => line(n)),
  );
  const delivered = deliver(path);
  await until(() => worker.pg.maybe(sql`select from batches offset 3 limit 1`), patience);
  await api.kill();
  api = startApi();
  expect(await delivered).toMatchObject({ isComplete: true, rows: 2_000, accepted: 2_000, rejected: 0 });
  expect(await stored()).toHaveLength(2_000);
}, 180_000);

test.each([
  [{ FILE: 'none.csv' }, "There is no file 'none.csv'"],
  [{ FILE: '/' }, "Expected a regular file; got a folder or a pipe at '/'"],
  [{ MAP: 'columns.json' }, "There is no file 'columns.json'"],
  [{ MAP: 'Agent=nobody' }, 'there is no column "nobody"'],
  [{ INGESTION_KEY: 'wrong' }, 'The ingestion API answered 401: Expected a valid ingestion key as bearer'],
])('refuses with what was expected: %o', async (options, message) => {
  const path = await fileOf('one.csv', [line(1)]);
  await expect(deliver(path, options)).rejects.toThrow(message);
});

const example: Record<string, string> = {
  city: 'Kent',
  state: 'WA',
  zip: '98030',
  price: '300000',
  Closed: '2015-05-01',
};
const columnNames = header.split(',');
const cells = (n: number, changes: Record<string, string> = {}): string[] => {
  const own = { Agent: `Zoë ${n}`, license_number: `WA-${n}`, address1: `${n} Elm St`, mls_id: `M${n}` };
  const values: Record<string, string> = { ...example, ...own, ...changes };
  return columnNames.map(column => values[column] ?? '');
};
/** The title is in line 1, the header in 3, the broken cell in 5 and the rejected row in 8. */
const sheetLines = [
  ['Sales of May'],
  [],
  columnNames,
  cells(1),
  cells(2, { price: 'lots' }),
  cells(3),
  [],
  cells(4, { zip: '?' }),
  cells(5),
];
const textWith = (delimiter: string, lineEnd = '\n') =>
  sheetLines.map(line => line.join(delimiter)).join(lineEnd);
const sheet = sheetLines
  .map(line => line.map(cell => `<c t="inlineStr"><is><t>${cell}</t></is></c>`).join(''))
  .map((xml, at) => `<row r="${at + 1}">${xml}</row>`)
  .join('');

async function written(name: string, content: string | Buffer): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

const lead = (n: number, zip = '98030') => ({
  fullName: `Ann ${n}`,
  property: { address1: `${n} Elm St`, zip, soldDate: '2015-05-01', price: 300_000 },
});
const leads = [lead(1), lead(2), lead(3, '?')];

test.each([
  ['leads.json', JSON.stringify({ leads }, null, 2), 3],
  ['leads.data', leads.map(each => JSON.stringify(each)).join('\n\n'), 5],
])('the JSON of %s goes in by its content', async (name, content, rejected) => {
  const path = await written(name, content);
  expect(await deliver(path, { ROWS_PER_REQUEST: 1 })).toMatchObject({ accepted: 2, rejected: 1 });
  expect(await readFile(`${path}.rejects.csv`, 'utf8')).toContain(`\n${rejected},property.zip,`);
});

describe('a real file', () => {
  test.each([
    ['plain.csv', textWith(',')],
    ['semicolons.csv', Buffer.from(textWith(';', '\r\n'), 'latin1')],
    ['tabs.txt', Buffer.from(`\ufeff${textWith('\t', '\r\n')}`, 'utf16le')],
    ['old-mac.csv', textWith('|', '\r')],
    ['leads.csv.gz', gzipSync(textWith(','))],
    ['leads.zip', zipOf([{ name: 'sales.tsv', bytes: textWith('\t') }])],
    ['leads.xlsx', workbookOf({ sheets: [{ name: 'Sales', xml: sheet }] })],
  ])('%s goes in, and rejects have its lines', async (name, content) => {
    const path = await written(name, content);
    const { result, printed } = await printedBy(() => deliver(path, { ROWS_PER_REQUEST: 2 }));
    expect(result).toMatchObject({ isComplete: true, rows: 5, accepted: 4, rejected: 1, droppedCells: 1 });
    expect((await readFile(`${path}.rejects.csv`, 'utf8')).trim().split('\n')).toEqual([
      'line,field,reason,effect',
      expect.stringMatching(/^5,price,"Expected a number .* got ""lots""",cell left out$/),
      '8,zip,"Expected a ZIP code of five digits; got ""?""",row rejected',
    ]);
    expect(printed).toContain('Cells left out of accepted rows, because they cannot be read: 1\n');
    expect(await worker.pg.query(sql`select full_name as name from agents order by full_name`)).toEqual(
      [1, 2, 3, 5].map(n => ({ name: `Zoë ${n}` })),
    );
  });

  test('has one order of day and month in all requests', async () => {
    const days = ['1/2/2015', '3/2/2015', '2/2/2015', '25/2/2015'];
    const rows = days.map((day, n) => cells(n, { Closed: day }).join(','));
    const path = await written('day-first.csv', [header, ...rows].join('\n'));
    const { printed } = await printedBy(() => deliver(path, { ROWS_PER_REQUEST: 1 }));
    expect(printed).toContain('Days such as 3/9/2026 have the day first, as the file proves.\n');
    const found = (await stored()).map(row => String(row.sold_date)).sort();
    expect(found).toEqual(['2015-02-01', '2015-02-02', '2015-02-03', '2015-02-25']);
  });

  test('has its repairs counted over all requests', async () => {
    const rows = [1, 2, 3].map(n => cells(n, { zip: '2134', state: 'MA' }).join(','));
    const path = await written('repaired.csv', [header, ...rows].join('\n'));
    const { printed } = await printedBy(() => deliver(path, { ROWS_PER_REQUEST: 2 }));
    expect(printed).toContain(' 3  zip: Restored the zeros at the beginning of a ZIP code\n');
  });

  test('is shown by a dry run, which delivers nothing', async () => {
    const path = await written('dry.csv', Buffer.from(textWith(';', '\r\n'), 'latin1'));
    const { printed } = await printedBy(() => dryRunFile(configOf(path)));
    expect(printed).toContain('Format     CSV, encoding windows-1252, delimiter semicolon\n');
    expect(printed).toContain('Rows       5: 4 accepted, 1 rejected;');
    expect(printed).toContain('Agents     4 new, 0 changed, 0 the same, 0 opted out\n');
    expect(printed).toMatch(/ {2}Agent +→ full_name +100 % {2}Zoë 1 \| Zoë 2 \| Zoë 3\n/);
    expect(await worker.pg.query(sql`select from batches`)).toEqual([]);
    await expect(dryRunFile(configOf(path, { SHIFT: 'recent' }))).rejects.toThrow('DRY=1 without SHIFT');
  });

  test.each([
    ['empty.csv', '', 'Expected a header and rows; got nothing'],
    ['header.csv', `${header}\n\n`, 'Expected rows below the header in line 1; got none'],
    ['cut.csv.gz', gzipSync(textWith(',')).subarray(0, -9), 'Expected a complete gzip file'],
    ['page.csv', '<!doctype html><p>Sales</p>', 'got an HTML page'],
  ])('%s is refused before a delivery begins', async (name, content, message) => {
    await expect(deliver(await written(name, content))).rejects.toThrow(message);
    expect(await worker.pg.query(sql`select from batches`)).toEqual([]);
  });
});
