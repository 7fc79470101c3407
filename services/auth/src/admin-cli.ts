import { readConfig } from '@closingwire/chassis/config';
import { createLog } from '@closingwire/chassis/log';
import { databaseUrl, openPg } from '@closingwire/chassis/pg';
import { z } from 'zod';
import { authSettings } from './config.ts';
import { makeAdmin } from './flows/make-admin.ts';

const config = readConfig(
  authSettings
    .pick({ DATABASE_URL: true, POSTGRES_CA_FILE: true })
    .extend({ EMAIL: z.email('an email address') }),
);
const migrations = new URL('../migrations/', import.meta.url);
const pg = openPg({
  url: databaseUrl(config),
  name: 'auth admin-cli',
  migrations,
  log: createLog('auth', 'warn'),
});
const outcome = await makeAdmin(pg, config.EMAIL).finally(() => pg.part.stop());
const text = {
  made: `${config.EMAIL} is an admin now. A session that is open has it at its next page; without the gateway within 15 minutes.`,
  already: `${config.EMAIL} is an admin already.`,
  unknown: `No user has the address ${config.EMAIL}. Register first, then run this again.`,
  unconfirmed: `${config.EMAIL} has not opened the confirmation mail yet. Do that first, then run this again.`,
};
process.stdout.write(`${text[outcome]}\n`);
process.exitCode = outcome === 'made' || outcome === 'already' ? 0 : 1;
