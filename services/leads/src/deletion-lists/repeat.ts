import { type Pg, sql, type Tx } from '@closingwire/chassis/pg';
import type { DeletionListPart } from '@closingwire/contracts/withdrawals';
import { matchDeletionListJob } from '../jobs.ts';
import { countChange } from './store-list.ts';

type Part<Key extends keyof DeletionListPart> = Pick<DeletionListPart, 'list' | Key>;

const insertRecords = (tx: Tx, { list, first, records }: Part<'first' | 'records'>) =>
  tx.execute(
    sql`insert into deletion_records (list_id, position, record_id, hash, outcome)
     select ${list.id}::uuid, ${first}::int + at::int - 1, id, decode(hash, 'hex'), outcome
     from unnest(${records.map(([id]) => id)}::text[], ${records.map(([, hash]) => hash)}::text[],
       ${records.map(([, , outcome]) => outcome)}::smallint[]) with ordinality as r (id, hash, outcome, at)
     on conflict do nothing`,
  );

const insertSuppressions = (tx: Tx, { list, suppressions }: Part<'suppressions'>) =>
  tx.execute(
    sql`insert into suppressions (request_id, created_at, kind, hash)
     select ${list.id}::uuid, ${list.finishedAt}::timestamptz, kind, decode(hash, 'hex')
     from unnest(${suppressions.map(([kind]) => kind)}::text[], ${suppressions.map(([, hash]) => hash)}::text[])
       as s (kind, hash)
     on conflict do nothing`,
  );

/** Inserts the list and enqueues the search for its agents, who are in the restored data. */
async function insertList(tx: Tx, { list }: Part<never>): Promise<void> {
  await tx.execute(
    sql`insert into deletion_lists (id, kind, file_name, listed_on, digest, record_count, uploaded_by, uploaded_at, state,
       replied_at, change)
     select ${list.id}, ${list.kind}, ${list.fileName}, ${list.listedOn}, decode(${list.digest}, 'hex'), count(*),
       ${list.uploadedBy}::uuid, ${list.uploadedAt}, 'matching', ${list.repliedAt}, 0
     from deletion_records where list_id = ${list.id}
     on conflict do nothing`,
  );
  await matchDeletionListJob.enqueue(tx, { listId: list.id });
  await countChange(tx, list.id);
}

/**
 * After a restore from a backup, stores a part of a list that the backup lacks. Running it again changes nothing. The
 * last part makes the list take effect.
 */
export const repeatDeletionList = (pg: Pg, part: DeletionListPart): Promise<void> =>
  pg.transaction(async tx => {
    const isStored = await tx.returnsRow(sql`select from deletion_lists where id = ${part.list.id}`);
    if (part.suppressions.length > 0) await insertSuppressions(tx, part);
    if (!isStored && part.records.length > 0) await insertRecords(tx, part);
    if (part.isLast && !isStored) await insertList(tx, part);
    else if (part.isLast) await countChange(tx, part.list.id);
  });
