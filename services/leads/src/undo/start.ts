import { AppError } from '@closingwire/chassis/app-error';
import { type Queries, sql, type Tx } from '@closingwire/chassis/pg';
import { UNDO_DAYS, type Undo, type UndoCounts } from '@closingwire/contracts/ingestion';
import { undoDeliveryJob } from '../jobs.ts';

/** Facts that decide whether a batch can be undone. */
export type UndoFacts = {
  state: string;
  isOfFeed: boolean;
  hasClosings: boolean;
  startedAt: Date;
  undoStartedAt: Date | null;
  undoneAt: Date | null;
  undoCounts: UndoCounts | null;
};

/** The facts of a batch `b`, as JSON. */
export const UNDO_FACTS = sql`json_build_object('state', b.state, 'isOfFeed', b.key_id is null and b.delivered_by is null,
  'hasClosings', exists (select from delivered_closings d where d.batch_id = b.id), 'startedAt', b.started_at,
  'undoStartedAt', b.undo_started_at, 'undoneAt', b.undone_at, 'undoCounts', b.undo_counts)`;

const DAY_MS = 86_400_000;

/** Returns why a batch cannot be undone, undefined if it can. */
function obstacleOf(batch: UndoFacts, now: Date): string | undefined {
  if (batch.isOfFeed) return 'A feed sends its closings again; end its license or pause it instead';
  if (batch.state === 'receiving' || batch.state === 'loading') return 'Its rows are still being stored';
  if (now.getTime() - new Date(batch.startedAt).getTime() > UNDO_DAYS * DAY_MS) {
    return `It is older than ${UNDO_DAYS} days`;
  }
  return batch.hasClosings ? undefined : 'It stored no closing';
}

const iso = (time: Date | string) => new Date(time).toISOString();

/** Returns whether a batch can be undone, or how far its undo is. */
export function undoOf(batch: UndoFacts, now: Date): Undo {
  const { undoStartedAt, undoneAt, undoCounts } = batch;
  if (undoneAt && undoCounts) return { state: 'done', at: iso(undoneAt), counts: undoCounts };
  if (undoStartedAt) return { state: 'running', startedAt: iso(undoStartedAt) };
  const reason = obstacleOf(batch, now);
  return reason === undefined ? { state: 'possible' } : { state: 'impossible', reason };
}

export async function findUndo(db: Queries, batchId: string, now: Date): Promise<Undo> {
  const row = await db.maybe<{ facts: UndoFacts }>(
    sql`select ${UNDO_FACTS} as facts from batches b where b.id = ${batchId}`,
  );
  if (!row) throw new AppError('missing', 'not_found', 'There is no such delivery');
  return undoOf(row.facts, now);
}

/** Starts the undo of a batch: no further pack of it is stored. Waits for loads of its packs. */
export async function startUndo(
  tx: Tx,
  { batchId, adminId, now }: { batchId: string; adminId: string; now: Date },
): Promise<Undo> {
  await tx.query(sql`select from batches where id = ${batchId} for update`);
  const undo = await findUndo(tx, batchId, now);
  if (undo.state === 'impossible') throw new AppError('conflict', 'not_undoable', undo.reason);
  if (undo.state !== 'possible') return undo;
  await tx.execute(
    sql`update batches set undo_started_at = ${now}, undone_by = ${adminId} where id = ${batchId}`,
  );
  await undoDeliveryJob.enqueue(tx, { batchId });
  return { state: 'running', startedAt: now.toISOString() };
}
