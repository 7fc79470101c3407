import { createHash } from 'node:crypto';
import { newId } from '@closingwire/chassis/ids';
import { type Pg, sql, type Tx } from '@closingwire/chassis/pg';
import type { DeletionKind } from '@closingwire/contracts/deletion-lists';
import { matchDeletionListJob } from '../jobs.ts';
import { lockSuppressions } from '../opt-out/suppressions.ts';
import { beginUpload, copyText, idOfList, KnownList } from '../uploaded-list.ts';
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
  await copyText(tx, `copy deletion_records (${columns}) from stdin`, lines);
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
  return idOfList(async () => {
    await pg.transaction(async tx => {
      await beginUpload(tx, sql`${UPLOAD_LOCK}`);
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
  });
}
