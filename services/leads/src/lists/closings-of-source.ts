import { join, type Queries, raw, sql } from '@closingwire/chassis/pg';
import { LIST_DAYS } from '@closingwire/contracts/shown-limits';
import { type ClosingsOfSource, sourceUses } from '@closingwire/contracts/sources';
import { impl, type RouteDeps } from '../context.ts';
import { findSource, missingSource, sourcesClosedTo } from '../sources/store.ts';
import { lastDays } from './calendar.ts';
import { soldIn } from './closing-filter.ts';

/**
 * Counts, for each use, the closings of a source that no other source with an open license reported. Reads all
 * closings, which takes seconds.
 */
async function countClosings(db: Queries, id: number, now: Date): Promise<ClosingsOfSource> {
  const isRecent = join(soldIn(lastDays(LIST_DAYS, now)), ' and ');
  const counts = sourceUses.map(use => {
    const isOnly = sql`c.source_ids <@ (${raw(`closed_to_${use}`)} || ${id}::smallint)`;
    return sql`json_build_object('closings', count(*) filter (where ${isOnly}),
      'recent', count(*) filter (where ${isOnly} and ${isRecent})) as ${raw(use)}`;
  });
  const closed = sourceUses.map(
    use => sql`coalesce(${sourcesClosedTo(use)}, '{}') as ${raw(`closed_to_${use}`)}`,
  );
  return db.one<ClosingsOfSource>(
    sql`with closed as materialized (select ${join(closed)})
     select ${join(counts)} from closings c cross join closed
     where c.source_ids @> array[${id}]::smallint[] and not c.is_suppressed`,
  );
}

/** Counts the closings that a change of a license hides or shows. */
export const closingsOfSourceRoutes = ({ pg, copies, clock }: RouteDeps) => ({
  closingsOfSource: impl.closingsOfSource.handler(async ({ input: { sourceId } }) => {
    if (!(await findSource(pg, sourceId))) throw missingSource();
    return countClosings(copies, sourceId, clock());
  }),
});
