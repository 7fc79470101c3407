import { prepared, type Queries, raw, type Sql, sql, type Tx } from '@closingwire/chassis/pg';
import type { BatchState, BatchTotals, DeliveryReport, Reject } from '@closingwire/contracts/ingestion';
import { COUNTED_EFFECTS } from './effects.ts';

/** The sender of a delivery: a source with its ingestion key, an admin with a file, or a feed that is pulled. */
export type Sender = { sourceId: number } & (
  | { keyId: string }
  | { adminId: string; fileName: string | null }
  | { isFeed: true }
);

type AllSenders = { keyId: string; adminId: string; fileName: string | null };

export async function openBatch(
  db: Queries,
  batch: { id: string; sender: Sender; now: Date },
): Promise<void> {
  const { id, sender, now } = batch;
  const { keyId = null, adminId = null, fileName = null } = { ...sender } as Partial<AllSenders>;
  await db.execute(
    sql`insert into batches (id, source_id, key_id, delivered_by, file_name, state, started_at, seen_at)
     values (${id}, ${sender.sourceId}, ${keyId}, ${adminId}, ${fileName}, 'receiving', ${now}, ${now})`,
  );
}

/** Records that the receiving process is still at work. */
export async function touchBatch(db: Queries, id: string, now: Date): Promise<void> {
  await db.execute(sql`update batches set seen_at = ${now} where id = ${id}`);
}

/** Records that the broker has all rows, in this number of packs. */
export async function markReceived(
  tx: Tx,
  batch: {
    id: string;
    accepted: number;
    rejected: number;
    undisclosedPrices: number;
    droppedCells: number;
    packs: number;
    report: DeliveryReport | null;
    /** The names of the columns of rejected rows. */
    header?: readonly string[];
    now: Date;
  },
): Promise<void> {
  await tx.execute(
    sql`update batches set state = 'loading', accepted = ${batch.accepted}, rejected = ${batch.rejected},
       undisclosed_prices = ${batch.undisclosedPrices}, dropped_cells = ${batch.droppedCells},
       report = ${batch.report && JSON.stringify(batch.report)}::jsonb,
       header = ${batch.rejected > 0 && batch.header ? JSON.stringify(batch.header) : null}, expected_parts = ${batch.packs}, seen_at = ${batch.now}
     where id = ${batch.id} and state = 'receiving'`,
  );
}

/** Records that the source got no success reply and must send the batch again. */
export async function markFailed(db: Queries, id: string, failure: string, now: Date): Promise<void> {
  await db.execute(
    sql`update batches set state = 'failed', failure = ${failure}, finished_at = ${now}
     where id = ${id} and state = 'receiving'`,
  );
}

/** Fails the batches in a state whose process was last seen before `unseenSince`. */
export async function failUnseen(
  db: Queries,
  batch: { state: 'receiving' | 'loading'; failure: string; unseenSince: Date; now: Date },
): Promise<void> {
  await db.execute(
    sql`update batches set state = 'failed', failure = ${batch.failure}, finished_at = ${batch.now}
     where state = ${batch.state} and seen_at < ${batch.unseenSince}`,
  );
}

/**
 * `part` is the pack's number in its batch. `optedOut` counts rows that were not stored because their agents opted
 * out.
 */
export type LoadedPack = { batchId: string; part: number; rowCount: number; optedOut: number };

/** Returns the batches of packs that are undone. Until the commit, no undo of the others starts. */
async function findUndone(tx: Tx, packs: readonly Pick<LoadedPack, 'batchId'>[]): Promise<Set<string>> {
  const ids = [...new Set(packs.map(({ batchId }) => batchId))];
  const batches = await tx.query<{ id: string; isUndone: boolean }>(
    prepared(sql`select id, undo_started_at is not null as "isUndone" from batches where id = any(${ids}::uuid[])
      order by id for key share`),
  );
  return new Set(batches.flatMap(({ id, isUndone }) => (isUndone ? [id] : [])));
}

/** Marks packs as loaded and returns the packs that were not marked before, without those of undone batches. */
export async function insertNewPacks<Pack extends Pick<LoadedPack, 'batchId' | 'part'>>(
  tx: Tx,
  packs: readonly Pack[],
): Promise<Pack[]> {
  const undone = await findUndone(tx, packs);
  const taken = await tx.query<{ batch_id: string; part: number }>(
    sql`insert into batch_parts (batch_id, part)
     select batch_id, part from unnest(${packs.map(({ batchId }) => batchId)}::uuid[],
       ${packs.map(({ part }) => part)}::integer[]) as t (batch_id, part) order by batch_id, part
     on conflict do nothing returning batch_id, part`,
  );
  const isNew = new Set(taken.map(row => `${row.batch_id} ${row.part}`));
  return packs.filter(({ batchId, part }) => isNew.delete(`${batchId} ${part}`) && !undone.has(batchId));
}

const MINUTE_MS = 60_000;
/** How long a parked message can be replayed. */
const PARKED_DAYS = 30;

/**
 * Whether a batch of the last 30 days lacks a pack a minute after the batch was received. The pack may be parked, and
 * can then be replayed.
 */
export function isAnyPackMissing(tx: Tx, now: Date): Promise<boolean> {
  const from = new Date(now.getTime() - PARKED_DAYS * 24 * 60 * MINUTE_MS);
  const until = new Date(now.getTime() - MINUTE_MS);
  return tx.returnsRow(
    prepared(sql`select from batches where state in ('loading', 'failed') and loaded_parts < expected_parts
      and seen_at between ${from} and ${until} limit 1`),
  );
}

/** Adds loaded packs to their batches, and ZIPs without a stored closing. */
export async function countLoaded(
  tx: Tx,
  packs: readonly LoadedPack[],
  zips: readonly { batchId: string; zipCode: string }[],
): Promise<void> {
  if (zips.length > 0)
    await tx.execute(
      sql`insert into batch_zips (batch_id, zip)
     select distinct batch_id, zip from unnest(${zips.map(({ batchId }) => batchId)}::uuid[],
       ${zips.map(({ zipCode }) => zipCode)}::text[]) as t (batch_id, zip) order by batch_id, zip
     on conflict do nothing`,
    );
  const byBatch = Map.groupBy(packs, pack => pack.batchId);
  for (const id of [...byBatch.keys()].sort()) {
    const loaded = byBatch.get(id) ?? [];
    const sumOf = (count: 'rowCount' | 'optedOut') => loaded.reduce((sum, pack) => sum + pack[count], 0);
    await tx.execute(
      sql`update batches set loaded_parts = loaded_parts + ${loaded.length},
         loaded = loaded + ${sumOf('rowCount')}, opted_out = opted_out + ${sumOf('optedOut')}
       where id = ${id}`,
    );
  }
}

const ALL_LOADED = sql`state in ('loading', 'failed') and loaded_parts = expected_parts`;

/** Whether one of these batches has all its packs. */
export function isSomeLoaded(tx: Tx, ids: readonly string[]): Promise<boolean> {
  return tx.returnsRow(
    prepared(sql`select from batches where id = any(${ids}::uuid[]) and ${ALL_LOADED} limit 1`),
  );
}

/**
 * Ends those of the batches that have all their packs, and returns their ZIPs. A failed batch ends when its parked
 * pack is replayed.
 */
export async function finishLoaded(
  tx: Tx,
  ids: readonly string[],
  now: Date,
): Promise<{ id: string; zipCodes: string[] }[]> {
  return tx.query<{ id: string; zipCodes: string[] }>(
    sql`update batches b set state = 'done', finished_at = ${now}, effects = ${COUNTED_EFFECTS}
     where id = any(${ids}::uuid[]) and ${ALL_LOADED}
     returning id, array(select zip from batch_zips z where z.batch_id = b.id union
       select unnest(zips) from delivered_closings d where d.batch_id = b.id order by zip) as "zipCodes"`,
  );
}

export async function forgetBatches(tx: Tx, startedBefore: Date): Promise<void> {
  await tx.execute(
    sql`with old as (delete from batches where started_at < ${startedBefore} returning id),
       parts as (delete from batch_parts where batch_id in (select id from old)),
       zips as (delete from batch_zips where batch_id in (select id from old)),
       delivered as (delete from delivered_closings where batch_id in (select id from old)),
       cells as (delete from dropped_cells where batch_id in (select id from old)),
       effects as (delete from delivery_effects where batch_id in (select id from old))
     delete from rejects where batch_id in (select id from old)`,
  );
}

/** Forgets what only an undo needs. */
export async function forgetChanges(tx: Tx, startedBefore: Date): Promise<void> {
  const old = sql`select id from batches where started_at < ${startedBefore}`;
  await tx.execute(
    sql`with agents as (delete from agent_changes where by_batch in (${old})),
       closings as (delete from closing_changes where by_batch in (${old})),
       delivered as (delete from delivered_closings where batch_id in (${old}))
     delete from moved_closings where moved_at < ${startedBefore}`,
  );
}

/** Lists received batches by id: ended ones, and ones that have been loading for an hour. */
export function totalsOfBatches(
  db: Queries,
  { startedAfter, after, limit }: { startedAfter: Date; after: string | undefined; limit: number },
  now: Date,
): Promise<BatchTotals[]> {
  return db.query<BatchTotals>(
    sql`select id as "batchId", state, accepted, rejected, loaded - opted_out as stored, opted_out as "optedOut"
     from batches
     where started_at > ${startedAfter} and (${after ?? null}::uuid is null or id > ${after ?? null}::uuid)
       and expected_parts is not null
       and (state in ('done', 'failed') or state = 'loading' and seen_at < ${now}::timestamptz - interval '1 hour')
     order by id limit ${limit}`,
  );
}

type Slice = { limit: number; offset: number };

const pageOf = (table: 'rejects' | 'dropped_cells', { limit, offset }: Slice, further: Sql) => sql`coalesce((
    select json_agg(json_strip_nulls(json_build_object('line', r.line, 'field', r.field, 'message', r.message,
      'further', ${further})) order by r.line, r.field)
    from (select * from ${raw(table)} where batch_id = b.id order by line, field limit ${limit} offset ${offset}) r
    ), '[]')`;

/** A batch `b` for its sender, with some of its rejects. */
export const batchColumns = (page: Slice) => sql`
  b.id as "batchId", b.state, b.accepted, b.rejected, b.undisclosed_prices as "undisclosedPrices", b.loaded,
  b.dropped_cells as "droppedCells", b.report, b.effects, ${pageOf('rejects', page, sql`r.further`)} as rejects,
  ${pageOf('dropped_cells', page, sql`null::json`)} as dropped`;

/** Finds a batch sent with this key, with one page of its rejects. */
export const findBatch = (
  db: Queries,
  { id, keyId }: { id: string; keyId: string },
  page: Slice,
): Promise<BatchState | undefined> =>
  db.maybe<BatchState>(
    sql`select ${batchColumns(page)} from batches b where b.id = ${id} and b.key_id = ${keyId}`,
  );

/** A rejected row to store; `cells` as they were received. `zip` is null if the row has no readable ZIP. */
export type StoredReject = Reject & { sheetRow: number; cells: readonly string[]; zip?: string | null };

export async function insertRejects(
  db: Queries,
  batchId: string,
  rejects: readonly StoredReject[],
): Promise<void> {
  if (rejects.length === 0) return;
  await db.execute(
    sql`insert into rejects (batch_id, line, field, message, further, sheet_row, cells, zip)
     select ${batchId}::uuid, * from unnest(${rejects.map(({ line }) => line)}::integer[],
       ${rejects.map(({ field }) => field)}::text[], ${rejects.map(({ message }) => message)}::text[],
       ${rejects.map(({ further }) => further && JSON.stringify(further))}::jsonb[],
       ${rejects.map(({ sheetRow, line }) => (sheetRow === line ? null : sheetRow))}::integer[],
       ${rejects.map(({ cells }) => JSON.stringify(cells))}::text[],
       ${rejects.map(({ zip = null }) => zip)}::text[])
     on conflict do nothing`,
  );
}

/** Inserts cells left out of accepted rows. */
export async function insertDroppedCells(
  db: Queries,
  batchId: string,
  cells: readonly Reject[],
): Promise<void> {
  if (cells.length === 0) return;
  await db.execute(
    sql`insert into dropped_cells (batch_id, line, field, message)
     select ${batchId}::uuid, * from unnest(${cells.map(({ line }) => line)}::integer[],
       ${cells.map(({ field }) => field)}::text[], ${cells.map(({ message }) => message)}::text[])
     on conflict do nothing`,
  );
}

/** Deletes the content of rejected rows; their faults stay. */
export async function forgetContents(tx: Tx, startedBefore: Date): Promise<void> {
  await tx.execute(
    sql`update rejects r set cells = null from batches b
     where r.batch_id = b.id and r.cells is not null and b.started_at < ${startedBefore}`,
  );
  await tx.execute(
    sql`update batches set header = null where header is not null and started_at < ${startedBefore}`,
  );
}
