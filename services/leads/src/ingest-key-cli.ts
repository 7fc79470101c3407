import { randomBytes } from 'node:crypto';
import { readConfig } from '@closingwire/chassis/config';
import { createLog } from '@closingwire/chassis/log';
import { databaseUrl, openPg } from '@closingwire/chassis/pg';
import { z } from 'zod';
import { leadsConfig, migrations } from './config.ts';
import { insertIngestionKey } from './receiving/ingestion-keys.ts';

const config = readConfig(
  leadsConfig.pick({ INGESTION_KEY: true, DATABASE_URL: true, POSTGRES_CA_FILE: true }).extend({
    /** Creates a key with this name for an outside source, instead of printing the local one. */
    NAME: z.string().max(100).optional(),
  }),
);

const { INGESTION_KEY, NAME } = config;

async function newKey(name: string): Promise<string> {
  const pg = openPg({
    url: databaseUrl(config),
    name: 'leads ingest-key-cli',
    migrations,
    log: createLog('leads', 'warn'),
  });
  const key = `cwi_${randomBytes(24).toString('hex')}`;
  await insertIngestionKey(pg, name, key).finally(() => pg.part.stop());
  return key;
}

const isLocal = NAME === undefined && INGESTION_KEY !== undefined;
const key = isLocal ? INGESTION_KEY : await newKey(NAME ?? 'unnamed');
process.stdout.write(`${key}\n`);
if (!isLocal) process.stderr.write('Keep it: only its hash is stored, and it is not shown again.\n');
