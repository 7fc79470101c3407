import { afterEach, expect, test } from 'vitest';
import { openTestPg, partsOfTest, silent } from '../../test/bench-parts.ts';
import { runProgram } from '../../test/child.ts';
import type { Pg } from '../postgres/pg.ts';
import { newId } from '../process/ids.ts';
import { until } from '../testing/testing.ts';
import { addJob, jobRunner, type Task } from './jobs.ts';

const parts = partsOfTest();
afterEach(() => parts.stop());

async function open(): Promise<Pg> {
  const pg = await openTestPg('jobs');
  await parts.start(pg.part);
  return pg;
}

/** Notes each run of a job by the id in its payload. */
function recorder() {
  const runs: { id: string; attempt: number }[] = [];
  const grow: Task = async (payload, { attempt }) => {
    runs.push({ id: (payload as { id: string }).id, attempt });
  };
  return { runs, grow };
}

const add = (pg: Pg, id: string, options = {}) => pg.transaction(tx => addJob(tx, 'grow', { id }, options));

test('a job runs when its transaction commits', async () => {
  const pg = await open();
  const { runs, grow } = recorder();
  await parts.start(jobRunner({ pg, log: silent, tasks: { grow } }));
  const undone = pg.transaction(async tx => {
    await addJob(tx, 'grow', { id: 'never' });
    throw new Error('changed my mind');
  });
  await expect(undone).rejects.toThrow('changed my mind');
  await add(pg, 'a');
  await until(() => runs.length > 0);
  expect(runs).toEqual([{ id: 'a', attempt: 1 }]);
});

test('a keyed job that waits is replaced', async () => {
  const pg = await open();
  const { runs, grow } = recorder();
  await add(pg, 'old', { key: 'k', runAt: new Date(Date.now() + 60_000) });
  await add(pg, 'new', { key: 'k' });
  await parts.start(jobRunner({ pg, log: silent, tasks: { grow } }));
  await until(() => runs.length > 0);
  expect(runs.map(run => run.id)).toEqual(['new']);
});

test('a keyed job that a worker is just beginning is added once more', async () => {
  const pg = await open();
  await add(pg, 'old', { key: 'k' });
  const worker = await pg.pool.connect();
  try {
    await worker.query('begin');
    await worker.query(`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'a worker'`);
    const added = add(pg, 'new', { key: 'k' });
    await until(async () => {
      const waiting = `select 1 from pg_stat_activity where datname = current_database()
        and wait_event_type = 'Lock' and query like '%add_job%'`;
      return (await pg.query(waiting)).length > 0;
    });
    await worker.query('commit');
    await added;
  } finally {
    worker.release();
  }
  const left = await pg.query(
    `select payload->>'id' as id, locked_at is not null as "isRunning", key
     from graphile_worker._private_jobs jobs order by jobs.id`,
  );
  expect(left).toEqual([
    { id: 'old', isRunning: true, key: null },
    { id: 'new', isRunning: false, key: 'k' },
  ]);
});

test('a failed job is tried again', async () => {
  const pg = await open();
  const attempts: number[] = [];
  const grow: Task = async (_payload, { attempt }) => {
    attempts.push(attempt);
    if (attempt < 2) throw new Error('not yet');
  };
  await parts.start(jobRunner({ pg, log: silent, tasks: { grow } }));
  await add(pg, 'a');
  await until(() => attempts.length === 2, { timeoutMs: 20_000 });
  expect(attempts).toEqual([1, 2]);
});

test('a job of a killed process is taken over', async () => {
  const pg = await open();
  const child = runProgram('job-process.ts', [pg.url]);
  await child.waitFor('ready');
  await add(pg, newId());
  await child.waitFor('begun');
  await child.kill('SIGKILL');

  const { runs, grow } = recorder();
  await parts.start(jobRunner({ pg, log: silent, tasks: { grow } }));
  await until(() => runs.length === 1, { timeoutMs: 15_000 });
  expect(runs[0]?.attempt).toBe(2);
}, 60_000);

test('a job of a living process is left alone', async () => {
  const pg = await open();
  const child = runProgram('job-process.ts', [pg.url]);
  try {
    await child.waitFor('ready');
    await add(pg, 'held');
    await child.waitFor('begun');
    const { runs, grow } = recorder();
    await parts.start(jobRunner({ pg, log: silent, tasks: { grow } }));
    await add(pg, 'free', { runAt: new Date(Date.now() + 7_000) });
    await until(() => runs.length > 0, { timeoutMs: 20_000 });
    expect(runs.map(run => run.id)).toEqual(['free']);
  } finally {
    await child.kill('SIGKILL');
  }
}, 60_000);

test('the runner goes on after its sessions are cut', async () => {
  const pg = await open();
  const { runs, grow } = recorder();
  await parts.start(jobRunner({ pg, log: silent, tasks: { grow } }));
  await add(pg, 'before');
  await until(() => runs.length === 1);
  await pg.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  await until(() => add(pg, 'after').then(() => true));
  await until(() => runs.some(run => run.id === 'after'), { timeoutMs: 20_000 });
});
