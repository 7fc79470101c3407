import { type Pg, sql } from '@closingwire/chassis/pg';
import type { Client } from 'pg';
import { geonamesZips } from './geonames.ts';
import { loadOnceFrom } from './once-loaded.ts';

async function updateCounties(client: Client): Promise<number> {
  const codes: string[] = [];
  const counties: string[] = [];
  for await (const { zipCode, county } of geonamesZips()) {
    codes.push(zipCode);
    counties.push(county);
  }
  // Orders lock their ZIPs in this order too, so that neither deadlocks.
  await client.query(sql`select from zips where county is null order by zip_code for no key update`);
  const updated = await client.query(
    sql`update zips z set county = g.county from unnest(${codes}::text[], ${counties}::text[]) as g (zip_code, county)
     where z.zip_code = g.zip_code and z.county is null`,
  );
  return updated.rowCount ?? 0;
}

/** Sets the counties of ZIPs that an earlier version loaded. */
export const loadCountiesOnce = (pg: Pg): Promise<number> =>
  loadOnceFrom({ name: 'geonames-counties', load: updateCounties }, pg);
