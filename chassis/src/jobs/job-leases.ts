import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { keepSession, type Pg, type PgSession, sql } from '../postgres/pg.ts';
import type { Log } from '../process/log.ts';

const LOOK_MS = 2_000;
const CHECK_MS = 1_000;

/** A process ends if it cannot renew the lease of a running job for this time. */
const END_MS = 8_000;

/** A lease not renewed for this time is freed. The four seconds after `END_MS` allow for two checks and late timers. */
const FREE_MS = 12_000;

/** The longest pause before a reconnect. Well below `END_MS`: a short outage must not end the process. */
const MOST_PAUSE_MS = 1_000;

/** Also renews the queue: graphile-worker frees both after four hours. */
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

/** Times as text: JavaScript would round them. */
const LEASES = sql`
  select id::text, locked_by as pool, locked_at::text as "renewedAt"
  from graphile_worker._private_jobs where locked_at is not null`;

/** Frees leases unless they were renewed after `LEASES` read them. */
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

/** Finds leases unchanged for `FREE_MS` by this process's own clock: servers' clocks jump. */
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
 * Leases of running jobs. graphile-worker leaves jobs of a killed process locked for four hours. Each process renews
 * `locked_at` of its running jobs, and frees jobs and queues that other processes no longer renew.
 *
 * A process that cannot renew calls `onLost` well before another process frees its job, so a job never runs twice at once.
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
    // New for each session: after an outage, other processes need time to renew.
    const findOrphans = orphanFinder(now);
    while (!signal.aborted) {
      await renew(client);
      const { rows } = await client.query<Lease>(LEASES);
      await freeOrphans(client, findOrphans(rows));
      await sleep(LOOK_MS, undefined, { signal }).catch(() => {});
    }
  }

  /** Needs two checks: after a pause of the process the first can run just before a successful renewal. */
  function check(): void {
    const unproven = [...running.values()].find(({ provenAt }) => now() - provenAt > END_MS);
    if (unproven && unproven === suspect) onLost({ id: unproven.id, unprovenMs: now() - unproven.provenAt });
    suspect = unproven;
  }

  return {
    /**
     * Runs a job under its lease. `lockedSince`: the `performance.now` just before graphile-worker locked the job. Renews
     * an old lease first; throws if another process has freed it.
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
      session = keepSession({ url: pg.url, name: `${pg.name} jobs`, log, mostPauseMs: MOST_PAUSE_MS }, watch);
      checking = setInterval(check, CHECK_MS).unref();
    },
    async stop() {
      clearInterval(checking);
      await session?.stop();
    },
  };
}
