import { EventEmitter } from 'node:events';
import { Logger, type Runner, run, type TaskList, type WorkerEvents } from 'graphile-worker';
import type { z } from 'zod';
import { type DatabaseGauge, databaseGauges } from '../postgres/database-gauges.ts';
import { type Pg, prepared, sql, type Tx } from '../postgres/pg.ts';
import { AppError } from '../process/app-error.ts';
import type { Log } from '../process/log.ts';
import type { Part } from '../process/part.ts';
import { backoffMs } from '../process/retry.ts';
import { jobSeconds } from '../process/telemetry.ts';
import { inTraceOf, spanTraceparent } from '../process/tracing.ts';
import { jobLeases } from './job-leases.ts';

/** Runs a job at least once: after a killed process another one runs it again. */
export type Task = (payload: unknown, helpers: Attempt) => Promise<void>;

/** The first attempt is 1; after `maxAttempts` the job has failed for good. */
export type Attempt = { attempt: number; maxAttempts: number };

type JobOptions = { key?: string; runAt?: Date; maxAttempts?: number; queue?: string; priority?: number };

/** A job with its handler, for `jobRunner`. */
export type JobHandler = { name: string; task: Task; cron?: string };

export type Job<Schema extends z.ZodType> = {
  name: string;
  /**
   * Adds the job if and only if the transaction commits. `runAt` overrides the declared delay. Due jobs with the lowest
   * `priority` (default 0) run first.
   */
  enqueue(tx: Tx, payload: z.input<Schema>, options?: { runAt?: Date; priority?: number }): Promise<void>;
  /** Binds the handler. `cron` overrides the declared one. */
  handledBy(
    handler: (payload: z.output<Schema>, helpers: Attempt) => Promise<unknown>,
    options?: { cron?: string },
  ): JobHandler;
};

type JobSettings<Payload> = {
  /** A later job replaces a waiting one with the same key. Without a key, all run. */
  key?: (payload: Payload) => string;
  /** Jobs of one queue run one after another. */
  queue?: (payload: Payload) => string;
  /** The wait before the first run. */
  delayMs?: number;
  /** Default 25: about three days, with growing pauses. */
  maxAttempts?: number;
  /**
   * Five fields in UTC and graphile-worker's options: `17 4 * * * ?fill=1d`. Enqueued jobs share its queue, unless `queue`
   * is set.
   */
  cron?: string;
};

/** Runs of a cron job wait for each other in this queue. */
const cronQueue = (name: string) => `cron-${name}`;

/**
 * Declares a job apart from its handler, so code that enqueues it does not import the handler. A payload that does not match
 * the schema fails the job.
 */
export function defineJob<Schema extends z.ZodType>(
  name: string,
  schema: Schema,
  settings: JobSettings<z.input<Schema>> = {},
): Job<Schema> {
  const { key, delayMs, maxAttempts, cron, queue = cron && (() => cronQueue(name)) } = settings;
  return {
    name,
    enqueue(tx, payload, { runAt = delayMs ? new Date(Date.now() + delayMs) : undefined, priority } = {}) {
      return addJob(
        tx,
        name,
        { ...(payload as object), ...traceMember() },
        {
          ...(key && { key: `${name}:${key(payload)}` }),
          ...(queue && { queue: queue(payload) }),
          ...(runAt && { runAt }),
          ...(maxAttempts && { maxAttempts }),
          ...(priority && { priority }),
        },
      );
    },
    handledBy: (handler, options = {}) => {
      const times = options.cron ?? cron;
      const task: Task = async (stored, helpers) => {
        const { _traceparent, ...payload } = stored as { _traceparent?: string };
        await inTraceOf(_traceparent, { name: `job ${name}` }, async () =>
          handler(schema.parse(payload), helpers),
        );
      };
      return { name, task, ...(times && { cron: times }) };
    },
  };
}

/** A member beside the payload, like graphile-worker's `_cron`: the trace of the enqueuing code. */
function traceMember(): { _traceparent?: string } {
  const _traceparent = spanTraceparent();
  return _traceparent === undefined ? {} : { _traceparent };
}

/**
 * Returns the line of graphile-worker's crontab: fields, task, options. While a run takes longer than the interval, one
 * more run waits.
 */
function crontabLine({ name, cron }: JobHandler): string[] {
  const [, fields, options] = /^((?:\S+\s+){4}\S+)(.*)$/.exec(cron ?? '') ?? [];
  if (fields === undefined) return [];
  const given = options?.trim().replace(/^\?/, '');
  const inTurn = `queue=${cronQueue(name)}&jobKey=cron-${name}`;
  return [`${fields} ${name} ?${[given, inTurn].filter(Boolean).join('&')}`];
}

/** Tries to add a job with a key. The second sees the row for which the first waited; a third is rare. */
const addTries = 10;

/**
 * Adds a job if and only if the transaction commits. It replaces a waiting job with the same `key`. Jobs of one `queue` run
 * one after another.
 */
export async function addJob(tx: Tx, task: string, payload: object, options: JobOptions = {}): Promise<void> {
  const statement = addStatement(task, payload, options);
  if (!options.key) return tx.execute(statement);
  // While a worker starts the job with the same key, graphile-worker adds nothing and returns an empty row
  // (https://github.com/graphile/worker/issues/580).
  for (let attempt = 0; attempt < addTries; attempt += 1) {
    if (await tx.maybe(statement)) return;
  }
  throw new AppError('unavailable', 'job_not_added', `The job ${task} could not be added; try again`);
}

/** Returns the job's ID, or no row if nothing was added. */
function addStatement(task: string, payload: object, options: JobOptions) {
  const { queue = null, runAt = null, maxAttempts = null, key = null, priority = null } = options;
  return prepared(sql`
    select id from graphile_worker.add_job(
      ${task}, payload => ${JSON.stringify(payload)}::json, queue_name => ${queue}, run_at => ${runAt},
      max_attempts => ${maxAttempts}, job_key => ${key}, priority => ${priority})
    where id is not null`);
}

const graphileLogger = (log: Log) =>
  new Logger(scope => (level, message, meta) => {
    const facts = { ...scope, ...(meta?.error ? { err: meta.error } : {}) };
    if (level === 'error' || level === 'warning') log.warn(facts, message);
    else log.debug(facts, message);
  });

/** Starts the counters at 0, so that the first job is an increase. */
function beginAtZero({ name }: JobHandler): void {
  for (const outcome of ['done', 'failed']) jobSeconds.zero({ task: name, outcome });
}

async function measured(task: string, work: () => Promise<void>): Promise<void> {
  const end = jobSeconds.startTimer({ task });
  try {
    await work();
    end({ outcome: 'done' });
  } catch (error) {
    end({ outcome: 'failed' });
    throw error;
  }
}

const endProcess = (log: Log) => (job: { id: string; unprovenMs: number }) => {
  log.fatal(job, 'the lease of a running job could not be renewed; ending the process');
  process.exit(1);
};

const queueGauges: readonly DatabaseGauge[] = [
  {
    name: 'jobs_due',
    help: 'Due jobs that no process runs yet, by task',
    labels: ['task'],
    sql: sql`select task_identifier as task, count(*) as value from graphile_worker.jobs
      where run_at <= now() and locked_at is null and attempts < max_attempts group by 1`,
  },
  {
    name: 'jobs_oldest_due_seconds',
    help: 'Seconds that the oldest due job has waited, by task',
    labels: ['task'],
    sql: sql`select task_identifier as task, extract(epoch from now() - min(run_at))::float8 as value from graphile_worker.jobs
      where run_at <= now() and locked_at is null and attempts < max_attempts group by 1`,
  },
  {
    name: 'jobs_given_up',
    help: 'Jobs that failed in their last attempt, by task',
    labels: ['task'],
    // If a running job of a queue is added again, it loses its key and further attempts. It does not count: the new
    // job supersedes it.
    sql: sql`select task_identifier as task, count(*) as value from graphile_worker.jobs
      where attempts >= max_attempts and locked_at is null and (key is not null or queue_name is null) group by 1`,
  },
];

/** By job ID, the `performance.now` just before graphile-worker locked the job. */
type LockTimes = Map<string, number>;

function workerEvents(lockedSince: LockTimes, onFirstLookFailed: () => void): WorkerEvents {
  const events: WorkerEvents = new EventEmitter();
  const askedAt = new WeakMap<object, number>();
  let hasLooked = false;
  const recordLook = () => {
    hasLooked = true;
  };
  events.on('worker:getJob:start', ({ worker }) => void askedAt.set(worker, performance.now()));
  events.on('job:start', ({ worker, job }) => void lockedSince.set(job.id, askedAt.get(worker) ?? 0));
  events.on('job:start', recordLook);
  events.on('worker:getJob:empty', recordLook);
  // graphile-worker keeps a failed lookup of its task IDs for ever: only a new runner repeats it.
  events.on('worker:getJob:error', () => {
    if (!hasLooked) onFirstLookFailed();
  });
  return events;
}

function tasksOf(
  handlers: JobHandler[],
  leases: ReturnType<typeof jobLeases>,
  lockedSince: LockTimes,
): TaskList {
  const run =
    ({ name, task }: JobHandler): TaskList[string] =>
    (payload, { job: { id, locked_by: pool, attempts: attempt, max_attempts: maxAttempts } }) => {
      // graphile-worker declares a string, but our pool reads int8 as a number.
      const lease = { id: String(id), pool: pool ?? '', lockedSince: lockedSince.get(id) ?? 0 };
      lockedSince.delete(id);
      return measured(name, () => leases.run(lease, () => task(payload, { attempt, maxAttempts })));
    };
  return Object.fromEntries(handlers.map(handler => [handler.name, run(handler)]));
}

/**
 * Runs the jobs of the service's database; several processes share them. Resumes after a database outage, and takes over jobs
 * of killed processes within 15 seconds. Ends the process if it cannot renew the lease of a running job: another process is
 * about to run it.
 */
export function jobRunner(options: { pg: Pg; log: Log; handlers: JobHandler[]; concurrency?: number }): Part {
  const { pg, log, handlers } = options;
  const crontab = handlers.flatMap(crontabLine).join('\n');
  handlers.forEach(beginAtZero);
  const leases = jobLeases({ pg, log, onLost: endProcess(log) });
  const lockedSince: LockTimes = new Map();
  const gauges = databaseGauges({ pg, log, gauges: queueGauges });
  const taskList = tasksOf(handlers, leases, lockedSince);
  let runner: Runner | undefined;
  let loop: Promise<void> | undefined;
  let stopping = false;

  async function startRunner(): Promise<Runner> {
    let started: Runner | undefined;
    const events = workerEvents(lockedSince, () => {
      if (!stopping) void started?.stop().catch(() => {});
    });
    started = await run({
      pgPool: pg.pool,
      taskList,
      crontab,
      concurrency: options.concurrency ?? 2,
      pollInterval: 1_000,
      noHandleSignals: true,
      logger: graphileLogger(log),
      events,
    });
    return started;
  }

  async function runForever(first: Runner): Promise<void> {
    runner = first;
    for (let attempt = 0; ; attempt++) {
      await runner?.promise.catch(error => log.warn({ err: error }, 'job runner ended'));
      if (stopping) return;
      await new Promise(resolve => setTimeout(resolve, backoffMs(attempt)));
      if (stopping) return;
      runner = await startRunner().catch(error => {
        log.warn({ err: error }, 'job runner did not start');
        return undefined;
      });
      if (runner) attempt = 0;
    }
  }

  return {
    name: 'jobs',
    async start() {
      loop = runForever(await startRunner());
      leases.start();
      await gauges.start();
    },
    async stop() {
      stopping = true;
      await gauges.stop();
      await runner?.stop().catch(() => {});
      await loop;
      await leases.stop();
    },
  };
}
