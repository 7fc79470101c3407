import type { Queries } from '@closingwire/chassis/pg';
import type { AdminZip, Zip } from '@closingwire/contracts/catalog';
import { patternOf } from './like-pattern.ts';

export type AdminSearch = {
  page: number;
  limit?: number | undefined;
  search?: string | undefined;
  claimed?: boolean | undefined;
};

/** $1 is now. */
const claimInForce = `(c.state = 'confirmed' or c.state = 'held' and c.held_until > $1)`;

/** $2 is the beginning of a ZIP, $3 part of a city or an industry, $4 a state, $5 whether it is claimed. */
const soughtByAdmin = `
  ($2::text is null or z.zip_code like $2 or z.city ilike $3 or z.state = $4
    or z.zip_code in (select c.zip_code from claims c where ${claimInForce} and c.industry ilike $3))
  and ($5::bool is null or $5 = (z.zip_code in (select c.zip_code from claims c where ${claimInForce})))`;

const claimsOfZip = `
  select array_agg(c.industry order by c.industry) as industries,
    json_agg(json_build_object('industry', c.industry, 'userId', c.user_id,
      'name', concat_ws(' ', nullif(p.first_name, ''), nullif(p.last_name, '')), 'email', coalesce(p.email, ''),
      'state', c.state, 'assignedBy', c.assigned_by,
      'claimedAt', to_char(c.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
      order by c.industry) as claims
  from claims c left join people p on p.id = c.user_id
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
export function adminZipOf(db: Queries, zipCode: string, now: Date): Promise<Zip> {
  return db.one<Zip>(
    `select z.zip_code as id, z.zip_code as "zipCode", z.city, z.state, z.price,
       z.is_available as "isAvailable", z.scrape_active as "scrapeActive",
       array(select c.industry from claims c where c.zip_code = z.zip_code and ${claimInForce}
         order by c.industry) as "occupiedIndustries"
     from zips z where z.zip_code = $2`,
    [now, zipCode],
  );
}
