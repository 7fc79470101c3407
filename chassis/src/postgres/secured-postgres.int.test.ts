import { login, startSecuredPostgres } from '@closingwire/local/testing/secured-servers';
import { withDatabase } from '@closingwire/topology/addresses';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { thingMigrations } from '../../test/thing-event.ts';
import { createLog } from '../process/log.ts';
import { testDatabase } from '../testing/testing.ts';
import { databaseUrl, openPg, sql } from './pg.ts';

let server: Awaited<ReturnType<typeof startSecuredPostgres>>;
const log = createLog('test', 'silent');

beforeAll(async () => {
  server = await startSecuredPostgres();
  const client = new pg.Client({ connectionString: server.adminUrl });
  await client.connect();
  await client.query(sql`create database things`).finally(() => client.end());
});
afterAll(() => server.stop());

type Address = { mode?: string; ca?: 'ca' | 'otherCa'; host?: string; password?: string };

/** Migrates as a service does at its start, and returns how the connection is protected. */
async function connect({ mode, ca, host = 'localhost', password = login.password }: Address) {
  const address = withDatabase(server.url, 'things')
    .replace('@localhost', `@${host}`)
    .replace(login.password, password);
  const DATABASE_URL = mode === undefined ? address : `${address}?sslmode=${mode}`;
  const POSTGRES_CA_FILE = ca && server.certificates[ca];
  const url = databaseUrl({ DATABASE_URL, POSTGRES_CA_FILE });
  const things = openPg({ url, name: 'things', migrations: thingMigrations, log });
  try {
    await things.part.start();
    return await things.one(sql`select ssl from pg_stat_ssl where pid = pg_backend_pid()`);
  } finally {
    await things.part.stop();
  }
}

test.each<Address>([
  { mode: 'require' },
  { mode: 'require', host: '127.0.0.1' },
  { mode: 'require', ca: 'ca', host: '127.0.0.1' },
  { mode: 'verify-ca', ca: 'ca', host: '127.0.0.1' },
  { mode: 'verify-full', ca: 'ca' },
])('connects over TLS: %o', async address => {
  expect(await connect(address)).toEqual({ ssl: true });
});

test.each<[Address, string]>([
  [{ mode: 'verify-full', ca: 'otherCa' }, 'a CA in POSTGRES_CA_FILE has signed; got: '],
  [{ mode: 'require', ca: 'otherCa' }, 'a CA in POSTGRES_CA_FILE has signed; got: '],
  [{ mode: 'verify-ca', ca: 'otherCa' }, 'a CA in POSTGRES_CA_FILE has signed; got: '],
  [{ mode: 'verify-full' }, 'a CA in POSTGRES_CA_FILE has signed; got: '],
  [
    { mode: 'verify-full', ca: 'ca', host: '127.0.0.1' },
    "a certificate for the host in DATABASE_URL; got: Hostname/IP does not match certificate's altnames",
  ],
  [
    { mode: 'verify-full', ca: 'ca', password: 'wrong' },
    'accepts in DATABASE_URL; got: password authentication failed',
  ],
  [{ mode: 'disable' }, 'accepts in DATABASE_URL; got: no pg_hba.conf entry'],
  [{}, 'accepts in DATABASE_URL; got: no pg_hba.conf entry'],
])('is refused: %o', async (address, words) => {
  await expect(connect(address)).rejects.toMatchObject({
    code: 'database_refused',
    message: expect.stringContaining(words),
  });
});

test('a server without TLS gets no password if the URL requires TLS', async () => {
  const url = `${await testDatabase('plain')}?sslmode=require`;
  const things = openPg({ url, name: 'things', migrations: thingMigrations, log });
  await expect(things.part.start()).rejects.toThrow('The server does not support SSL connections');
  await things.part.stop();
});
