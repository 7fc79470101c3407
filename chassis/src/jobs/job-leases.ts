import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import sql from 'sql-template-tag';
import { holdSession, type Pg, type PgSession } from '../postgres/pg.ts';
import type { Log } from '../process/log.ts';

const LOOK_MS = 2_000;
const CHECK_MS = 1_000;

/** A process that could not renew the lease of a running job for this long ends. */
const END_MS = 8_000;

/** A lease that was not renewed for this long is freed. The difference to `END_MS` is for two checks, and for timers that fire late. */
const FREE_MS = 12_000;

/** Well below `END_MS`, so that a short outage ends no process. */
const MOST_PAUSE_MS = 1_000;

/** The queue's row is renewed, too: graphile-worker frees both after four hours. */
const renewalOf = (jobs: { id: string; pool: string }[]) => sql`
  with renewed as (
    update graphile_worker._private_jobs jobs set locked_at = now()
    from unnest(${jobs.map(({ id }) => id)}::bigint[], ${jobs.map(({ pool }) => pool)}::text[]) as running (id, pool)
    where jobs.id = running.id and jobs.locked_by = running.pool
    returning jobs.id, jobs.job_queue_id, jobs.locked_by
  ), queues as (
    update graphile_worker._private_job_queues queues set locked_at = now()
    from renewed where queues.id = renewed.job_queue_id and queues.locked_by = renewed.locked_by
  )
  select id::text from renewed`;

/** The times as text: JavaScript would round them. */
const LEASES = sql`
  select id::text, locked_by as pool, locked_at::text as "renewedAt"
  from graphile_worker._private_jobs where locked_at is not null`;

/** Frees what nobody has renewed in the meantime. */
const freeingOf = (orphans: Lease[]) => sql`
  with freed as (
    update graphile_worker._private_jobs jobs set locked_at = null, locked_by = null
    from unnest(${orphans.map(({ id }) => id)}::bigint[], ${orphans.map(({ pool }) => pool)}::text[],
      ${orphans.map(({ renewedAt }) => renewedAt)}::timestamptz[]) as orphan (id, pool, renewed_at)
    where jobs.id = orphan.id and jobs.locked_by = orphan.pool and jobs.locked_at = orphan.renewed_at
    returning jobs.id, jobs.job_queue_id, orphan.pool
  ), queues as (
    update graphile_worker._private_job_queues queues set locked_at = null, locked_by = null
    from freed where queues.id = freed.job_queue_id and queues.locked_by = freed.pool
  )
  select id::text from freed`;

type Lease = { id: string; pool: string; renewedAt: string };
type RunningJob = { id: string; pool: string; provenAt: number };

const sameLease = (one: Lease, other: Lease) =>
  one.id === other.id && one.pool === other.pool && one.renewedAt === other.renewedAt;

/** Finds the leases that did not change for `FREE_MS` of this process's own time: clocks of servers jump. */
function orphanFinder(now: () => number) {
  let known: (Lease & { since: number })[] = [];
  return (leases: Lease[]): Lease[] => {
    known = leases.map(lease => ({
      ...lease,
      since: known.find(before => sameLease(before, lease))?.since ?? now(),
    }));
    return known.filter(({ since }) => now() - since >= FREE_MS);
  };
}

/**
 * Leases of running jobs. graphile-worker leaves the jobs of a killed process locked for four hours. Here each process
 * renews the jobs that it runs, in `locked_at`, and frees those of others that are no longer renewed, with their queues.
 *
 * A process that cannot renew, in an outage or cut off from the database, calls `onLost` well before anybody frees its
 * job, so that a job, and a queue, never runs twice at once. What was ended halfway is run again.
 */
export function jobLeases({
  pg,
  log,
  onLost,
  now = () => performance.now(),
}: {
  pg: Pg;
  log: Log;
  onLost: (job: { id: string; unprovenMs: number }) => void;
  now?: () => number;
}) {
  const running = new Map<string, RunningJob>();
  let session: PgSession | undefined;
  let checking: NodeJS.Timeout | undefined;
  let suspect: RunningJob | undefined;

  async function renew(client: pg.Client): Promise<void> {
    const jobs = [...running.values()];
    if (jobs.length === 0) return;
    const askedAt = now();
    const { rows } = await client.query<{ id: string }>(renewalOf(jobs));
    const renewed = new Set(rows.map(({ id }) => id));
    for (const job of jobs) if (renewed.has(job.id)) job.provenAt = askedAt;
  }

  async function renewLate(job: RunningJob): Promise<void> {
    const askedAt = now();
    const renewed = await pg.maybe(renewalOf([job]));
    if (!renewed) throw new Error(`Expected job ${job.id} locked by this process, but it was freed`);
    job.provenAt = askedAt;
  }

  async function freeOrphans(client: pg.Client, orphans: Lease[]): Promise<void> {
    if (orphans.length === 0) return;
    const { rows } = await client.query<{ id: string }>(freeingOf(orphans));
    if (rows.length > 0) log.warn({ jobs: rows.map(({ id }) => id) }, 'freed the jobs of dead workers');
  }

  async function watch(client: pg.Client, signal: AbortSignal): Promise<void> {
    // Again for each session: after an outage the others need time to renew.
    const findOrphans = orphanFinder(now);
    while (!signal.aborted) {
      await renew(client);
      const { rows } = await client.query<Lease>(LEASES);
      await freeOrphans(client, findOrphans(rows));
      await sleep(LOOK_MS, undefined, { signal }).catch(() => {});
    }
  }

  /** Twice in a row: after a process stood still, this may run just before a renewal that succeeds. */
  function check(): void {
    const unproven = [...running.values()].find(({ provenAt }) => now() - provenAt > END_MS);
    if (unproven && unproven === suspect) onLost({ id: unproven.id, unprovenMs: now() - unproven.provenAt });
    suspect = unproven;
  }

  return {
    /**
     * Runs a job under its lease. `lockedSince`: a time, by `performance.now`, just before graphile-worker asked for the
     * job. A job that came late is renewed first; throws when another process has freed it.
     */
    async run(
      job: { id: string; pool: string; lockedSince: number },
      work: () => Promise<void>,
    ): Promise<void> {
      const entry: RunningJob = { id: job.id, pool: job.pool, provenAt: job.lockedSince };
      if (now() - entry.provenAt > LOOK_MS) await renewLate(entry);
      running.set(job.id, entry);
      try {
        await work();
      } finally {
        if (running.get(job.id) === entry) running.delete(job.id);
      }
    },
    start() {
      session = holdSession({ url: pg.url, name: `${pg.name} jobs`, log, mostPauseMs: MOST_PAUSE_MS }, watch);
      checking = setInterval(check, CHECK_MS).unref();
    },
    async stop() {
      clearInterval(checking);
      await session?.stop();
    },
  };
}
