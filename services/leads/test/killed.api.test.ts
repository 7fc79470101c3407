import { consumer, idempotent } from '@closingwire/chassis/consume';
import { createLog } from '@closingwire/chassis/log';
import { sql } from '@closingwire/chassis/pg';
import { startParts } from '@closingwire/chassis/test-service';
import { until } from '@closingwire/chassis/testing';
import { batchReply } from '@closingwire/contracts/ingestion';
import { leadListReady } from '@closingwire/contracts/leads';
import { freePort } from '@closingwire/local/ports/free-port';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createLeads } from '../src/service.ts';
import { startProcess } from './child-process.ts';
import { madeUpLeads } from './made-up-leads.ts';
import { leadsConfigs, patience, sourceOf } from './start-leads.ts';

let configs: Awaited<ReturnType<typeof leadsConfigs>>;
let leads: ReturnType<typeof createLeads>;
let source: ReturnType<typeof sourceOf>;
let stop: () => Promise<void>;
const ready: string[] = [];

beforeAll(async () => {
  configs = await leadsConfigs();
  leads = createLeads(configs.api);
  stop = await startParts([
    ...leads.parts,
    consumer({
      group: 'listener',
      handlers: [
        idempotent(
          leadListReady,
          async messages => void ready.push(...messages.map(({ data }) => `${data.batchId} ${data.zipCode}`)),
        ),
      ],
      bus: leads.bus,
      log: createLog('test', 'error'),
    }),
  ]);
  source = sourceOf(leads.http.url);
});
afterAll(async () => {
  await stop();
  await configs.identity.close();
});

let worker: ReturnType<typeof startProcess>;
beforeEach(async () => {
  await leads.pg.execute(sql`truncate agents, closings, lead_lists`);
  worker = startProcess('ingest-main', configs.ingest);
});
afterEach(() => worker.kill());

const ZIPS = 9;
const rows = madeUpLeads(4_000, n => ({ zip: String(98_000 + (n % ZIPS)) }));

async function send(chunk: readonly object[], to = source): Promise<string> {
  const reply = await to.post('application/x-ndjson', chunk.map(lead => JSON.stringify(lead)).join('\n'));
  return batchReply.parse(await reply.json()).batchId;
}
const isDone = async (batchId: string) => (await source.batch(batchId)).state === 'done';
const counts = () =>
  leads.pg.one(sql`select (select count(*) from agents) as agents, 
    (select count(*) from closings) as closings`);
const all = { agents: rows.length, closings: rows.length };

/** Runs `work` while loads wait for a lock on the closings. */
async function whileLoadsWait(work: () => Promise<void>): Promise<void> {
  const blocker = await leads.pg.pool.connect();
  try {
    await blocker.query(sql`begin; lock table closings in access exclusive mode`);
    await work();
  } finally {
    await blocker.query(sql`rollback`);
    blocker.release();
  }
}
const aLoadWaits = () =>
  leads.pg.maybe(sql`select from pg_stat_activity where datname = current_database()
    and wait_event_type = 'Lock' and query like '%closing_stage%' limit 1`);

test('stores all or nothing when killed in a load', async () => {
  let batchId = '';
  await whileLoadsWait(async () => {
    batchId = await send(rows);
    await until(aLoadWaits, patience);
    await worker.kill();
  });
  expect(await counts()).toEqual({ agents: 0, closings: 0 });
  expect(await source.batch(batchId)).toMatchObject({ state: 'loading', loaded: 0 });

  worker = startProcess('ingest-main', configs.ingest);
  await until(() => isDone(batchId), patience);
  expect(await counts()).toEqual(all);
}, 180_000);

test('stores each row once when killed again and again', async () => {
  const batchIds: string[] = [];
  for (let at = 0; at < rows.length; at += 500) {
    batchIds.push(await send(rows.slice(at, at + 500)));
    if (at % 1_000 === 0) continue;
    // This can kill the worker at any step of its work.
    await worker.kill();
    worker = startProcess('ingest-main', configs.ingest);
  }
  for (const batchId of batchIds) await until(() => isDone(batchId), patience);
  expect(await counts()).toEqual(all);
  const lists = await leads.pg.query<{ version: number }>(sql`select version from lead_lists`);
  expect(lists.map(list => list.version)).toEqual(Array.from({ length: ZIPS }, () => batchIds.length));
  const published = () => ready.filter(line => batchIds.some(batchId => line.startsWith(batchId)));
  await until(() => new Set(published()).size === batchIds.length * ZIPS);
}, 180_000);

test('stores each row once while processes join and leave', async () => {
  const others: ReturnType<typeof startProcess>[] = [];
  const batchIds: string[] = [];
  for (let at = 0; at < rows.length; at += 500) {
    batchIds.push(await send(rows.slice(at, at + 500)));
    if (at === 500 || at === 1_500) others.push(startProcess('ingest-main', configs.ingest));
    // The remaining processes take over its partitions.
    if (at === 2_500) void worker.kill('SIGTERM');
  }
  for (const batchId of batchIds) await until(() => isDone(batchId), patience);
  expect(await counts()).toEqual(all);
  const states = await Promise.all(batchIds.map(batchId => source.batch(batchId)));
  expect(states.map(({ loaded }) => loaded)).toEqual(batchIds.map(() => 500));
  for (const other of others) await other.kill();
}, 180_000);

test('accepts nothing when the receiving process is killed', async () => {
  const [port, managementPort] = [await freePort(), await freePort()];
  const settings = { ...configs.api, PORT: port, MANAGEMENT_PORT: managementPort };
  let receiver = startProcess('main', settings);
  const url = `http://127.0.0.1:${port}`;
  const isUp = async () => (await fetch(`http://127.0.0.1:${managementPort}/readyz`)).ok;
  const untilUp = () =>
    until(isUp, patience).catch(cause => {
      throw new Error(`leads did not start:\n${receiver.log()}`, { cause });
    });
  await untilUp();
  const half = Promise.withResolvers<void>();
  const endless = new ReadableStream({
    start(controller) {
      const lines = rows.map(row => `${JSON.stringify(row)}\n`).join('');
      // More rows than the open packs hold.
      controller.enqueue(new TextEncoder().encode(lines.repeat(3)));
      half.resolve();
    },
  });
  const broken = sourceOf(url)
    .post('application/x-ndjson', endless)
    .then(
      () => 'answered',
      () => 'broken',
    );
  await half.promise;
  await until(() => leads.pg.maybe(sql`select from closings limit 1`), patience);
  await receiver.kill();
  expect(await broken).toBe('broken');

  receiver = startProcess('main', settings);
  await untilUp();
  const batchId = await send(rows, sourceOf(url));
  await until(() => isDone(batchId), patience);
  expect(await counts()).toEqual(all);
  await receiver.kill();
}, 180_000);
