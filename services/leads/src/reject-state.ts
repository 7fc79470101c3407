import { type Sql, sql } from '@closingwire/chassis/pg';
import type { RejectState } from '@closingwire/contracts/rejected-rows';

/**
 * Whether the delivery counts that contained the rejected row `r` again. If it failed or was undone, the row is open. A
 * subquery that cannot be hashed, so that it reads one batch by its ID.
 */
const CAME_AGAIN = sql`coalesce((select a.state in ('loading', 'done') and a.undo_started_at is null
  from batches a where a.id = r.again_by), false)`;

/** Conditions on the rejected row `r` of the batch `b`; the planner knows how many rows each leaves. */
export const isReject: Record<RejectState, Sql> = {
  open: sql`b.undo_started_at is null and (r.again_by is null or not ${CAME_AGAIN})`,
  repaired: sql`b.undo_started_at is null and r.again_by is not null and r.is_repaired and ${CAME_AGAIN}`,
  'rejected-again': sql`b.undo_started_at is null and r.again_by is not null and not r.is_repaired and ${CAME_AGAIN}`,
  undone: sql`b.undo_started_at is not null`,
};

export const REJECT_STATE: Sql = sql`case when ${isReject.undone} then 'undone' when ${isReject.open} then 'open'
  when r.is_repaired then 'repaired' else 'rejected-again' end`;

/** The message of the first fault of a rejected row `r`, without the cell: the same for all rows of a cause. */
export const EXPECTED: Sql = sql`split_part(r.message, '; got', 1)`;
