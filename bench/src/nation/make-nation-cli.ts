import { sql } from '@closingwire/chassis/pg';
import { discardData } from '@closingwire/local/servers/discard-data';
import pg from 'pg';
import { rowsOf, withClient } from '../databases.ts';
import { everywhere } from './everywhere-data.ts';
import { nationFolder, startNationServers } from './nation-platform.ts';
import { fillings } from './service-data.ts';
import { DEFAULT_SIZE, type NationSize, nationSize } from './size.ts';

type Zip = { zip_code: string; city: string; state: string };

const secondsSince = (startedAt: number) => `${((performance.now() - startedAt) / 1_000).toFixed(1)} s`;

async function fill(client: pg.Client, name: string, zips: readonly Zip[], size: NationSize): Promise<void> {
  const { before, zips: ofZips, after } = everywhere(size);
  await client.query(sql`set work_mem = '256MB'; set maintenance_work_mem = '512MB'`);
  for (const sql of before) await client.query(sql);
  // CREATE TABLE takes no parameters, so the statement contains the ZIPs.
  const arrays = (['zip_code', 'city', 'state'] as const).map(column =>
    pg.escapeLiteral(`{${zips.map(zip => JSON.stringify(zip[column])).join(',')}}`),
  );
  await client.query(ofZips.replace(/\$(\d)/g, (_, n: string) => arrays[Number(n) - 1] ?? ''));
  for (const sql of after) await client.query(sql);
  for (const sql of fillings[name]?.(size) ?? []) {
    const startedAt = performance.now();
    const { rowCount } = await client.query(sql);
    const table = /insert into (\w+)/.exec(sql)?.[1];
    console.log(
      `${`${name}.${table}`.padEnd(34)} ${String(rowCount).padStart(9)} rows  ${secondsSince(startedAt)}`,
    );
  }
  await client.query(sql`vacuum analyze`);
}

/** Makes a nation, replacing an existing one. The product creates its databases and the catalog; SQL creates the rest. */
async function makeNation(): Promise<void> {
  const startedAt = performance.now();
  const size = nationSize(Number(process.env.SIZE || DEFAULT_SIZE));
  await discardData(nationFolder);
  const first = await startNationServers({ durable: false });
  await first.product({ LOG_LEVEL: 'warn' }).finally(() => first.stop());

  const { servers, stop } = await startNationServers({ durable: false });
  try {
    const zips = await rowsOf<Zip>(
      servers.postgresUrl('catalog'),
      sql`select zip_code, city, state from zips order by zip_code`,
    );
    for (const name of Object.keys(fillings)) {
      await withClient(servers.postgresUrl(name), client => fill(client, name, zips, size));
    }
  } finally {
    await stop();
  }
  console.log(
    `A nation of ${size.closings} closings is in ${nationFolder} after ${secondsSince(startedAt)}.`,
  );
}

const verb = process.argv[2];
if (verb === 'drop') await discardData(nationFolder);
else await makeNation();
process.exit(0);
