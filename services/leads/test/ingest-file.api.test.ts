import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from '@closingwire/chassis/pg';
import { startParts } from '@closingwire/chassis/test-service';
import { until } from '@closingwire/chassis/testing';
import { freePort } from '@closingwire/local/ports/free-port';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { ingestFile } from '../src/cli/ingest-file.ts';
import { createLeadsIngest } from '../src/ingest-service.ts';
import { startProcess } from './child-process.ts';
import { INGESTION_KEY, leadsConfigs, patience } from './start-leads.ts';

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

const deliver = (FILE: string, options: object = {}) =>
  ingestFile({
    PUBLIC_URL: url,
    INGESTION_KEY,
    FILE,
    MAP: 'Agent=full_name,Closed=sold_date',
    SHIFT: undefined,
    ROWS_PER_REQUEST: 100,
    ...options,
  });
const stored = () => worker.pg.query(sql`select zip, id, sold_date from closings order by zip, id`);

test('delivers a file and lists rejected rows', async () => {
  const lines = Array.from({ length: 1_000 }, (_, n) => line(n, n % 4 === 3 && n > 400 ? '?' : undefined));
  const path = await fileOf('leads.csv', lines);
  expect(await deliver(path)).toEqual({
    isComplete: true,
    rows: 1_000,
    accepted: 850,
    rejected: 150,
    undisclosedPrices: 0,
  });
  const rejects = (await readFile(`${path}.rejects.csv`, 'utf8')).trim().split('\n');
  expect(rejects).toHaveLength(151);
  // Each row takes two lines, after the header's one. A row has the number of its first line.
  expect(rejects.slice(0, 2)).toEqual([
    'line,field,reason',
    '808,zip,"Expected a ZIP code of five digits; got ""?"""',
  ]);
  const before = await stored();
  expect(before).toHaveLength(850);
  await deliver(path);
  expect(await stored()).toEqual(before);
});

test('a row that is not UTF-8 is rejected by its line', async () => {
  const path = await fileOf('latin1.csv', [line(1), line(2)]);
  await writeFile(path, (await readFile(path, 'latin1')).replace('Agent 2', 'Agent \xeb'), 'latin1');
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
  const printed: string[] = [];
  const write = vi.spyOn(process.stdout, 'write').mockImplementation(text => printed.push(String(text)) > 0);
  const totals = await deliver(await fileOf('priceless.csv', lines)).finally(() => write.mockRestore());
  expect(totals).toMatchObject({ accepted: 250, undisclosedPrices: 50 });
  expect(printed.join('')).toContain(
    'Of the accepted rows, 50 have no price: missing, 0 or not disclosed.\n',
  );
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
  [{ FILE: 'leads.xlsx' }, "Expected a .csv, .ndjson or .jsonl file; got 'leads.xlsx'"],
  [{ MAP: 'columns.json' }, "There is no file 'columns.json'"],
  [{ MAP: 'Agent=nobody' }, 'there is no column "nobody"'],
  [{ INGESTION_KEY: 'wrong' }, 'The ingestion API answered 401: Expected a valid ingestion key as bearer'],
])('refuses with what was expected: %o', async (options, message) => {
  const path = await fileOf('one.csv', [line(1)]);
  await expect(deliver(path, options)).rejects.toThrow(message);
});
