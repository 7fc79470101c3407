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

/** The last step but one of a transaction that changes suppressions. Later steps may not wait for a lock. */
export const lockSuppressions = (tx: Tx) => tx.query(sql`select pg_advisory_xact_lock(${SUPPRESSIONS_LOCK})`);

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

/** Hashes of the contacts of an agent `a`, without the further ones. */
const OWN_HASHES = sql`contact_hash('email', a.email), contact_hash('phone', a.mobile), contact_hash('phone', a.phone),
  contact_hash('license', a.license_number)`;

/** Whether a contact of an agent `a` is suppressed by an opt-out, or was matched by a deletion list. */
export const HAS_SUPPRESSION = sql`(exists (select from suppressions s where s.hash in (${OWN_HASHES}))
  or a.other_emails is not null and exists (
    select from suppressions s where s.hash = any(contact_hashes('email', a.other_emails)))
  or a.other_phones is not null and exists (
    select from suppressions s where s.hash = any(contact_hashes('phone', a.other_phones))))`;

/** Whether a record of a deletion list has this hash. OFFSET keeps the planner from hashing a million records. */
const onList = (hash: Sql) => sql`exists (select from deletion_records d where d.hash = ${hash} offset 0)`;

/**
 * The platform's hash of a contact of a load, as `deletion_hash` computes it. `reading/phone.ts` writes phones with
 * these signs only, and `translate` takes half the time of a regular expression.
 */
const loadedHash: Record<'email' | 'phone', (contact: Sql) => Sql> = {
  email: email => sql`deletion_hash('email', ${email})`,
  phone: phone => sql`sha256(textsend(right(translate(${phone}, '() -+.', ''), 10)))`,
};

const anyOnList = (kind: 'email' | 'phone', column: Sql) =>
  sql`${column} is not null and exists (
    select from unnest(${column}) other where ${onList(loadedHash[kind](sql`other`))})`;

/** Whether a record of a deletion list names a staged agent `a`. */
const IS_ON_DELETION_LIST = sql`(${join(
  [
    onList(loadedHash.email(sql`a.email`)),
    onList(loadedHash.phone(sql`a.mobile`)),
    onList(loadedHash.phone(sql`a.phone`)),
    anyOnList('email', sql`a.other_emails`),
    anyOnList('phone', sql`a.other_phones`),
  ],
  ' or ',
)})`;

const contactColumns = [
  ['email', 'email'],
  ['phone', 'mobile'],
  ['phone', 'phone'],
  ['license', 'license_number'],
] as const;

const otherColumns = [
  ['email', 'other_emails'],
  ['phone', 'other_phones'],
] as const;

/** Selects the agents with one of these hashes, through one index per contact; at most `limit` from each. */
export function carriersOf(hashes: Sql, limit?: number): Sql {
  const having = (column: string, condition: Sql) =>
    sql`(select zip, id from agents
      where ${condition} and ${raw(column)} is not null limit ${raw(String(limit ?? 'all'))})`;
  return join(
    [
      ...contactColumns.map(([kind, name]) =>
        having(name, sql`contact_hash('${raw(kind)}', ${raw(name)}) = any(${hashes})`),
      ),
      ...otherColumns.map(([kind, name]) =>
        having(name, sql`contact_hashes('${raw(kind)}', ${raw(name)}) && ${hashes}`),
      ),
    ],
    ' union ',
  );
}

/** Keeps other changes of which agents are hidden waiting until the commit. */
export const lockApplied = (tx: Tx) => tx.query(sql`select pg_advisory_xact_lock(${APPLY_LOCK})`);

/**
 * Selects the agents with these hashes and their rows in every ZIP as `k`, each with whether it must be hidden: an
 * opt-out of one row holds for the whole agent.
 */
const wholeAgents = (
  hashes: readonly Buffer[],
) => sql`with carriers as materialized (${carriersOf(sql`${hashes}::bytea[]`)}),
  members as materialized (
    select zip, id from carriers
    union
    select o.zip, o.id from carriers c join agents a on a.zip = c.zip and a.id = c.id
      join agents o on o.identity_id = a.identity_id),
  k as materialized (
    select a.zip, a.id, bool_or(a.is_deleted or ${HAS_SUPPRESSION}) over (partition by coalesce(a.identity_id, a.id)) as is_hidden
    from members m join agents a on a.zip = m.zip and a.id = m.id)`;

/**
 * Updates agents with these hashes, and their closings, to the current suppressions, and removes suppressed contacts
 * from flags. Running it again changes nothing.
 */
export async function applySuppressions(tx: Tx, hashes: readonly Buffer[]): Promise<void> {
  const agents = wholeAgents(hashes);
  await lockApplied(tx);
  await tx.execute(
    sql`${agents} update agents a set is_suppressed = k.is_hidden, updated_at = now() from k
     where a.zip = k.zip and a.id = k.id and a.is_suppressed <> k.is_hidden`,
  );
  await tx.execute(
    sql`${agents} update closings c set is_suppressed = a.is_suppressed, updated_at = now()
     from k join agents a on a.zip = k.zip and a.id = k.id
     where c.zip = a.zip and c.agent_id = a.id and c.is_suppressed <> a.is_suppressed`,
  );
  await tx.execute(
    sql`${agents} update lead_flags f set agent_email = null, agent_phone = null
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

/** The newest suppression and the newest change by a deletion list; 0 without any. */
export type Seen = { suppression: number; list: number };

export const newestSuppression = (tx: Tx): Promise<Seen> =>
  tx.one<Seen>(
    sql`select (select coalesce(max(id), 0) from suppressions) as suppression,
       (select coalesce(max(change), 0) from deletion_lists) as list`,
  );

export const isAnySuppressed = ({ suppression, list }: Seen): boolean => suppression > 0 || list > 0;

/** Whether a deletion list deleted the agent `a`, in whatever ZIP. */
const IS_DELETED = sql`exists (
  select from agents known where known.identity_id = a.identity_id and known.is_deleted)`;

/** Whether a staged agent `a` was deleted, or is to be, by a deletion list. */
export const IS_REMOVED_BY_LIST = sql`(${IS_ON_DELETION_LIST} or ${IS_DELETED})`;

/** Returns the condition that an agent `a` may not be listed. Asks only what can be true. */
export function mayNotBeListed({ suppression, list }: Seen): Sql {
  const conditions = [suppression > 0 && HAS_SUPPRESSION, list > 0 && IS_REMOVED_BY_LIST].filter(Boolean);
  return conditions.length === 0 ? sql`false` : sql`(${join(conditions, ' or ')})`;
}

/** Whether a stored row of an agent `a`, in whatever ZIP, is hidden. */
export const IS_KNOWN_HIDDEN = sql`(exists (
  select from agents known where known.zip = a.zip and known.id = a.id and known.is_suppressed)
  or exists (select from agents known where known.identity_id = a.identity_id and known.is_suppressed))`;

/** A deletion list names an agent of this load and was stored after the load's first check: load again. */
export class OutdatedLoad extends Error {}

/**
 * Hides the staged agents that were suppressed after `seen`; the last step of a load. An agent of a new deletion list
 * must not be stored at all, because the list's search for agents may be over.
 */
export async function hideLateSuppressed(tx: Tx, seen: Seen): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock_shared(${SUPPRESSIONS_LOCK})`);
  const now = await newestSuppression(tx);
  if (now.list > seen.list) {
    const condition = sql`${mayNotBeListed(now)} or ${IS_KNOWN_HIDDEN}`;
    if (await tx.returnsRow(sql`select from agent_stage a where ${condition} limit 1`))
      throw new OutdatedLoad();
  }
  if (now.suppression <= seen.suppression) return;
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
