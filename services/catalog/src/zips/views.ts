import { likePattern } from '@closingwire/chassis/like-pattern';
import type { Queries } from '@closingwire/chassis/pg';
import type { AdminZip, Zip, ZipMap } from '@closingwire/contracts/catalog';
import { claimIndustryOf } from '@closingwire/contracts/reference';
import sql from 'sql-template-tag';

/** LIKE patterns in which the sought text means itself; null, which matches all, for no text. */
const patternOf = {
  beginning: (text: string | undefined) => (text ? `${likePattern(text)}%` : null),
  part: (text: string | undefined) => (text ? `%${likePattern(text)}%` : null),
};

export type ZipSearch = {
  search?: string | undefined;
  state?: string | undefined;
  page: number;
  limit: number;
};
export type Viewer = { id: string; industry: string };

// Absent parameters fold away when the statement is planned, so that the indexes serve what remains.
const sought = `($1::text is null and $2::text is null or z.zip_code like $1 or z.city ilike $2)
  and ($3::text is null or z.state = $3)`;

/**
 * The SQL of `isInForce` of claims. $4 and $5 are the viewer; $6 is now. Their own open order takes nothing away from
 * them.
 */
const claimsThatCount = `from claims c where c.zip_code = z.zip_code
  and (c.state = 'confirmed' or c.state = 'held' and c.held_until > $6 and c.user_id <> $4)`;

const isAvailable = `z.is_available and not exists (select ${claimsThatCount} and c.industry = $5) as "isAvailable"`;

/** No name of a city is a number, and no ZIP has a letter: each search is served by one index. */
const patternsOf = (search: string | undefined) =>
  /^\d+$/.test(search ?? '') ? [patternOf.beginning(search), null] : [null, patternOf.part(search)];

/** A page of the catalogue as one user sees it, by ZIP. */
export async function zipPage(
  db: Queries,
  { search, state, page, limit }: ZipSearch,
  viewer: Viewer,
  now: Date,
): Promise<{ zipCodes: Zip[]; total: number; hasMore: boolean }> {
  const filter = [...patternsOf(search), state];
  // Claims are looked up for the page alone: of the whole catalogue the planner would rather read all of them.
  const found = db.query<Zip>(
    `select z.zip_code as id, z.zip_code as "zipCode", z.city, z.state, z.price,
       ${isAvailable},
       z.scrape_active as "scrapeActive",
       array(select c.industry ${claimsThatCount} order by c.industry) as "occupiedIndustries"
     from (select * from zips z where ${sought} order by z.zip_code limit $7 offset $8) z order by z.zip_code`,
    [...filter, viewer.id, claimIndustryOf(viewer.industry), now, limit, (page - 1) * limit],
  );
  const counted = search
    ? db.one<{ total: number }>(`select count(*) as total from zips z where ${sought}`, filter)
    : db.one<{ total: number }>(
        sql`select coalesce(sum(zips), 0) as total from zip_counts where ${state}::text is null or state = ${state}::text`,
      );
  const [zipCodes, { total }] = await Promise.all([found, counted]);
  return { zipCodes, total, hasMore: page * limit < total };
}

type PlacedZip = Pick<Zip, 'zipCode' | 'city' | 'isAvailable'> & {
  north: number | null;
  east: number | null;
};

/** Where the ZIPs of a state lie, and which of them are available to one user. */
export async function zipMap(db: Queries, state: string, viewer: Viewer, now: Date): Promise<ZipMap> {
  const zips = await db.query<PlacedZip>(
    `select z.zip_code as "zipCode", z.city, ${isAvailable},
       round(z.latitude * 1000)::int as north, round(z.longitude * 1000)::int as east
     from zips z where ${sought} order by z.zip_code`,
    [null, null, state, viewer.id, claimIndustryOf(viewer.industry), now],
  );
  const cityNames = [...new Set(zips.map(zip => zip.city))];
  const indexOf = new Map(cityNames.map((city, index) => [city, index]));
  return {
    zipCodes: zips.map(zip => zip.zipCode),
    places: zips.map(({ north, east }) => (north === null || east === null ? null : [north, east])),
    cityNames,
    cities: zips.map(zip => indexOf.get(zip.city) ?? 0),
    unavailable: zips.flatMap((zip, index) => (zip.isAvailable ? [] : [index])),
  };
}

export type AdminSearch = {
  page: number;
  limit?: number | undefined;
  search?: string | undefined;
  claimed?: boolean | undefined;
};

/** The SQL of `isInForce` of claims. $1 is now. */
const claimInForce = `(c.state = 'confirmed' or c.state = 'held' and c.held_until > $1)`;

/** $2 is the beginning of a ZIP, $3 part of a city or an industry, $4 a state, $5 whether it is claimed. */
const soughtByAdmin = `
  ($2::text is null or z.zip_code like $2 or z.city ilike $3 or z.state = $4
    or z.zip_code in (select c.zip_code from claims c where ${claimInForce} and c.industry ilike $3))
  and ($5::bool is null or $5 = (z.zip_code in (select c.zip_code from claims c where ${claimInForce})))`;

const claimsOfZip = `
  select array_agg(c.industry order by c.industry) as industries,
    json_agg(json_build_object('industry', c.industry, 'userId', c.user_id,
      'name', concat_ws(' ', nullif(u.first_name, ''), nullif(u.last_name, '')), 'email', coalesce(u.email, ''),
      'state', c.state, 'assignedBy', c.assigned_by,
      'claimedAt', to_char(c.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
      order by c.industry) as claims
  from claims c left join users u on u.id = c.user_id
  where c.zip_code = z.zip_code and ${claimInForce}`;

/** A page of the catalogue as an admin sees it, by ZIP; without a limit, all of it. `available` counts switches. */
export async function adminZipPage(
  db: Queries,
  { page, limit, search, claimed }: AdminSearch,
  now: Date,
): Promise<{ zipCodes: AdminZip[]; total: number; available: number }> {
  const filter = [now, patternOf.beginning(search), patternOf.part(search), search?.toUpperCase(), claimed];
  const zipCodes = await db.query<AdminZip>(
    `select z.zip_code as id, z.zip_code as "zipCode", z.city, z.state, z.price,
       z.is_available as "isAvailable", z.scrape_active as "scrapeActive",
       coalesce(held.industries, '{}') as "occupiedIndustries", coalesce(held.claims, '[]') as claims
     from (select * from zips z where ${soughtByAdmin} order by z.zip_code limit $6 offset $7) z
     left join lateral (${claimsOfZip}) held on true
     order by z.zip_code`,
    [...filter, limit, limit ? (page - 1) * limit : 0],
  );
  const counts = await db.one<{ total: number; available: number }>(
    `select count(*) as total, count(*) filter (where z.is_available) as available from zips z where ${soughtByAdmin}`,
    filter,
  );
  return { zipCodes, ...counts };
}

/** One ZIP as its admin routes return it. */
export function getAdminZip(db: Queries, zipCode: string, now: Date): Promise<Zip> {
  return db.one<Zip>(
    `select z.zip_code as id, z.zip_code as "zipCode", z.city, z.state, z.price,
       z.is_available as "isAvailable", z.scrape_active as "scrapeActive",
       array(select c.industry from claims c where c.zip_code = z.zip_code and ${claimInForce}
         order by c.industry) as "occupiedIndustries"
     from zips z where z.zip_code = $2`,
    [now, zipCode],
  );
}
