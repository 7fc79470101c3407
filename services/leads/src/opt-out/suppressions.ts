import type { Log } from '@closingwire/chassis/log';
import type { Pg, Tx } from '@closingwire/chassis/pg';
import type { ContactKind } from '@closingwire/contracts/opt-out';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import { applySuppressionsJob } from '../jobs.ts';

/**
 * Suppressions and the loads that run meanwhile.
 *
 * A load looks at the suppressions before it stores its rows, and once more as its last step (`hideLateSuppressed`).
 * Only from that last look to its commit, a millisecond or two, it holds SUPPRESSIONS_LOCK, shared with other loads;
 * whoever changes suppressions holds it alone, from the change to the commit, and touches no agent in that transaction.
 * So for every load and every change one of two things is true: the load ended before the change was made, and then
 * `applySuppressions`, which comes after it, sees its rows; or its last look comes after the change, and it hides its
 * rows itself. Nobody waits for a whole load, and no load for more than a commit. The agents are left to a transaction
 * of their own because it waits for rows that a load has locked: with SUPPRESSIONS_LOCK in hand the load would wait for
 * it in turn.
 */
const SUPPRESSIONS_LOCK = 7_224_301;
/** Two that bring agents in line with the suppressions do so one after the other: the later sees the newest. */
const APPLY_LOCK = 7_224_304;

const AGAIN_AFTER_MS = 10_000;

export type Suppression = { kind: ContactKind; hash: Buffer };

/** Does again, later, what follows a change of suppressions, for when the process dies in between. */
async function applyLater(tx: Tx, hashes: readonly Buffer[], now: Date): Promise<void> {
  const runAt = new Date(now.getTime() + AGAIN_AFTER_MS);
  await applySuppressionsJob.enqueue(tx, { hashes: hashes.map(hash => hash.toString('hex')) }, { runAt });
}

const lockSuppressions = (tx: Tx) => tx.query(sql`select pg_advisory_xact_lock(${SUPPRESSIONS_LOCK})`);

/** The last thing in its transaction; `applySuppressions` has to follow in another. */
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
 * Returns what is left out no more; the rest of the request is left out by others. Nothing that waits may come after it
 * in its transaction; `applySuppressions` has to follow in another.
 */
export async function removeSuppressions(
  tx: Tx,
  requestId: string,
  hashes: readonly Buffer[],
  now: Date,
): Promise<ContactKind[]> {
  await applyLater(tx, hashes, now);
  await lockSuppressions(tx);
  const removed = await tx.query<{ kind: ContactKind; isHeld: boolean }>(
    sql`delete from suppressions s where request_id = ${requestId} returning kind, exists (
       select from suppressions o where o.hash = s.hash and o.request_id <> s.request_id) as "isHeld"`,
  );
  return removed.flatMap(({ kind, isHeld }) => (isHeld ? [] : [kind]));
}

export const hashesOf = (suppressions: readonly { hash: Buffer }[]) => suppressions.map(({ hash }) => hash);

/** Hashes of what an agent `a` is known by. */
const OWN_HASHES = sql`contact_hash('email', a.email), contact_hash('phone', a.mobile), contact_hash('phone', a.phone),
  contact_hash('license', a.license_number)`;

/** Whether an agent `a` is known by what is on the list. */
export const HAS_SUPPRESSION = sql`exists (select from suppressions s where s.hash in (${OWN_HASHES}))`;

const contactColumns = [
  ['email', 'email'],
  ['phone', 'mobile'],
  ['phone', 'phone'],
  ['license', 'license_number'],
] as const;

/** Zip and id of the agents who carry one of these hashes, each by its index; at most so many by each index. */
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
 * Brings the agents who carry one of these hashes in line with the suppressions as they are, with their closings, and blanks
 * their contacts in reports of leads. Done again it changes nothing.
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

/** The same at once; when it fails, the job that the change left behind does it. */
export async function applyNow({ pg, log }: { pg: Pg; log: Log }, hashes: readonly Buffer[]): Promise<void> {
  await pg
    .transaction(tx => applySuppressions(tx, hashes))
    .catch(error => log.warn({ err: error }, 'an opt-out is brought into the lists by its job'));
}

/** The newest suppression, 0 when there is none: what a load has seen of them. */
export async function newestSuppression(tx: Tx): Promise<number> {
  const { newest } = await tx.one<{ newest: number }>(
    sql`select coalesce(max(id), 0) as newest from suppressions`,
  );
  return newest;
}

/** The last step of a load: hides what it stored of those who are suppressed since it looked. */
export async function hideLateSuppressed(tx: Tx, seen: number): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock_shared(${SUPPRESSIONS_LOCK})`);
  const { isLate } = await tx.one<{ isLate: boolean }>(
    sql`select exists (select from suppressions where id > ${seen}) as "isLate"`,
  );
  if (!isLate) return;
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
