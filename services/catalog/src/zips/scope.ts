import { likePattern } from '@closingwire/chassis/like-pattern';
import { type Queries, type Sql, sql } from '@closingwire/chassis/pg';
import type { ZipCircle } from '@closingwire/contracts/catalog';
import { countyWords, readSearch } from './search.ts';

/** `condition` selects ZIPs `z`. `circle` is what a search around a place looks at; null for other searches. */
export type Scope = { condition: Sql; circle: ZipCircle | null };

export const ANY = sql`true`;
const NONE = sql`false`;

export const startsWith = (text: string) => `${likePattern(text)}%`;
export const contains = (text: string) => `%${likePattern(text)}%`;

/** The normalized name, which has no characters with a meaning in LIKE. Null without letters and digits: it matches nothing. */
const placeKey = (name: string): Sql => sql`nullif(place_key(${name}), '')`;

export const hasPartOfCity = (part: string): Sql => sql`z.city_key like '%' || ${placeKey(part)} || '%'`;
export const hasStartOfCounty = (start: string): Sql => sql`z.county_key like ${placeKey(start)} || '%'`;

/** Miles of the earth's radius, and of a degree of latitude. */
const EARTH_MILES = 3958.76;
const DEGREE_MILES = 69;

/** The distance by the haversine formula; the limits of latitude come first because they are cheap. */
const within = ({ latitude, longitude, miles }: ZipCircle): Sql => sql`
  (z.latitude between ${latitude - miles / DEGREE_MILES}::float8 and ${latitude + miles / DEGREE_MILES}::float8
    and ${2 * EARTH_MILES}::float8 * asin(least(1, sqrt(power(sin(radians(z.latitude - ${latitude}::float8) / 2), 2)
      + cos(radians(${latitude}::float8)) * cos(radians(z.latitude))
        * power(sin(radians(z.longitude - ${longitude}::float8) / 2), 2)))) <= ${miles}::float8)`;

/** Returns the middle of a ZIP or of a city's ZIPs; of several cities of that name, of the one with most ZIPs. */
const middleOf = (db: Queries, place: string, state: string | undefined) =>
  db.maybe<{ latitude: number; longitude: number }>(sql`
    select avg(z.latitude) as latitude, avg(z.longitude) as longitude from zips z
    where z.latitude is not null and z.longitude is not null
      and ${/^\d{5}$/.test(place) ? sql`z.zip_code = ${place}` : sql`z.city_key = ${placeKey(place)} and ${inState(state)}`}
    group by z.state order by count(*) desc, z.state limit 1`);

const inState = (state: string | undefined): Sql => (state ? sql`z.state = ${state}` : ANY);

/** Resolves a search; a place that the catalog does not know selects no ZIP. */
export async function scopeOf(
  db: Queries,
  { search, state }: { search?: string | undefined; state?: string | undefined },
): Promise<Scope> {
  if (!search) return { condition: inState(state), circle: null };
  const read = readSearch(search);
  if (read.kind === 'code') {
    return { condition: sql`z.zip_code like ${startsWith(read.start)} and ${inState(state)}`, circle: null };
  }
  const both = sql`${inState(read.state)} and ${inState(state)}`;
  if (read.kind === 'city') {
    // Some counties are named as cities are: Baltimore City, District of Columbia.
    const named = sql`(${hasPartOfCity(read.part)} or z.county_key = ${placeKey(read.part)})`;
    return { condition: sql`${named} and ${both}`, circle: null };
  }
  if (read.kind === 'county') {
    const words = countyWords.map(word => word.toLowerCase());
    const names = sql`array(select ${placeKey(read.name)} || ' ' || word from unnest(${words}::text[]) word)`;
    return { condition: sql`z.county_key = any(${names}) and ${both}`, circle: null };
  }
  const middle = await middleOf(db, read.of, read.state ?? state);
  if (!middle) return { condition: NONE, circle: null };
  const circle = { ...middle, miles: read.miles };
  // The state after a city says which city; the miles around it may reach into others.
  return { condition: sql`${within(circle)} and ${inState(state)}`, circle };
}
