import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { AppError } from '@closingwire/chassis/app-error';
import { newId } from '@closingwire/chassis/ids';
import { connectionOf, type Pg, sql, type Tx } from '@closingwire/chassis/pg';
import type { DeletionKind } from '@closingwire/contracts/deletion-lists';
import { from as copyFrom } from 'pg-copy-streams';
import { matchDeletionListJob } from '../jobs.ts';
import { lockSuppressions } from '../opt-out/suppressions.ts';
import type { DeletionRecord } from './read-list.ts';

export type NewList = {
  kind: DeletionKind;
  fileName: string;
  listedOn: string;
  /** The admin; null after a restore. */
  uploadedBy: string | null;
  uploadedAt: Date;
};

/** Uploads wait for no other: changes of lists then commit in the order of their numbers. */
const UPLOAD_LOCK = 7_224_306;
const MOST_MS = 15 * 60_000;

/** Rolls the transaction back: the list is stored already. */
class KnownList extends Error {
  readonly id: string;
  constructor(id: string) {
    super('the list is stored');
    this.id = id;
  }
}

async function lockUploads(tx: Tx): Promise<void> {
  const { isLocked } = await tx.one<{ isLocked: boolean }>(
    sql`select pg_try_advisory_xact_lock(${UPLOAD_LOCK}) as "isLocked"`,
  );
  if (isLocked) return;
  const text = 'Another list is being uploaded; send this one again afterwards';
  throw new AppError('conflict', 'list_uploading', text);
}

/** Copies the records and returns their number and digest. */
async function copyRecords(tx: Tx, listId: string, records: AsyncIterable<readonly DeletionRecord[]>) {
  const digest = createHash('sha256');
  let count = 0;
  async function* lines() {
    for await (const some of records) {
      let text = '';
      for (const { id, hash } of some) text += `${listId}\t${++count}\t${id}\t\\\\x${hash.toString('hex')}\n`;
      for (const { id, hash } of some) digest.update(id).update(hash);
      if (text !== '') yield text;
    }
  }
  const columns = 'list_id, position, record_id, hash';
  const copy = connectionOf(tx).query(copyFrom(`copy deletion_records (${columns}) from stdin`));
  await pipeline(lines, copy);
  return { count, digest: digest.digest() };
}

/** Makes the list take effect for loads. Must be the last step of its transaction. */
export async function countChange(tx: Tx, listId: string): Promise<void> {
  await lockSuppressions(tx);
  await tx.execute(sql`update deletion_lists set change = nextval('deletion_changes') where id = ${listId}`);
}

/**
 * Stores a list with its records in one transaction, and enqueues the search for its agents. Returns the list's id; the
 * id of the stored list if it was stored before. A killed process leaves nothing.
 */
export async function storeList(
  pg: Pg,
  list: NewList,
  records: AsyncIterable<readonly DeletionRecord[]>,
  id = newId(),
): Promise<string> {
  try {
    await pg.transaction(async tx => {
      await tx.execute(sql`select set_config('statement_timeout', ${String(MOST_MS)}, true)`);
      await lockUploads(tx);
      const { count, digest } = await copyRecords(tx, id, records);
      const ofEmpty = createHash('sha256').update(list.fileName).update(list.listedOn).digest();
      const stored = await tx.maybe<{ id: string }>(
        sql`select id from deletion_lists
         where id = ${id} or kind = ${list.kind} and digest = ${count > 0 ? digest : ofEmpty}`,
      );
      if (stored) throw new KnownList(stored.id);
      await tx.execute(
        sql`insert into deletion_lists (id, kind, file_name, listed_on, digest, record_count, uploaded_by, uploaded_at,
           state, change)
         values (${id}, ${list.kind}, ${list.fileName}, ${list.listedOn}, ${count > 0 ? digest : ofEmpty}, ${count},
           ${list.uploadedBy}, ${list.uploadedAt}, 'matching', 0)`,
      );
      await matchDeletionListJob.enqueue(tx, { listId: id });
      await countChange(tx, id);
    });
    return id;
  } catch (error) {
    if (error instanceof KnownList) return error.id;
    throw error;
  }
}
