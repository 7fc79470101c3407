import type { Log } from '@closingwire/chassis/log';
import { join, type Pg, raw, type Sql, sql, type Tx } from '@closingwire/chassis/pg';
import type { ContactKind } from '@closingwire/contracts/opt-out';
import { applySuppressionsJob } from '../jobs.ts';

/**
 * Loads and changes of suppressions run concurrently:
 *
 * A load checks the suppressions before it stores its rows, and again as its last step (`hideLateSuppressed`). From
 * that last check to its commit, a millisecond or two, it holds SUPPRESSIONS_LOCK, shared with other loads. A change
 * of suppressions holds the lock alone, from the change to its commit, and touches no agent.
 *
 * So either the load commits before the change, and `applySuppressions`, which follows the change, sees its rows; or
 * the load's last check sees the change and hides the rows. Each waits only for a commit.
 *
 * `applySuppressions` needs its own transaction: it waits for agents that a load has locked, and would deadlock with a
 * load that waits for SUPPRESSIONS_LOCK.
 */
const SUPPRESSIONS_LOCK = 7_224_301;
/** Runs of `applySuppressions` wait for each other, so that the later sees the newest suppressions. */
const APPLY_LOCK = 7_224_304;

const AGAIN_AFTER_MS = 10_000;

export type Suppression = { kind: ContactKind; hash: Buffer };

/** Enqueues `applySuppressions`, in case the process dies before it runs. */
async function applyLater(tx: Tx, hashes: readonly Buffer[], now: Date): Promise<void> {
  const runAt = new Date(now.getTime() + AGAIN_AFTER_MS);
  await applySuppressionsJob.enqueue(tx, { hashes: hashes.map(hash => hash.toString('hex')) }, { runAt });
}

const lockSuppressions = (tx: Tx) => tx.query(sql`select pg_advisory_xact_lock(${SUPPRESSIONS_LOCK})`);

/** Must be the last step of its transaction; then call `applySuppressions` in another. */
export async function addSuppressions(
  tx: Tx,
  requestId: string,
  suppressions: readonly Suppression[],
  now: Date,
): Promise<void> {
  await applyLater(tx, hashesOf(suppressions), now);
  await lockSuppressions(tx);
  await tx.execute(
    sql`insert into suppressions (request_id, created_at, kind, hash)
     select ${requestId}::uuid, ${now}::timestamptz, kind, hash
     from unnest(${suppressions.map(({ kind }) => kind)}::text[], ${hashesOf(suppressions)}::bytea[]) as t (kind, hash)
     on conflict do nothing`,
  );
}

/**
 * Removes a request's suppressions and returns the contacts that no other request suppresses. No later statement of
 * its transaction may wait for a lock; then call `applySuppressions` in another.
 */
export async function removeSuppressions(
  tx: Tx,
  requestId: string,
  hashes: readonly Buffer[],
  now: Date,
): Promise<ContactKind[]> {
  await applyLater(tx, hashes, now);
  await lockSuppressions(tx);
  const removed = await tx.query<{ kind: ContactKind; isStillSuppressed: boolean }>(
    sql`delete from suppressions s where request_id = ${requestId} returning kind, exists (
       select from suppressions o where o.hash = s.hash and o.request_id <> s.request_id) as "isStillSuppressed"`,
  );
  return removed.flatMap(({ kind, isStillSuppressed }) => (isStillSuppressed ? [] : [kind]));
}

export const hashesOf = (suppressions: readonly { hash: Buffer }[]) => suppressions.map(({ hash }) => hash);

/** Hashes of the contacts of an agent `a`. */
const OWN_HASHES = sql`contact_hash('email', a.email), contact_hash('phone', a.mobile), contact_hash('phone', a.phone),
  contact_hash('license', a.license_number)`;

/** Whether a contact of an agent `a` is suppressed. */
export const HAS_SUPPRESSION = sql`exists (select from suppressions s where s.hash in (${OWN_HASHES}))`;

const contactColumns = [
  ['email', 'email'],
  ['phone', 'mobile'],
  ['phone', 'phone'],
  ['license', 'license_number'],
] as const;

/** Selects the agents with one of these hashes, through one index per contact; at most `limit` from each. */
export function carriersOf(hashes: Sql, limit?: number): Sql {
  const atMost = raw(String(limit ?? 'all'));
  const byIndex = contactColumns.map(([kind, name]) => {
    const column = raw(name);
    return sql`(select zip, id from agents
      where contact_hash('${raw(kind)}', ${column}) = any(${hashes}) and ${column} is not null limit ${atMost})`;
  });
  return join(byIndex, ' union ');
}

/**
 * Updates agents with these hashes, and their closings, to the current suppressions, and removes suppressed contacts
 * from flags. Running it again changes nothing.
 */
export async function applySuppressions(tx: Tx, hashes: readonly Buffer[]): Promise<void> {
  const carriers = sql`with k as materialized (${carriersOf(sql`${hashes}::bytea[]`)})`;
  await tx.query(sql`select pg_advisory_xact_lock(${APPLY_LOCK})`);
  await tx.execute(
    sql`${carriers} update agents a set is_suppressed = not a.is_suppressed, updated_at = now() from k
     where a.zip = k.zip and a.id = k.id and a.is_suppressed <> ${HAS_SUPPRESSION}`,
  );
  await tx.execute(
    sql`${carriers} update closings c set is_suppressed = a.is_suppressed, updated_at = now()
     from k join agents a on a.zip = k.zip and a.id = k.id
     where c.zip = a.zip and c.agent_id = a.id and c.is_suppressed <> a.is_suppressed`,
  );
  await tx.execute(
    sql`${carriers} update lead_flags f set agent_email = null, agent_phone = null
     from k join agents a on a.zip = k.zip and a.id = k.id
     where f.zip = a.zip and f.agent_id = a.id and a.is_suppressed`,
  );
}

/** Applies suppressions at once; if it fails, the enqueued job does it. */
export async function applyNow({ pg, log }: { pg: Pg; log: Log }, hashes: readonly Buffer[]): Promise<void> {
  await pg
    .transaction(tx => applySuppressions(tx, hashes))
    .catch(error => log.warn({ err: error }, 'suppression not applied, job will retry'));
}

/** Returns the newest suppression's id, 0 without any. */
export async function newestSuppression(tx: Tx): Promise<number> {
  const { newest } = await tx.one<{ newest: number }>(
    sql`select coalesce(max(id), 0) as newest from suppressions`,
  );
  return newest;
}

/** Hides the staged agents that were suppressed after `seen`; the last step of a load. */
export async function hideLateSuppressed(tx: Tx, seen: number): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock_shared(${SUPPRESSIONS_LOCK})`);
  if (!(await tx.returnsRow(sql`select from suppressions where id > ${seen} limit 1`))) return;
  await tx.execute(
    sql`update agents a set is_suppressed = true, updated_at = now() from agent_stage t
     where a.zip = t.zip and a.id = t.id and not a.is_suppressed and ${HAS_SUPPRESSION}`,
  );
  await tx.execute(
    sql`update closings c set is_suppressed = true, updated_at = now()
     from agent_stage t join agents a on a.zip = t.zip and a.id = t.id
     where c.zip = a.zip and c.agent_id = a.id and a.is_suppressed and not c.is_suppressed`,
  );
}
