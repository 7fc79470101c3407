import { z } from 'zod';
import { type Pg, type Queries, sql } from '../postgres/pg.ts';
import { defineJob, type JobHandler } from './jobs.ts';

const foldTotalsJob = defineJob('fold-totals', z.object({}), { cron: '* * * * *' });

/** Safe beside inserts and other folds: exactly one fold deletes a row and adds its amount. */
const FOLD = sql`
  with changed as (select name, key from stored_totals group by name, key having count(*) > 1),
  folded as (
    delete from stored_totals t using changed c where t.name = c.name and t.key = c.key
    returning t.name, t.key, t.amount)
  insert into stored_totals (name, key, amount)
  select name, key, sum(amount) from folded group by name, key having sum(amount) <> 0`;

/** Merges the rows of each key in `stored_totals` into one. */
export async function foldTotals(db: Queries): Promise<void> {
  await db.execute(FOLD);
}

/** Merges them every minute; for services with totals. */
export const totalsFold = (pg: Pg): JobHandler => foldTotalsJob.handledBy(() => foldTotals(pg));
