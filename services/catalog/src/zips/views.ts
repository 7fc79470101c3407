import { type Queries, type Sql, sql } from '@closingwire/chassis/pg';
import type {
  AdminZip,
  AdminZipQuery,
  CheckedZip,
  Zip,
  ZipMap,
  ZipQuery,
} from '@closingwire/contracts/catalog';
import { claimIndustryOf } from '@closingwire/contracts/reference';
import { inForce, isOfferedToOther, type Viewer } from '../in-force.ts';
import { ANY, contains, hasPartOfCity, scopeOf, startsWith } from './scope.ts';

/** The claims in force on a ZIP as the viewer sees them: without the holds of the viewer's own open order. */
const claimsSeenBy = (viewer: Viewer, now: Date): Sql => sql`
  from claims c where c.zip_code = z.zip_code
    and ${inForce(now)} and (c.state = 'confirmed' or c.user_id <> ${viewer.id})`;

const isAvailable = (viewer: Viewer, now: Date): Sql => sql`
  z.is_available and not exists (
    select ${claimsSeenBy(viewer, now)} and c.industry = ${claimIndustryOf(viewer.industry)})
    and not ${isOfferedToOther(viewer, now)} as "isAvailable"`;

/** The columns of a ZIP that no claim changes. */
const ZIP = sql`z.zip_code as id, z.zip_code as "zipCode", z.city, z.state, z.price, z.scrape_active as "scrapeActive", z.kind,
  not z.is_available as "isSwitchedOff"`;

/** A page of the catalog as one user sees it, by ZIP. */
export async function zipPage(
  db: Queries,
  { page, limit, ...filter }: ZipQuery,
  viewer: Viewer,
  now: Date,
): Promise<{ zipCodes: Zip[]; total: number; hasMore: boolean }> {
  const { condition } = await scopeOf(db, filter);
  // The subquery picks the page first: otherwise the planner would read all claims.
  const found = db.query<Zip>(sql`
    select ${ZIP}, ${isAvailable(viewer, now)},
      array(select c.industry ${claimsSeenBy(viewer, now)} order by c.industry) as "occupiedIndustries"
    from (
      select * from zips z where ${condition} order by z.zip_code limit ${limit} offset ${(page - 1) * limit}
    ) z order by z.zip_code`);
  const counted = db.one<{ total: number }>(
    filter.search
      ? sql`select count(*) as total from zips z where ${condition}`
      : sql`select coalesce(sum(zips), 0) as total from zip_counts z where ${condition}`,
  );
  const [zips, { total }] = await Promise.all([found, counted]);
  return { zipCodes: zips, total, hasMore: page * limit < total };
}

/** Selects ZIPs with what they are to a user. */
export const checked = (condition: Sql, viewer: Viewer, now: Date): Sql => sql`
  select z."zipCode", z.city, z.state, z.kind,
    case when z."isOwn" then 'yours' when z."isAvailable" then 'free' else 'taken' end as standing
  from (
    select z.zip_code as "zipCode", z.city, z.state, z.kind, ${isAvailable(viewer, now)},
      exists (select from claims c where c.zip_code = z.zip_code and ${inForce(now)} and c.state = 'confirmed'
        and c.user_id = ${viewer.id}) as "isOwn"
    from zips z where ${condition}
  ) z order by z."zipCode"`;

/** Returns those of the ZIPs that the catalog has, with what they are to a user. */
export const checkZips = (
  db: Queries,
  zipCodes: readonly string[],
  viewer: Viewer,
  now: Date,
): Promise<CheckedZip[]> =>
  db.query<CheckedZip>(checked(sql`z.zip_code = any(${zipCodes}::text[])`, viewer, now));

type MapRow = Pick<Zip, 'zipCode' | 'city' | 'kind' | 'isAvailable'> & {
  north: number | null;
  east: number | null;
};

/**
 * Returns all ZIPs of a state, one array per column: positions, cities, and the indexes of ZIPs that the viewer cannot
 * order, or that have few homes.
 */
export async function zipMap(db: Queries, state: string, viewer: Viewer, now: Date): Promise<ZipMap> {
  const zips = await db.query<MapRow>(sql`
    select z.zip_code as "zipCode", z.city, z.kind, ${isAvailable(viewer, now)},
      round(z.latitude * 1000)::int as north, round(z.longitude * 1000)::int as east
    from zips z where z.state = ${state} order by z.zip_code`);
  const cityNames = [...new Set(zips.map(zip => zip.city))];
  const where = (isWanted: (zip: MapRow) => boolean) =>
    zips.flatMap((zip, index) => (isWanted(zip) ? [index] : []));
  const indexOf = new Map(cityNames.map((city, index) => [city, index]));
  return {
    zipCodes: zips.map(zip => zip.zipCode),
    places: zips.map(({ north, east }) => (north === null || east === null ? null : [north, east])),
    cityNames,
    cities: zips.map(zip => indexOf.get(zip.city) ?? 0),
    unavailable: where(zip => !zip.isAvailable),
    poBoxes: where(({ kind }) => kind === 'po_box'),
    organizations: where(({ kind }) => kind === 'unique'),
  };
}

const isClaimed = (now: Date, industry: Sql = ANY): Sql => sql`
  z.zip_code in (select c.zip_code from claims c where ${inForce(now)} and ${industry})`;

/** Matches the start of a ZIP, part of a city, a whole state code, or part of the industry of a claim in force. */
const searchedByAdmin = (search: string, now: Date): Sql => sql`
  (z.zip_code like ${startsWith(search)} or ${hasPartOfCity(search)} or z.state = ${search.toUpperCase()}
    or ${isClaimed(now, sql`c.industry ilike ${contains(search)}`)})`;

const matchingForAdmin = ({ search, claimed }: AdminZipQuery, now: Date): Sql => sql`
  ${search ? searchedByAdmin(search, now) : ANY}
  and ${claimed === undefined ? ANY : sql`${claimed}::bool = (${isClaimed(now)})`}`;

const claimsOfZip = (now: Date): Sql => sql`
  select array_agg(c.industry order by c.industry) as industries,
    json_agg(json_build_object('industry', c.industry, 'userId', c.user_id,
      'name', concat_ws(' ', nullif(u.first_name, ''), nullif(u.last_name, '')), 'email', coalesce(u.email, ''),
      'state', c.state, 'assignedBy', c.assigned_by,
      'claimedAt', to_char(c.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
      order by c.industry) as claims
  from claims c left join users u on u.id = c.user_id
  where c.zip_code = z.zip_code and ${inForce(now)}`;

/**
 * A page of the catalog as an admin sees it, by ZIP; all of it without a limit. `available` counts the ZIPs that are
 * switched on, claimed or not.
 */
export async function adminZipPage(
  db: Queries,
  search: AdminZipQuery,
  now: Date,
): Promise<{ zipCodes: AdminZip[]; total: number; available: number }> {
  const { page, limit } = search;
  const zips = await db.query<AdminZip>(sql`
    select ${ZIP}, z.is_available as "isAvailable",
      coalesce(held.industries, '{}') as "occupiedIndustries", coalesce(held.claims, '[]') as claims
    from (
      select * from zips z where ${matchingForAdmin(search, now)}
      order by z.zip_code limit ${limit} offset ${limit ? (page - 1) * limit : 0}
    ) z
    left join lateral (${claimsOfZip(now)}) held on true
    order by z.zip_code`);
  const counts = await db.one<{ total: number; available: number }>(sql`
    select count(*) as total, count(*) filter (where z.is_available) as available
    from zips z where ${matchingForAdmin(search, now)}`);
  return { zipCodes: zips, ...counts };
}

/** Returns a ZIP for admins: `isAvailable` is its switch, and `occupiedIndustries` has every claim in force. */
export function getAdminZip(db: Queries, zipCode: string, now: Date): Promise<Zip> {
  return db.one<Zip>(sql`
    select ${ZIP}, z.is_available as "isAvailable",
      array(select c.industry from claims c where c.zip_code = z.zip_code and ${inForce(now)}
        order by c.industry) as "occupiedIndustries"
    from zips z where z.zip_code = ${zipCode}`);
}
