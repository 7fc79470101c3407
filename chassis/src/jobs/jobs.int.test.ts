import { setTimeout as sleep } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { openTestPg, partsOfTest, silent } from '../../test/bench-parts.ts';
import { runProgram } from '../../test/child.ts';
import type { Pg } from '../postgres/pg.ts';
import { newId } from '../process/ids.ts';
import { registry } from '../process/telemetry.ts';
import { until } from '../testing/testing.ts';
import { type Attempt, defineJob, jobRunner } from './jobs.ts';

const parts = partsOfTest();
afterEach(() => parts.stop());

async function open(): Promise<Pg> {
  const pg = await openTestPg();
  await parts.start(pg.part);
  return pg;
}

const payload = z.object({ id: z.string() });
const grow = defineJob('grow', payload);
const growOnce = defineJob('grow', payload, { key: () => 'k' });

/** A handler that records each run by the id in the payload. */
function recorder() {
  const runs: { id: string; attempt: number }[] = [];
  const handler = grow.handledBy(async ({ id }, { attempt }) => void runs.push({ id, attempt }));
  return { runs, handlers: [handler] };
}

const add = (pg: Pg, id: string, { job = grow, ...options }: { job?: typeof grow; runAt?: Date } = {}) =>
  pg.transaction(tx => job.enqueue(tx, { id }, options));

test('a job runs when its transaction commits', async () => {
  const pg = await open();
  const { runs, handlers } = recorder();
  await parts.start(jobRunner({ pg, log: silent, handlers }));
  const undone = pg.transaction(async tx => {
    await grow.enqueue(tx, { id: 'never' });
    throw new Error('changed my mind');
  });
  await expect(undone).rejects.toThrow('changed my mind');
  await add(pg, 'a');
  await until(() => runs.length > 0);
  expect(runs).toEqual([{ id: 'a', attempt: 1 }]);
});

test('a keyed job that waits is replaced', async () => {
  const pg = await open();
  const { runs, handlers } = recorder();
  await add(pg, 'old', { job: growOnce, runAt: new Date(Date.now() + 60_000) });
  await add(pg, 'new', { job: growOnce });
  await parts.start(jobRunner({ pg, log: silent, handlers }));
  await until(() => runs.length > 0);
  expect(runs.map(run => run.id)).toEqual(['new']);
});

test('a keyed job that a worker is just beginning is added once more', async () => {
  const pg = await open();
  await add(pg, 'old', { job: growOnce });
  const worker = await pg.pool.connect();
  try {
    await worker.query(sql`begin`);
    await worker.query(
      sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'a worker'`,
    );
    const added = add(pg, 'new', { job: growOnce });
    await until(async () => {
      const waiting = sql`select 1 from pg_stat_activity where datname = current_database()
        and wait_event_type = 'Lock' and query like '%add_job%'`;
      return (await pg.query(waiting)).length > 0;
    });
    await worker.query(sql`commit`);
    await added;
  } finally {
    worker.release();
  }
  const left = await pg.query(
    sql`select payload->>'id' as id, locked_at is not null as "isRunning", key
     from graphile_worker._private_jobs jobs order by jobs.id`,
  );
  expect(left).toEqual([
    { id: 'old', isRunning: true, key: null },
    { id: 'new', isRunning: false, key: 'grow:k' },
  ]);
});

test('a job of a lower priority lets others pass', async () => {
  const pg = await open();
  const { runs, handlers } = recorder();
  await pg.transaction(async tx => {
    await grow.enqueue(tx, { id: 'patient' }, { priority: 10 });
    await grow.enqueue(tx, { id: 'urgent' });
  });
  await parts.start(jobRunner({ pg, log: silent, handlers, concurrency: 1 }));
  await until(() => runs.length === 2);
  expect(runs.map(run => run.id)).toEqual(['urgent', 'patient']);
});

test('a failed job is tried again', async () => {
  const pg = await open();
  const attempts: number[] = [];
  const handler = grow.handledBy(async (_payload, { attempt }: Attempt) => {
    attempts.push(attempt);
    if (attempt < 2) throw new Error('not yet');
  });
  await parts.start(jobRunner({ pg, log: silent, handlers: [handler] }));
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

  const { runs, handlers } = recorder();
  await parts.start(jobRunner({ pg, log: silent, handlers }));
  await until(() => runs.length === 1, { timeoutMs: 40_000 });
  expect(runs[0]?.attempt).toBe(2);
}, 60_000);

test('a job of a living process is left alone', async () => {
  const pg = await open();
  const child = runProgram('job-process.ts', [pg.url]);
  try {
    await child.waitFor('ready');
    await add(pg, 'held');
    await child.waitFor('begun');
    const { runs, handlers } = recorder();
    await parts.start(jobRunner({ pg, log: silent, handlers }));
    await add(pg, 'free', { runAt: new Date(Date.now() + 7_000) });
    await until(() => runs.length > 0, { timeoutMs: 20_000 });
    expect(runs.map(run => run.id)).toEqual(['free']);
  } finally {
    await child.kill('SIGKILL');
  }
}, 60_000);

test('the runner goes on after its sessions are cut', async () => {
  const pg = await open();
  const { runs, handlers } = recorder();
  await parts.start(jobRunner({ pg, log: silent, handlers }));
  await add(pg, 'before');
  await until(() => runs.length === 1);
  await pg.execute(
    sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  );
  await until(() => add(pg, 'after').then(() => true));
  await until(() => runs.some(run => run.id === 'after'), { timeoutMs: 20_000 });
});

test('a runner whose first look for jobs fails runs jobs later', async () => {
  const pg = await open();
  const { runs, handlers } = recorder();
  await pg.execute(sql`alter table graphile_worker._private_tasks rename to away`);
  await parts.start(jobRunner({ pg, log: silent, handlers }));
  // Longer than the runner's first look takes.
  await sleep(1_500);
  await pg.execute(sql`alter table graphile_worker.away rename to _private_tasks`);
  await add(pg, 'a');
  await until(() => runs.length > 0);
});

test('a payload that is not of the schema fails the job', async () => {
  const pg = await open();
  const { runs, handlers } = recorder();
  await parts.start(jobRunner({ pg, log: silent, handlers }));
  const wrong = defineJob('grow', z.object({ number: z.int() }));
  await pg.transaction(tx => wrong.enqueue(tx, { number: 1 }));
  const failed = () =>
    pg.maybe<{ error: string }>(
      sql`select last_error as error from graphile_worker._private_jobs where attempts > 0 and last_error is not null`,
    );
  expect((await until(failed)).error).toContain('id');
  expect(runs).toEqual([]);
});

test('jobs of one queue run one after another', async () => {
  const pg = await open();
  const queued = defineJob('grow', payload, { queue: () => 'one' });
  const running = new Set<string>();
  const done: string[] = [];
  const handler = queued.handledBy(async ({ id }) => {
    expect(running.size).toBe(0);
    running.add(id);
    await new Promise(resolve => setTimeout(resolve, 100));
    running.delete(id);
    done.push(id);
  });
  for (const id of ['a', 'b', 'c']) await add(pg, id, { job: queued });
  await parts.start(jobRunner({ pg, log: silent, handlers: [handler], concurrency: 4 }));
  await until(() => done.length === 3);
  expect(done).toEqual(['a', 'b', 'c']);
});

test('a job declared with times is in the crontab', async () => {
  const pg = await open();
  const { handlers } = recorder();
  const nightly = defineJob('sleep', z.object({}), { cron: '17 4 * * * ?fill=1d' }).handledBy(async () => {});
  await parts.start(jobRunner({ pg, log: silent, handlers: [...handlers, nightly] }));
  const known = () => pg.query(sql`select identifier from graphile_worker._private_known_crontabs`);
  await until(async () => (await known()).length > 0);
  expect(await known()).toEqual([{ identifier: 'sleep' }]);
});

test('a run that takes long has no other beside it', async () => {
  const pg = await open();
  let [running, most, runs] = [0, 0, 0];
  const eachSecond = defineJob('long', z.object({}), { cron: '* * * * * ?fill=10m' }).handledBy(async () => {
    most = Math.max(most, ++running);
    await sleep(200);
    running--;
    runs++;
  });
  const runner = () => jobRunner({ pg, log: silent, handlers: [eachSecond], concurrency: 4 });
  await parts.start(runner());
  const known = () => pg.query(sql`select from graphile_worker._private_known_crontabs`);
  await until(async () => (await known()).length > 0);
  // As if nobody had run for some minutes: all of them are made up for at the next start.
  await pg.execute(
    sql`update graphile_worker._private_known_crontabs
     set known_since = now() - interval '9 minutes', last_execution = now() - interval '8 minutes'`,
  );
  await parts.start(runner());
  await until(() => runs > 0);
  await sleep(1_000);
  expect([most, runs <= 2]).toEqual([1, true]);
});

test('what is enqueued beside the crontab has no other beside it', async () => {
  const pg = await open();
  let [running, most, runs] = [0, 0, 0];
  const sweep = defineJob('sweep', payload, { key: ({ id }) => id, cron: '17 4 * * *' });
  const handler = sweep.handledBy(async () => {
    most = Math.max(most, ++running);
    await sleep(50);
    running--;
    runs++;
  });
  await pg.transaction(async tx => {
    for (const id of ['a', 'b', 'c']) await sweep.enqueue(tx, { id });
  });
  await parts.start(jobRunner({ pg, log: silent, handlers: [handler], concurrency: 4 }));
  await until(() => runs === 3);
  expect(most).toBe(1);
});

/** The samples of a metric by their labels, as `/metrics` shows them. */
async function samplesOf(metric: string): Promise<string[]> {
  const text = (await registry.getSingleMetricAsString(metric)) ?? '';
  return text.split('\n').filter(line => line && !line.startsWith('#'));
}

test('a run of a crontab that fails after the next one was due is not given up', async () => {
  const pg = await openTestPg({ name: 'overtaken' });
  await parts.start(pg.part);
  const sweep = defineJob('sweep', payload, { key: () => 'all', cron: '17 4 * * *' });
  const begun: string[] = [];
  let fail = (_error: Error) => {};
  const failing = new Promise<never>((_resolve, reject) => {
    fail = reject;
  });
  const handler = sweep.handledBy(async ({ id }) => {
    begun.push(id);
    if (id === 'first') await failing;
  });
  const runner = () => jobRunner({ pg, log: silent, handlers: [handler] });
  const enqueue = (id: string) => pg.transaction(tx => sweep.enqueue(tx, { id }));
  await enqueue('first');
  await parts.start(runner());
  await until(() => begun.length === 1);
  await enqueue('second');
  fail(new Error('too late'));
  await until(() => begun.length === 2);
  // One that did fail for good is counted, so that the metric is known to have been read.
  await add(pg, 'lost');
  await pg.execute(sql`update graphile_worker._private_jobs jobs set attempts = max_attempts from graphile_worker._private_tasks tasks
    where tasks.id = jobs.task_id and tasks.identifier = 'grow'`);
  await parts.start(runner());
  const givenUp = async () =>
    (await samplesOf('jobs_given_up')).filter(line => line.includes('database="overtaken"'));
  await until(async () => (await givenUp()).length > 0);
  expect(await givenUp()).toEqual(['jobs_given_up{database="overtaken",task="grow"} 1']);
});

test('both outcomes of a job are measured from 0 on', async () => {
  const pg = await open();
  const handler = defineJob('never', z.object({})).handledBy(async () => {});
  await parts.start(jobRunner({ pg, log: silent, handlers: [handler] }));
  const counts = (await samplesOf('job_duration_seconds')).filter(line => /_count\{task="never"/.test(line));
  expect(counts.map(line => line.replace(/^.*outcome="(\w+)"\} /, '$1 ')).toSorted()).toEqual([
    'done 0',
    'failed 0',
  ]);
});
