import { newId } from '@closingwire/chassis/ids';
import { jobRunner } from '@closingwire/chassis/jobs';
import { createLog } from '@closingwire/chassis/log';
import { systemClock } from '@closingwire/chassis/part';
import { openPg, raw, sql, type Tx } from '@closingwire/chassis/pg';
import { testDatabase, until } from '@closingwire/chassis/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { agentOf } from '../../test/agent-of.ts';
import { leadOf, packOf, untilWaitingFor, whileStored } from '../../test/blocked-load.ts';
import { migrations } from '../config.ts';
import { applySuppressionsJob } from '../jobs.ts';
import { totalsOfBatches } from '../loading/batches.ts';
import { type LeadPack, loadLeads } from '../loading/load.ts';
import { mergeLeads } from '../loading/merge.ts';
import { salesOf } from '../loading/sales.ts';
import { stage } from '../loading/stage.ts';
import { storeRound } from '../loading/store.ts';
import { identifySales } from '../loading/stored-sales.ts';
import {
  addSuppressions,
  applySuppressions,
  hideLateSuppressed,
  newestSuppression,
  removeSuppressions,
} from './suppressions.ts';

const log = createLog('test', 'silent');
let pg: ReturnType<typeof openPg>;
beforeAll(async () => {
  pg = openPg({ url: await testDatabase('while_loading'), name: 'while-loading', migrations, copies: true });
  await pg.part.start();
});
afterAll(() => pg.part.stop());
beforeEach(() =>
  pg.query(sql`truncate agents, closings, suppressions, opt_out_requests, opt_out_contacts, lead_lists`),
);

const load = async (...rows: LeadPack['rows']) => loadLeads(pg, systemClock, [await packOf(pg, ...rows)]);

async function emailHash(n: number): Promise<Buffer> {
  const { hash } = await pg.one<{ hash: Buffer }>(
    sql`select contact_hash('email', ${`agent.${n}@example.com`}) as hash`,
  );
  return hash;
}

async function listed(n: number, requestId = newId()): Promise<Buffer> {
  const hash = await emailHash(n);
  await pg.transaction(tx => addSuppressions(tx, requestId, [{ kind: 'email', hash }], new Date()));
  return hash;
}
const apply = (hash: Buffer) => pg.transaction(tx => applySuppressions(tx, [hash]));

const hidden = async () => {
  const of = async (table: string) =>
    (
      await pg.query<{ is: boolean }>(
        sql`select is_suppressed as is from ${raw(table)} order by zip, is_suppressed`,
      )
    ).map(row => row.is);
  return { agents: await of('agents'), closings: await of('closings') };
};

test('an opt-out during a load hides its rows', async () => {
  row('beyond/opt-out-while-loading');
  await whileStored(pg, await packOf(pg, leadOf(1), leadOf(2)), async () => {
    await apply(await listed(1));
    expect(await hidden()).toEqual({ agents: [], closings: [] });
  });
  expect(await hidden()).toEqual({ agents: [false, true], closings: [false, true] });
});

test('opted-out rows are counted in their batch', async () => {
  await listed(1);
  const pack = await packOf(pg, leadOf(1), leadOf(1, { mlsId: 'another' }), leadOf(2));
  for (let times = 0; times < 2; times++) await loadLeads(pg, systemClock, [pack]);
  const since = { startedAfter: new Date(0), after: undefined, limit: 1_000 };
  const totals = await totalsOfBatches(pg, since, new Date());
  expect(totals.find(({ batchId }) => batchId === pack.batchId)).toEqual({
    batchId: pack.batchId,
    state: 'done',
    accepted: 3,
    rejected: 0,
    stored: 1,
    optedOut: 2,
  });
});

test('a new closing of an agent who opts out during the load is hidden', async () => {
  await load(leadOf(1));
  let applying: Promise<void> | undefined;
  await whileStored(pg, await packOf(pg, leadOf(1, { soldDate: '2026-03-18', mlsId: 'M1b' })), async () => {
    const hash = await listed(1);
    // It waits for the agent's row, which the load has locked.
    applying = apply(hash);
  });
  await applying;
  expect(await hidden()).toEqual({ agents: [true], closings: [true, true] });
});

test('an opt-out waits for a load after its last check and hides its rows', async () => {
  const committing = Promise.withResolvers<void>();
  const looked = Promise.withResolvers<void>();
  const loading = pg.transaction(async (tx: Tx) => {
    const seen = await newestSuppression(tx);
    const received = [{ receivedAt: new Date(), rows: [leadOf(1)] }];
    const sales = salesOf(received);
    await identifySales(tx, sales);
    await stage(tx, mergeLeads(received, { agentOf, saleOf: sales.of }));
    await storeRound(tx, { round: 0, isAnyMissing: false });
    await hideLateSuppressed(tx, seen);
    looked.resolve();
    await committing.promise;
  });
  await looked.promise;
  const listing = listed(1);
  await untilWaitingFor(pg, 'advisory');
  committing.resolve();
  await loading;
  await apply(await listing);
  expect(await hidden()).toEqual({ agents: [true], closings: [true] });
});

test('a load does not wait for applied suppressions', async () => {
  await load(leadOf(1));
  const hash = await listed(1);
  await pg.transaction(async tx => {
    await applySuppressions(tx, [hash]);
    await load(leadOf(2, { zip: '98031' }));
  });
  expect(await hidden()).toEqual({ agents: [true, false], closings: [true, false] });
});

test("an undo during a load leaves the load's rows visible", async () => {
  await load(leadOf(1));
  const requestId = newId();
  await apply(await listed(1, requestId));
  const hash = await emailHash(1);
  await whileStored(
    pg,
    await packOf(pg, leadOf(1, { soldDate: '2026-03-18', mlsId: 'M1b' }), leadOf(2)),
    async () => {
      await pg.transaction(tx => removeSuppressions(tx, requestId, [hash], new Date()));
      await apply(hash);
    },
  );
  expect(await hidden()).toEqual({ agents: [false, false], closings: [false, false] });
  await load(leadOf(1, { soldDate: '2026-03-18', mlsId: 'M1b' }));
  expect((await hidden()).closings).toEqual([false, false, false]);
});

test('a job applies suppressions after a kill', async () => {
  await load(leadOf(1));
  const [hash, past] = [await emailHash(1), new Date('2026-03-18T12:00:00Z')];
  await pg.transaction(tx => addSuppressions(tx, newId(), [{ kind: 'email', hash }], past));
  expect((await hidden()).agents).toEqual([false]);
  const handler = applySuppressionsJob.handledBy(({ hashes }) =>
    pg.transaction(tx => applySuppressions(tx, hashes)),
  );
  const jobs = jobRunner({ pg, log, handlers: [handler] });
  await jobs.start();
  await until(async () => (await hidden()).agents[0]);
  await until(
    async () =>
      (
        await pg.query(
          sql`select from graphile_worker.jobs where task_identifier = ${applySuppressionsJob.name} and run_at < now()`,
        )
      ).length === 0,
  );
  await jobs.stop();
  expect(await hidden()).toEqual({ agents: [true], closings: [true] });
});
