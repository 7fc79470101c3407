import { type Queries, type Sql, sql } from '@closingwire/chassis/pg';
import type { CheckedZip, ZipArea } from '@closingwire/contracts/catalog';
import { MOST_ZIPS_OF_AREA } from '@closingwire/contracts/shown-limits';
import type { Viewer } from '../in-force.ts';
import { ANY, hasStartOfCounty, scopeOf } from './scope.ts';
import { readSearch } from './search.ts';
import { checked } from './views.ts';

const MOST_COUNTIES = 3;

type Search = { search: string; state?: string | undefined };

/** Returns what a search finds, with what the first ZIPs are to a user. */
export async function findArea(db: Queries, search: Search, viewer: Viewer, now: Date): Promise<ZipArea> {
  const { condition, circle } = await scopeOf(db, search);
  const [zipCodes, { total }, counties] = await Promise.all([
    db.query<CheckedZip>(sql`${checked(condition, viewer, now)} limit ${MOST_ZIPS_OF_AREA}`),
    db.one<{ total: number }>(sql`select count(*) as total from zips z where ${condition}`),
    countiesOf(db, search, condition),
  ]);
  return { total, zipCodes, counties, circle };
}

/** Returns the counties with most ZIPs of those that the search finds or that begin as it does. */
async function countiesOf(db: Queries, search: Search, found: Sql): Promise<ZipArea['counties']> {
  const read = readSearch(search.search);
  if (read.kind === 'county' || read.kind === 'near') return [];
  const state = search.state ?? (read.kind === 'city' ? read.state : undefined);
  const named = read.kind === 'city' ? hasStartOfCounty(read.part) : sql`false`;
  const inState = state ? sql`z.state = ${state}` : ANY;
  return db.query(sql`
    select max(f.county) as name, count(*)::int as zips
    from (
      select z.county, z.state from zips z
      where z.county is not null and (${found} or ${named} and ${inState})
      group by z.county, z.state order by count(*) desc, z.county limit ${MOST_COUNTIES}) f
      join zips every on every.county = f.county and every.state = f.state
    group by f.county, f.state order by zips desc, name`);
}
