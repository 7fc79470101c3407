import { asUser } from '@closingwire/chassis/identity';
import { join, prepared, type Queries, sql } from '@closingwire/chassis/pg';
import { LIST_DAYS } from '@closingwire/contracts/shown-limits';
import type { ZipFigures } from '@closingwire/contracts/zip-figures';
import { impl, type RouteDeps } from '../context.ts';
import { lastDays } from './calendar.ts';
import { type ClosingFilter, inList, soldIn, WITH_AGENT } from './closing-filter.ts';

const FIGURE_DAYS = 30;

/** Users page through the catalog; figures change with a delivery. */
const CACHE_CONTROL = 'private, max-age=300';

type Row = Omit<ZipFigures, 'lastReceivedAt'> & { lastReceivedAt: Date | null };

/** Counts what a list of each ZIP would show an account that has left out no agent. ZIPs without a closing have zeros. */
export async function countFigures(
  db: Queries,
  zipCodes: readonly string[],
  now: Date,
): Promise<ZipFigures[]> {
  const filter: ClosingFilter = { accountId: null, zipCodes, window: lastDays(FIGURE_DAYS, now) };
  const isOfWeek = join(soldIn(lastDays(LIST_DAYS, now)), ' and ');
  const rows = await db.query<Row>(
    prepared(sql`
      with sold as (
        select c.zip, coalesce(a.identity_id, a.id) as agent, a.email, a.mobile, c.created_at, ${isOfWeek} as is_of_week
        from closings c ${WITH_AGENT} ${inList(filter)})
      select asked.zip as "zipCode",
        count(*) filter (where s.is_of_week)::int as closings7, count(s.agent)::int as closings30,
        count(distinct s.agent)::int as agents,
        count(distinct s.agent) filter (where s.email is not null)::int as "withEmail",
        count(distinct s.agent) filter (where s.mobile is not null)::int as "withMobile",
        coalesce(max(s.created_at), (select max(c.created_at) from closings c where c.zip = asked.zip)) as "lastReceivedAt"
      from unnest(${zipCodes}::text[]) as asked (zip) left join sold s on s.zip = asked.zip
      group by asked.zip order by asked.zip`),
  );
  return rows.map(row => ({ ...row, lastReceivedAt: row.lastReceivedAt?.toISOString() ?? null }));
}

export const zipFiguresRoutes = ({ reads, clock }: RouteDeps) => ({
  zipFigures: impl.zipFigures.handler(async ({ input: { zips }, context }) => {
    const { id: accountId } = asUser(context.caller);
    const figures = await reads(accountId, db => countFigures(db, zips, clock()));
    context.responseHeaders.set('cache-control', CACHE_CONTROL);
    return { zips: figures };
  }),
});
