import { sql } from '@closingwire/chassis/pg';
import { find, ownEvents, type Stage, wait } from './stage.ts';

/** Long, because the machine may be busy; usually a second is enough. */
const REST_MS = 120_000;
const EVERY_MS = 100;
/** A job with more attempts is stuck. */
const MOST_ATTEMPTS = 12;

/** Delivers undelivered events in random order. */
export async function deliverAll(stage: Stage): Promise<number> {
  const events = await ownEvents(stage);
  for (const { id } of stage.random.shuffled(events)) await stage.services.provider.deliver(id);
  return events.length;
}

/** Delivers undelivered events with this chance, in random order, some twice. */
export async function deliverSome(stage: Stage, chance: number): Promise<void> {
  const due = stage.random.shuffled(await ownEvents(stage)).filter(() => stage.random.next() < chance);
  const repeated = due.filter(() => stage.random.next() < 0.2);
  for (const { id } of [...due, ...repeated]) await stage.services.provider.deliver(id);
}

/** Returns the IDs of the history's users, customers, orders and card setups; jobs and events contain one of them. */
async function ownIds({ services, players }: Stage): Promise<string[]> {
  const users = players.map(({ state }) => state.id);
  const { rows } = await services.db.billing.query<{ id: string }>(
    sql`select id::text from orders where account_id = any(${users})
     union select checkout_session_id from orders where account_id = any(${users}) and checkout_session_id is not null
     union select id from card_setups where account_id = any(${users})`,
  );
  const customers = players.flatMap(player => [...player.customers]);
  return [...users, ...customers, ...rows.map(({ id }) => id)];
}

type Job = { id: string; task: string; attempts: number; error: string | null };

async function ownJobs({ services }: Stage, ids: readonly string[]): Promise<Job[]> {
  const { rows } = await services.db.billing.query<Job>(
    sql`select job.id, task.identifier as task, job.attempts, job.last_error as error
     from graphile_worker._private_jobs job join graphile_worker._private_tasks task on task.id = job.task_id
     where job.payload::text like any(${ids.map(id => `%${id}%`)})
       -- One that was superseded while it ran, and whose process was killed, is left behind: the later one did its work.
       and not (job.key is null and job.attempts >= job.max_attempts)`,
  );
  return rows;
}

/** Makes delayed jobs run now. */
async function hurry({ services }: Stage, jobs: readonly Job[]): Promise<void> {
  if (jobs.length === 0) return;
  const { rowCount } = await services.db.billing.query(
    sql`update graphile_worker._private_jobs set run_at = now()
     where id = any(${jobs.map(({ id }) => id)}) and run_at > now() and locked_at is null`,
  );
  if (rowCount) await services.db.billing.query(sql`select pg_notify('jobs:insert', '{"r":"","count":1}')`);
}

const isStuck = ({ attempts }: Job) => attempts >= MOST_ATTEMPTS;

async function isOutboxEmpty({ services }: Stage, ids: readonly string[]): Promise<boolean> {
  const sql = 'select from outbox where data::text like any($1) limit 1';
  const patterns = [ids.map(id => `%${id}%`)];
  for (const name of ['billing', 'catalog'] as const) {
    if ((await services.db[name].query(sql, patterns)).rows.length > 0) return false;
  }
  return true;
}

/** Delivers held events and runs delayed jobs; returns whether nothing is in progress. */
async function isQuiet(stage: Stage): Promise<{ isQuiet: boolean; stuck: Job[] }> {
  const delivered = await deliverAll(stage);
  const ids = await ownIds(stage);
  const jobs = await ownJobs(stage, ids);
  const stuck = jobs.filter(isStuck);
  if (delivered > 0 || jobs.length > stuck.length) {
    await hurry(
      stage,
      jobs.filter(job => !isStuck(job)),
    );
    return { isQuiet: false, stuck };
  }
  if (!(await isOutboxEmpty(stage, ids))) return { isQuiet: false, stuck };
  // A broker that moves its partitions does not reply for a moment; the next check asks again.
  const lag = await stage.services.lag().catch(() => Number.POSITIVE_INFINITY);
  return { isQuiet: lag === 0, stuck };
}

/** Waits until the history's webhooks, jobs, outboxes and events are finished: quiet twice in a row. */
export async function comeToRest(stage: Stage): Promise<void> {
  const deadline = Date.now() + REST_MS;
  for (let quiet = 0; quiet < 2; ) {
    const look = await isQuiet(stage);
    quiet = look.isQuiet ? quiet + 1 : 0;
    if (look.isQuiet && quiet === 2) {
      for (const { task, error } of look.stuck) find(stage, 'no-rest', `the job ${task} fails: ${error}`);
      return;
    }
    if (Date.now() > deadline) {
      find(stage, 'no-rest', `jobs, events or webhooks were still under way after ${REST_MS} ms`);
      return;
    }
    await wait(EVERY_MS);
  }
}

/** Runs billing's scheduled jobs once. */
export async function sweep({ services }: Stage): Promise<void> {
  await services.db.billing.query(
    sql`select graphile_worker.add_job(identifier, '{}'::json)
     from graphile_worker._private_known_crontabs`,
  );
}

/** Returns whether the added sweeps have finished. */
export async function isSwept({ services }: Stage): Promise<boolean> {
  const { rows } = await services.db.billing.query(
    sql`select from graphile_worker._private_jobs job
     join graphile_worker._private_tasks task on task.id = job.task_id
     join graphile_worker._private_known_crontabs cron on cron.identifier = task.identifier
     where job.run_at <= now() limit 1`,
  );
  return rows.length === 0;
}
