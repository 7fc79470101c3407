import { readFile } from 'node:fs/promises';
import { type Pg, sql } from '@closingwire/chassis/pg';
import type { Client } from 'pg';
import { loadOnceFrom } from './once-loaded.ts';

/** Its first lines have the source and the format. */
const kindsFile = new URL('../../data/zip-kinds.txt', import.meta.url);

/** Returns the codes of each kind other than standard. */
export async function readKinds(file: URL = kindsFile): Promise<Map<string, string[]>> {
  const codes = new Map<string, string[]>();
  for (const line of (await readFile(file, 'utf8')).split('\n')) {
    const [kind = '', start = '', ...ends] = line.split(' ');
    if (kind === '' || kind === '#') continue;
    codes.set(kind, [...(codes.get(kind) ?? []), ...ends.map(end => start + end)]);
  }
  return codes;
}

async function updateKinds(client: Client): Promise<number> {
  let zipCount = 0;
  for (const [kind, codes] of await readKinds()) {
    // Orders lock their ZIPs in this order too, so that neither deadlocks.
    await client.query(
      sql`select from zips where zip_code = any(${codes}) order by zip_code for no key update`,
    );
    const updated = await client.query(
      sql`update zips set kind = ${kind} where zip_code = any(${codes}) and kind <> ${kind}`,
    );
    zipCount += updated.rowCount ?? 0;
  }
  return zipCount;
}

/** Sets the kinds of ZIPs at the first start that has the file. A file with other codes needs another name here. */
export const loadKindsOnce = (pg: Pg): Promise<number> =>
  loadOnceFrom({ name: 'zipcodes-3.0.0', load: updateKinds }, pg);
