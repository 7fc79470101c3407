import { readFileSync } from 'node:fs';
import { sql } from '@closingwire/chassis/pg';
import { leadFields } from '@closingwire/contracts/lead-fields';
import { runningProcesses } from '@closingwire/local/supervisor/run-record';
import { execa } from 'execa';
import pg from 'pg';
import { nationFolder, startNationServers } from './nation/nation-platform.ts';
import { cookieOf, markRefreshedToday, subscriber, wideLimits } from './nation/visitors.ts';
import { median } from './quantiles.ts';

const ROUNDS = 3;
const wanted = Number(process.env.ROWS ?? 100_000);

const filters = { fromDate: '2000-01-01' };

/** Subscribes the user to ZIPs with `wanted` closings together; returns a function that removes the subscriptions. */
async function giveZips(client: pg.Client): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ id: string }>(
    sql`insert into subscriptions (id, account_id, zip, version, kind)
     select gen_random_uuid(), u.id, z.zip, 1, 'paid'
     from users u, (
       select zip, sum(count(*)) over (order by md5(zip)) as so_far from closings group by zip) z
     where u.email = ${subscriber} and z.so_far < ${wanted}
     returning id`,
  );
  const ids = rows.map(({ id }) => id);
  return async () => void (await client.query(sql`delete from subscriptions where id = any(${ids})`));
}

/** Returns the number of line ends. */
function linesOf(chunk: Buffer): number {
  let lines = 0;
  for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) lines++;
  return lines;
}

async function post(url: string, cookie: string, body: object, accept = '*/*') {
  const reply = await fetch(url, {
    method: 'POST',
    headers: {
      cookie,
      origin: new URL(url).origin,
      accept,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  });
  if (!reply.ok || !reply.body) throw new Error(`${reply.status} ${await reply.text()}`);
  return reply.body;
}

type Download = { rows: number; seconds: number; firstByteMs: number };

async function download(url: string, cookie: string): Promise<Download> {
  const startedAt = performance.now();
  let [firstByteMs, lines] = [0, 0];
  for await (const chunk of await post(`${url}/api/user/agents/export`, cookie, filters, 'text/csv')) {
    firstByteMs ||= performance.now() - startedAt;
    lines += linesOf(Buffer.from(chunk));
  }
  return { rows: lines - 1, seconds: (performance.now() - startedAt) / 1_000, firstByteMs };
}

/** Downloads an Excel file of all columns. */
async function downloadSheet(url: string, cookie: string): Promise<{ bytes: number; seconds: number }> {
  const startedAt = performance.now();
  let bytes = 0;
  const asked = { ...filters, format: 'xlsx', preset: 'full', columns: null, onlyNew: false };
  for await (const chunk of await post(`${url}/api/user/files`, cookie, asked)) bytes += chunk.length;
  return { bytes, seconds: (performance.now() - startedAt) / 1_000 };
}

/** SQL expressions of the CSV cells, with the database functions that leads uses. */
const cells = leadFields
  .filter(({ header, isInListsOnly }) => header && !isInListsOnly)
  .map(({ kind, stored: { table, column } }) => {
    const cell = `${table === 'agents' ? 'a' : 'c'}.${column}`;
    if (kind === 'phone') return `csv_phone(${cell})`;
    return kind === 'text' || kind === 'email' ? `csv_text(${cell})` : cell;
  });

/** Copies the same rows with psql. */
async function copyByPsql(url: string): Promise<{ rows: number; seconds: number }> {
  const statement = `set plan_cache_mode = 'auto'; set work_mem = '32MB'; copy (select ${cells.join(', ')}
    from closings c join agents a on a.zip = c.zip and a.id = c.agent_id
    where not c.is_suppressed and c.sold_date >= '${filters.fromDate}' and c.zip = any(array(
      select s.zip from subscriptions s join users u on u.id = s.account_id
      where u.email = '${subscriber}' and s.cancelled_at is null))
    order by c.sold_date desc, c.zip, c.id) to stdout (format csv)`;
  const startedAt = performance.now();
  const child = execa('psql', [url, '-q', '-c', statement.replaceAll('\n', ' ')], {
    encoding: 'buffer',
    buffer: false,
  });
  let rows = 0;
  for await (const chunk of child.iterable({ from: 'stdout' })) rows += linesOf(chunk as Buffer);
  await child;
  return { rows, seconds: (performance.now() - startedAt) / 1_000 };
}

const memoryMb = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024;

async function measureSheets(
  downloadOne: () => Promise<{ bytes: number; seconds: number }>,
  memory: () => number[],
): Promise<void> {
  const before = memory();
  const most = before.map(() => 0);
  const watch = setInterval(() => {
    for (const [at, mb] of memory().entries()) most[at] = Math.max(most[at] ?? 0, mb - (before[at] ?? 0));
  }, 50);
  for (let round = 0; round < ROUNDS; round++) {
    const { bytes, seconds } = await downloadOne();
    console.log(`Excel: ${(bytes / 1_048_576).toFixed(1)} MB in ${seconds.toFixed(1)} s`);
  }
  clearInterval(watch);
  console.log(`MB more than before, at most: gateway ${most[0]?.toFixed(0)}, leads ${most[1]?.toFixed(0)}`);
}

/** Compares a CSV list through the gateway with psql copying the same rows from the same database. */
export async function measure(): Promise<void> {
  const { servers, product, stop } = await startNationServers({ durable: true });
  const client = new pg.Client({ connectionString: servers.postgresUrl('leads') });
  let takeBack: (() => Promise<void>) | undefined;
  try {
    await client.connect();
    await markRefreshedToday(servers.postgresUrl('leads'));
    takeBack = await giveZips(client);
    const { url } = await product({ ...wideLimits, EXPORTS_PER_ACCOUNT: '100000' });
    const cookie = await cookieOf(url, subscriber);
    const memory = () =>
      ['gateway', 'leads'].map(name => memoryMb(runningProcesses(nationFolder).get(name)?.pid ?? 0));
    const atStart = memory();
    let warm = atStart;
    const ratios: number[] = [];
    for (let round = 0; round <= ROUNDS; round++) {
      const ours = await download(url, cookie);
      const theirs = await copyByPsql(servers.postgresUrl('leads'));
      const [rate, copied] = [ours, theirs].map(({ rows, seconds }) => rows / seconds);
      if (round === 0) warm = memory();
      else ratios.push((rate ?? 0) / (copied ?? 1));
      console.log(
        `${ours.rows} rows: ${rate?.toFixed(0)} rows/s, first byte ${ours.firstByteMs.toFixed(0)} ms; psql ${theirs.rows} rows, ${copied?.toFixed(0)} rows/s`,
      );
    }
    const grownSince = (then: number[]) => memory().map((mb, at) => (mb - (then[at] ?? 0)).toFixed(0));
    const [start, first] = [grownSince(atStart), grownSince(warm)];
    console.log(`MB more than idle after the start: gateway ${start[0]}, leads ${start[1]}`);
    console.log(`MB more than after the first file: gateway ${first[0]}, leads ${first[1]} (goal ≤ 40)`);
    console.log(`through the gateway ÷ psql: ${median(ratios).toFixed(2)} (goal ≥ 0.8)`);
    await measureSheets(() => downloadSheet(url, cookie), memory);
  } finally {
    await takeBack?.();
    await client.end();
    await stop();
  }
}
