import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import pg from 'pg';
import { expect, test } from 'vitest';
import { isDatabaseAway } from './database-error.ts';

test('a server that accepts a connection and never replies is away', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const client = new pg.Client({
    connectionString: `postgres://a:b@127.0.0.1:${port}/c`,
    connectionTimeoutMillis: 50,
  });
  client.on('error', () => {});
  const refusal = await client.connect().catch(error => error);
  expect(isDatabaseAway(refusal)).toBe(true);
  server.close();
});
