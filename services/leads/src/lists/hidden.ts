import { type Queries, sql } from '@closingwire/chassis/pg';
import type { HiddenClosings } from '@closingwire/contracts/admin-closings';
import { permittedFor, REPORTED, sourcesClosedTo } from '../sources/store.ts';

const IS_UNLICENSED = sql`not c.is_suppressed and ${REPORTED} and not ${permittedFor('lists')}`;

type Counts = Omit<HiddenClosings, 'sources'> & { sources: { name: string; endedAt: string | null }[] };

/** Counts the stored closings of a ZIP that no list shows, each by its first reason in this order. */
export async function countHidden(db: Queries, zip: string): Promise<HiddenClosings> {
  const { sources, ...counts } = await db.one<Counts>(
    sql`select count(*) filter (where c.hidden_at is not null)::int as "hiddenByAdmin",
       count(*) filter (where c.is_suppressed and c.hidden_at is null)::int as "optedOut",
       count(*) filter (where not c.is_suppressed and not ${REPORTED})::int as retracted,
       count(*) filter (where ${IS_UNLICENSED})::int as unlicensed,
       (select coalesce(json_agg(json_build_object('name', s.name, 'endedAt',
           case when s.expires_at <= now() then s.expires_at end) order by s.name), '[]') from sources s
         where s.id = any(coalesce(${sourcesClosedTo('lists')}, '{}')) and exists (select from closings c
           where c.zip = ${zip} and s.id = any(c.source_ids) and ${IS_UNLICENSED})) as sources
     from closings c where c.zip = ${zip}`,
  );
  const iso = (time: string | null) => time && new Date(time).toISOString();
  return { ...counts, sources: sources.map(({ name, endedAt }) => ({ name, endedAt: iso(endedAt) })) };
}
