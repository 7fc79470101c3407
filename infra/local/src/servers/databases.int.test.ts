import { randomUUID } from 'node:crypto';
import { databaseUrl } from '@closingwire/chassis/pg';
import { withDatabase } from '@closingwire/topology/addresses';
import { expect, test } from 'vitest';
import { startSecuredPostgres } from '../testing/secured-servers.ts';
import { createDatabases } from './databases.ts';
import { acceptsQueries } from './postgres.ts';

const cluster = process.env.TEST_POSTGRES_URL ?? '';

test('missing databases are created, existing ones kept', async () => {
  const [one, two] = [`one_${randomUUID()}`, `two_${randomUUID()}`];
  await createDatabases(cluster, [one]);
  await createDatabases(cluster, [one, two]);
  expect(await acceptsQueries(withDatabase(cluster, one))).toBe(true);
  expect(await acceptsQueries(withDatabase(cluster, two))).toBe(true);
});

test('databases are created over TLS on a server of the operator', async () => {
  const server = await startSecuredPostgres();
  try {
    const DATABASE_URL = `${server.url}/postgres?sslmode=verify-full`;
    await createDatabases(databaseUrl({ DATABASE_URL, POSTGRES_CA_FILE: server.certificates.ca }), ['one']);
    expect(await acceptsQueries(withDatabase(server.adminUrl, 'one'))).toBe(true);
  } finally {
    await server.stop();
  }
});
