import { randomUUID } from 'node:crypto';
import { withDatabase } from '@closingwire/topology/addresses';
import { expect, test } from 'vitest';
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
