import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Log } from '@closingwire/chassis/log';
import type { Part } from '@closingwire/chassis/part';
import { type Pg, sql } from '@closingwire/chassis/pg';
import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { geonamesZips } from './geonames.ts';
import { loadCountiesOnce } from './load-counties.ts';
import { loadKindsOnce } from './load-kinds.ts';
import { loadOnceFrom } from './once-loaded.ts';

/** Fills the catalog at the first start. Processes that start together wait for the one that loads. */
export function catalogLoader({ pg, log }: { pg: Pg; log: Log }): Part {
  return {
    name: 'catalog load',
    async start() {
      const startedAt = Date.now();
      const zipCount = await loadOnce(pg);
      if (zipCount > 0) log.info({ zipCount, ms: Date.now() - startedAt }, 'catalog loaded');
      const kindCount = await loadKindsOnce(pg);
      if (kindCount > 0) log.info({ kindCount, ms: Date.now() - startedAt }, 'kinds of ZIPs loaded');
      const countyCount = await loadCountiesOnce(pg);
      if (countyCount > 0) log.info({ countyCount, ms: Date.now() - startedAt }, 'counties of ZIPs loaded');
    },
    stop: async () => {},
  };
}

async function copyZips(client: Client): Promise<number> {
  const rows = client.query(
    copyFrom('copy zips (zip_code, city, state, county, latitude, longitude) from stdin'),
  );
  await pipeline(Readable.from(copyLines()), rows);
  // Without statistics the first searches would not use the indexes.
  await client.query(sql`analyze zips`);
  return rows.rowCount;
}

/** Returns the number of ZIPs loaded; 0 when an earlier start loaded them. A crash halfway loads none. */
export const loadOnce = (pg: Pg): Promise<number> => loadOnceFrom({ name: 'geonames', load: copyZips }, pg);

const CHUNK_LENGTH = 65_536;

/** Chunks of lines in COPY's text format. The columns used have no backslash and no empty field. */
async function* copyLines(): AsyncGenerator<string> {
  let chunk = '';
  for await (const zip of geonamesZips()) {
    chunk += `${zip.zipCode}\t${zip.city}\t${zip.state}\t${zip.county}\t${zip.latitude}\t${zip.longitude}\n`;
    if (chunk.length < CHUNK_LENGTH) continue;
    yield chunk;
    chunk = '';
  }
  yield chunk;
}
