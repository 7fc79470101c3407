import { setTimeout as sleep } from 'node:timers/promises';
import { expect, type TestContext, test, vi } from 'vitest';
import { z } from 'zod';
import { openTestPg, partsOfTest, silent } from '../../test/bench-parts.ts';
import { runProgram } from '../../test/child.ts';
import { type Pg, sql } from '../postgres/pg.ts';
import { newId } from '../process/ids.ts';
import { registry } from '../process/telemetry.ts';
import { until } from '../testing/testing.ts';
import { type Attempt, defineJob, jobRunner } from './jobs.ts';

// Most tests wait for timers, and each has its own database, so they run concurrently.
vi.setConfig({ testTimeout: 60_000 });

async function open({ onTestFinished }: TestContext, name = 'chassis') {
  const parts = partsOfTest();
  onTestFinished(() => parts.stop());
  const pg = await openTestPg({ name });
  await parts.start(pg.part);
  return { pg, start: parts.start };
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

test.concurrent('a job runs when its transaction commits', async context => {
  const { pg, start } = await open(context);
  const { runs, handlers } = recorder();
  await start(jobRunner({ pg, log: silent, handlers }));
  const undone = pg.transaction(async tx => {
    await grow.enqueue(tx, { id: 'never' });
    throw new Error('changed my mind');
  });
  await expect(undone).rejects.toThrow('changed my mind');
  await add(pg, 'a');
  await until(() => runs.length > 0);
  expect(runs).toEqual([{ id: 'a', attempt: 1 }]);
});

test.concurrent('a keyed job that waits is replaced', async context => {
  const { pg, start } = await open(context);
  const { runs, handlers } = recorder();
  await add(pg, 'old', { job: growOnce, runAt: new Date(Date.now() + 60_000) });
  await add(pg, 'new', { job: growOnce });
  await start(jobRunner({ pg, log: silent, handlers }));
  await until(() => runs.length > 0);
  expect(runs.map(run => run.id)).toEqual(['new']);
});

test.concurrent('a keyed job is added again while a worker starts the first', async context => {
  const { pg } = await open(context);
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

test.concurrent('a job of lower priority runs after others', async context => {
  const { pg, start } = await open(context);
  const { runs, handlers } = recorder();
  await pg.transaction(async tx => {
    await grow.enqueue(tx, { id: 'patient' }, { priority: 10 });
    await grow.enqueue(tx, { id: 'urgent' });
  });
  await start(jobRunner({ pg, log: silent, handlers, concurrency: 1 }));
  await until(() => runs.length === 2);
  expect(runs.map(run => run.id)).toEqual(['urgent', 'patient']);
});

test.concurrent('a failed job is retried', async context => {
  const { pg, start } = await open(context);
  const attempts: number[] = [];
  const handler = grow.handledBy(async (_payload, { attempt }: Attempt) => {
    attempts.push(attempt);
    if (attempt < 2) throw new Error('not yet');
  });
  await start(jobRunner({ pg, log: silent, handlers: [handler] }));
  await add(pg, 'a');
  await until(() => attempts.length === 2, { timeoutMs: 20_000 });
  expect(attempts).toEqual([1, 2]);
});

test.concurrent('a job of a killed process is taken over', async context => {
  const { pg, start } = await open(context);
  const child = runProgram('job-process.ts', [pg.url]);
  await child.waitFor('ready');
  await add(pg, newId());
  await child.waitFor('begun');
  await child.kill('SIGKILL');

  const { runs, handlers } = recorder();
  await start(jobRunner({ pg, log: silent, handlers }));
  await until(() => runs.length === 1, { timeoutMs: 40_000 });
  expect(runs[0]?.attempt).toBe(2);
});

test.concurrent('a job of a running process is not taken over', async context => {
  const { pg, start } = await open(context);
  const child = runProgram('job-process.ts', [pg.url]);
  try {
    await child.waitFor('ready');
    await add(pg, 'held');
    await child.waitFor('begun');
    const { runs, handlers } = recorder();
    await start(jobRunner({ pg, log: silent, handlers }));
    await add(pg, 'free', { runAt: new Date(Date.now() + 7_000) });
    await until(() => runs.length > 0, { timeoutMs: 20_000 });
    expect(runs.map(run => run.id)).toEqual(['free']);
  } finally {
    await child.kill('SIGKILL');
  }
});

test.concurrent('the runner resumes after its sessions are cut', async context => {
  const { pg, start } = await open(context);
  const { runs, handlers } = recorder();
  await start(jobRunner({ pg, log: silent, handlers }));
  await add(pg, 'before');
  await until(() => runs.length === 1);
  await pg.execute(
    sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  );
  await until(() => add(pg, 'after').then(() => true));
  await until(() => runs.some(run => run.id === 'after'), { timeoutMs: 20_000 });
});

test.concurrent('a runner runs jobs although its first lookup failed', async context => {
  const { pg, start } = await open(context);
  const { runs, handlers } = recorder();
  await pg.execute(sql`alter table graphile_worker._private_tasks rename to away`);
  await start(jobRunner({ pg, log: silent, handlers }));
  // Long enough for the runner's first lookup to fail.
  await sleep(1_500);
  await pg.execute(sql`alter table graphile_worker.away rename to _private_tasks`);
  await add(pg, 'a');
  await until(() => runs.length > 0);
});

test.concurrent('a payload that does not match the schema fails the job', async context => {
  const { pg, start } = await open(context);
  const { runs, handlers } = recorder();
  await start(jobRunner({ pg, log: silent, handlers }));
  const wrong = defineJob('grow', z.object({ number: z.int() }));
  await pg.transaction(tx => wrong.enqueue(tx, { number: 1 }));
  const failed = () =>
    pg.maybe<{ error: string }>(
      sql`select last_error as error from graphile_worker._private_jobs where attempts > 0 and last_error is not null`,
    );
  expect((await until(failed)).error).toContain('id');
  expect(runs).toEqual([]);
});

test.concurrent('jobs of one queue run one after another', async context => {
  const { pg, start } = await open(context);
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
  await start(jobRunner({ pg, log: silent, handlers: [handler], concurrency: 4 }));
  await until(() => done.length === 3);
  expect(done).toEqual(['a', 'b', 'c']);
});

test.concurrent('a job with `cron` is in the crontab', async context => {
  const { pg, start } = await open(context);
  const { handlers } = recorder();
  const nightly = defineJob('sleep', z.object({}), { cron: '17 4 * * * ?fill=1d' }).handledBy(async () => {});
  await start(jobRunner({ pg, log: silent, handlers: [...handlers, nightly] }));
  const known = () => pg.query(sql`select identifier from graphile_worker._private_known_crontabs`);
  await until(async () => (await known()).length > 0);
  expect(await known()).toEqual([{ identifier: 'sleep' }]);
});

test.concurrent('a long cron run has no concurrent run', async context => {
  const { pg, start } = await open(context);
  let [running, most, runs] = [0, 0, 0];
  const eachSecond = defineJob('long', z.object({}), { cron: '* * * * * ?fill=10m' }).handledBy(async () => {
    most = Math.max(most, ++running);
    await sleep(200);
    running--;
    runs++;
  });
  const runner = () => jobRunner({ pg, log: silent, handlers: [eachSecond], concurrency: 4 });
  await start(runner());
  const known = () => pg.query(sql`select from graphile_worker._private_known_crontabs`);
  await until(async () => (await known()).length > 0);
  // The state after eight minutes without a runner: the next start adds the missed runs.
  await pg.execute(
    sql`update graphile_worker._private_known_crontabs
     set known_since = now() - interval '9 minutes', last_execution = now() - interval '8 minutes'`,
  );
  const began = Date.now();
  await start(runner());
  await until(() => runs > 0);
  await sleep(1_000);
  const seconds = Math.ceil((Date.now() - began) / 1_000);
  expect(most).toBe(1);
  // One for each second, and one for all eight minutes.
  expect(runs).toBeLessThanOrEqual(seconds + 1);
});

test.concurrent('enqueued runs of a cron job do not run concurrently', async context => {
  const { pg, start } = await open(context);
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
  await start(jobRunner({ pg, log: silent, handlers: [handler], concurrency: 4 }));
  await until(() => runs === 3);
  expect(most).toBe(1);
});

/** The samples of a metric by their labels, as `/metrics` shows them. */
async function samplesOf(metric: string): Promise<string[]> {
  const text = (await registry.getSingleMetricAsString(metric)) ?? '';
  return text.split('\n').filter(line => line && !line.startsWith('#'));
}

test.concurrent('a cron run that fails after the next was enqueued is not counted as given up', async context => {
  const { pg, start } = await open(context, 'overtaken');
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
  await start(runner());
  await until(() => begun.length === 1);
  await enqueue('second');
  fail(new Error('too late'));
  await until(() => begun.length === 2);
  // A job that did fail for good; its sample shows that the gauges were read after the overtaken run.
  await add(pg, 'lost');
  await pg.execute(sql`update graphile_worker._private_jobs jobs set attempts = max_attempts from graphile_worker._private_tasks tasks
    where tasks.id = jobs.task_id and tasks.identifier = 'grow'`);
  await start(runner());
  const givenUp = async () =>
    (await samplesOf('jobs_given_up')).filter(line => line.includes('database="overtaken"'));
  await until(async () => (await givenUp()).length > 0);
  expect(await givenUp()).toEqual(['jobs_given_up{database="overtaken",task="grow"} 1']);
});

test.concurrent('the counters of both outcomes start at 0', async context => {
  const { pg, start } = await open(context);
  const handler = defineJob('never', z.object({})).handledBy(async () => {});
  await start(jobRunner({ pg, log: silent, handlers: [handler] }));
  const counts = (await samplesOf('job_duration_seconds')).filter(line => /_count\{task="never"/.test(line));
  expect(counts.map(line => line.replace(/^.*outcome="(\w+)"\} /, '$1 ')).toSorted()).toEqual([
    'done 0',
    'failed 0',
  ]);
});
