import { expect, type TestContext, test } from 'vitest';
import { z } from 'zod';
import { openTestPg, partsOfTest, silent } from '../../test/bench-parts.ts';
import { runProgram } from '../../test/child.ts';
import { type Pg, raw, type Statement, sql } from '../postgres/pg.ts';
import { newId } from '../process/ids.ts';
import { testPool } from '../testing/test-service.ts';
import { until } from '../testing/testing.ts';
import { defineJob, jobRunner } from './jobs.ts';

const grow = defineJob('grow', z.object({ id: z.string() }), { queue: () => 'account' });

/** Starts a child process that runs a job while a second job of its queue waits, then a job runner in this process. */
async function open({ onTestFinished }: TestContext, jobMs?: number) {
  const parts = partsOfTest();
  const pg = await openTestPg();
  await parts.start(pg.part);
  const child = runProgram('job-process.ts', [pg.url, ...(jobMs === undefined ? [] : [String(jobMs)])]);
  onTestFinished(async () => {
    await parts.stop();
    await child.kill('SIGKILL');
  });
  await child.waitFor('ready');
  const [first, second] = [newId(), newId()];
  for (const id of [first, second]) await pg.transaction(tx => grow.enqueue(tx, { id }));
  await child.waitFor('begun');
  const runs: { id: string; isOtherRunning: boolean }[] = [];
  const countOf = (text: string) => child.output().split(`"msg":"${text}"`).length;
  const isOtherRunning = () => child.process.exitCode === null && countOf('begun') > countOf('ended');
  const handler = grow.handledBy(async ({ id }) => void runs.push({ id, isOtherRunning: isOtherRunning() }));
  await parts.start(jobRunner({ pg, log: silent, handlers: [handler] }));
  return { pg, child, first, second, runs };
}

const databaseOf = ({ url }: Pg) => new URL(url).pathname.slice(1);

/**
 * Terminates the connections of the child process to the database, whose names begin with 'jobs'; with `all`, this
 * process's too.
 */
const cut = (by: { query(statement: Statement): unknown }, database: string, { all = false } = {}) =>
  by.query(
    sql`select pg_terminate_backend(pid) from pg_stat_activity
     where datname = ${database} and pid <> pg_backend_pid() and (${all} or application_name like 'jobs%')`,
  );

// Most of each test is a wait for a lease, and each has its own database, so the tests run concurrently.

test.concurrent('a job runs once although its process loses its connections for seconds', async context => {
  const { pg, child, first, runs } = await open(context, 14_000);
  await cut(pg, databaseOf(pg), { all: true });
  // Cuts the child process off for longer than two looks of this process at the leases.
  const end = performance.now() + 7_000;
  await until(async () => {
    await cut(pg, databaseOf(pg));
    return performance.now() > end;
  });
  await child.waitFor('ended');
  const left = () => pg.query(sql`select from graphile_worker._private_jobs`);
  await until(async () => (await left()).length === 0, { timeoutMs: 60_000 });
  expect(runs.filter(({ isOtherRunning }) => isOtherRunning)).toEqual([]);
  expect(runs.map(({ id }) => id)).not.toContain(first);
}, 180_000);

/** Decides whether the database takes new connections, and terminates the child process's. Other open ones stay. */
async function setOpen(pg: Pg, isOpen: boolean): Promise<void> {
  const database = databaseOf(pg);
  const server = testPool(new URL('/postgres', pg.url).href);
  await server.query(sql`alter database ${raw(database)} allow_connections ${raw(String(isOpen))}`);
  // From another database: a closed one refuses a new connection of its pool.
  await cut(server, database);
  await server.end();
}

test.concurrent('a process without a database ends before another runs its job or queue', async context => {
  const { pg, child, first, second, runs } = await open(context);
  await setOpen(pg, false);
  expect(await child.ended).toBe(1);
  expect(runs).toEqual([]);
  await setOpen(pg, true);
  expect(child.output()).toContain('the lease of a running job could not be renewed');
  await until(() => runs.length === 2, { timeoutMs: 40_000 });
  expect(runs.map(({ id }) => id)).toEqual([first, second]);
}, 180_000);

test.concurrent('a job that its process does not run is freed', async context => {
  const { pg, runs } = await open(context);
  const lost = newId();
  await pg.transaction(tx => defineJob('other', z.object({ id: z.string() })).enqueue(tx, { id: lost }));
  // Simulates that the reply with the job was lost: the job's locking pool is alive but does not run it.
  await pg.execute(
    sql`update graphile_worker._private_jobs jobs set locked_at = now(), attempts = 1,
       locked_by = (select locked_by from graphile_worker._private_jobs where locked_by is not null limit 1)
     where payload->>'id' = ${lost}`,
  );
  const isLocked = () =>
    pg.maybe(
      sql`select from graphile_worker._private_jobs where payload->>'id' = ${lost} and locked_at is not null`,
    );
  await until(async () => !(await isLocked()), { timeoutMs: 40_000 });
  expect(runs).toEqual([]);
}, 180_000);
