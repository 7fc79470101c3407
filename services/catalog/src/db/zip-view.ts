import type { Queries } from '@closingwire/chassis/pg';
import type { Zip, ZipMap } from '@closingwire/contracts/catalog';
import { claimIndustryOf } from '@closingwire/contracts/reference';
import { patternOf } from './like-pattern.ts';

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

/** $4 and $5 are the viewer; $6 is now. Their own open order takes nothing away from them. */
const claimsThatCount = `from claims c where c.zip_code = z.zip_code
  and (c.state = 'confirmed' or c.state = 'held' and c.held_until > $6 and c.user_id <> $4)`;

const isAvailable = `z.is_available and not exists (select ${claimsThatCount} and c.industry = $5) as "isAvailable"`;

/** No name of a city is a number, and no ZIP has a letter: each search is served by one index. */
const patternsOf = (search: string | undefined) =>
  /^\d+$/.test(search ?? '') ? [patternOf.beginning(search), null] : [null, patternOf.part(search)];

/** A page of the catalogue as one person sees it, by ZIP. */
export async function zipPage(
  db: Queries,
  { search, state, page, limit }: ZipSearch,
  viewer: Viewer,
  now: Date,
): Promise<{ zipCodes: Zip[]; total: number; hasMore: boolean }> {
  const filter = [...patternsOf(search), state];
  const zipCodes = await db.query<Zip>(
    `select z.zip_code as id, z.zip_code as "zipCode", z.city, z.state, z.price,
       ${isAvailable},
       z.scrape_active as "scrapeActive",
       array(select c.industry ${claimsThatCount} order by c.industry) as "occupiedIndustries"
     from zips z where ${sought} order by z.zip_code limit $7 offset $8`,
    [...filter, viewer.id, claimIndustryOf(viewer.industry), now, limit, (page - 1) * limit],
  );
  const { total } = await db.one<{ total: number }>(
    `select count(*) as total from zips z where ${sought}`,
    filter,
  );
  return { zipCodes, total, hasMore: page * limit < total };
}

type PlacedZip = Pick<Zip, 'zipCode' | 'city' | 'isAvailable'> & {
  north: number | null;
  east: number | null;
};

/** Where the ZIPs of a state lie, and which of them are available to one person. */
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
