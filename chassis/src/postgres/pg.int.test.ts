import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { openTestPg, partsOfTest, silent } from '../../test/bench-parts.ts';
import { thingMigrations } from '../../test/thing-event.ts';
import { AppError } from '../process/app-error.ts';
import { newId } from '../process/ids.ts';
import { createLog } from '../process/log.ts';
import { testDatabase, until } from '../testing/testing.ts';
import { connectionOf, openPg, prepared, sql } from './pg.ts';

const parts = partsOfTest();
afterEach(() => parts.stop());

/** A proxy to the database that records what clients send, packet by packet. */
async function recordingWire(database: string) {
  const url = new URL(database);
  const [host, port] = [url.hostname, Number(url.port)];
  const sent: string[] = [];
  const server = createServer(client => {
    const upstream = connect(port, host).setNoDelay();
    client.on('data', chunk => void sent.push(chunk.toString('latin1')));
    client.pipe(upstream).pipe(client);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url: url.href, sent, close: () => server.close() };
}

test('four processes migrate one database at once', async () => {
  const url = await testDatabase('migrate');
  const open = () => openPg({ url, name: 'migrate', migrations: thingMigrations, log: silent });
  const all = [open(), open(), open(), open()];
  await Promise.all(all.map(pg => parts.start(pg.part)));
  const applied = await all[0]?.query(sql`select name from migrations`);
  expect(applied).toEqual([{ name: '0001_thing' }]);
  await expect(all[0]?.query(sql`select * from outbox, inbox, thing`)).resolves.toEqual([]);
});

test('numbers and days are read as they were stored', async () => {
  const pg = await openTestPg();
  await parts.start(pg.part);
  const row = await pg.one(
    sql`select 7::int8 as small, 9007199254740993::int8 as big, 12.50::numeric as price,
       1234567890.123456789::numeric as exact, date '2026-03-29' as day`,
  );
  expect(row).toEqual({
    small: 7,
    big: '9007199254740993',
    price: 12.5,
    exact: '1234567890.123456789',
    day: '2026-03-29',
  });
});

test('a connection plans a prepared statement once for all values', async () => {
  const pg = await openTestPg({ max: 1, plansForAllValues: true });
  await parts.start(pg.part);
  const sumOf = (one: number, other: number) => prepared(sql`select ${one}::int + ${other}::int as sum`);
  for (let one = 0; one < 8; one++) expect(await pg.one(sumOf(one, 1))).toEqual({ sum: one + 1 });
  expect(await pg.transaction(tx => tx.one(sumOf(2, 3)))).toEqual({ sum: 5 });
  const plans = await pg.query(sql`select generic_plans, custom_plans from pg_prepared_statements`);
  expect(plans).toEqual([{ generic_plans: 9, custom_plans: 0 }]);
});

test('a query without a timely reply is unavailable and closes its connection', async () => {
  const pg = await openTestPg({ max: 1, replyTimeoutMs: 200 });
  await parts.start(pg.part);
  await expect(pg.query(sql`select pg_sleep(60)`)).rejects.toMatchObject({ kind: 'unavailable' });
  expect(await pg.one(sql`select 1 as one`)).toEqual({ one: 1 });
});

test('a failed transaction leaves nothing behind', async () => {
  const pg = await openTestPg();
  await parts.start(pg.part);
  const failed = pg.transaction(async tx => {
    await tx.execute(sql`insert into thing (id, version) values (${newId()}, 1)`);
    throw new AppError('conflict', 'test', 'changed my mind');
  });
  await expect(failed).rejects.toMatchObject({ code: 'test' });
  expect(await pg.query(sql`select * from thing`)).toEqual([]);
});

test('a failed pipelined statement rolls back and throws', async () => {
  const pg = await openTestPg();
  await parts.start(pg.part);
  const insert = (thing: string) => sql`insert into thing (id, version) values (${thing}, 1)`;
  const id = newId();
  await pg.query(insert(id));
  const taken = { code: '23505' };
  const last = pg.transaction(async tx => {
    await tx.query(insert(newId()));
    await tx.execute(insert(id));
  });
  await expect(last).rejects.toMatchObject(taken);
  const followed = pg.transaction(async tx => {
    await tx.execute(insert(id));
    await tx.query(insert(newId()));
  });
  await expect(followed).rejects.toMatchObject(taken);
  expect(await pg.query(sql`select id from thing`)).toEqual([{ id }]);
});

test('a transaction with a caught failure does not count as committed', async () => {
  const pg = await openTestPg();
  await parts.start(pg.part);
  const quiet = pg.transaction(tx => tx.query(sql`select 1/0`).catch(() => 'never mind'));
  await expect(quiet).rejects.toMatchObject({ code: '22012' });
  const below = pg.transaction(tx =>
    connectionOf(tx)
      .query(sql`select 1/0`)
      .catch(() => 'never mind'),
  );
  await expect(below).rejects.toMatchObject({ code: 'not_committed' });
});

test('a value that the client cannot send rolls back', async () => {
  const pg = await openTestPg();
  await parts.start(pg.part);
  const unsendable = pg.transaction(async tx => {
    await tx.execute(sql`insert into thing (id, version) values (${newId()}, 1)`);
    await tx.execute(sql`insert into thing (id, version) values (${{ many: 1n }}, 2)`);
  });
  await expect(unsendable).rejects.toThrow(/BigInt/);
  expect(await pg.query(sql`select * from thing`)).toEqual([]);
});

test('pipelined statements are sent with begin and commit', async () => {
  const direct = await openTestPg();
  await parts.start(direct.part);
  const wire = await recordingWire(direct.url);
  const pg = openPg({ url: wire.url, name: 'wire', migrations: thingMigrations, log: silent, max: 1 });
  await pg.execute(sql`select 1`);
  wire.sent.length = 0;
  await pg.transaction(async tx => {
    await tx.execute(sql`insert into thing (id, version) values (${newId()}, 1)`);
    await tx.execute(sql`insert into thing (id, version) values (${newId()}, 2)`);
  });
  expect(wire.sent).toEqual([expect.stringMatching(/begin.*insert.*insert.*commit/s)]);
  wire.sent.length = 0;
  await pg.transaction(tx => tx.query(sql`select 2`));
  expect(wire.sent).toEqual([expect.stringMatching(/begin.*select 2/s), expect.stringContaining('commit')]);
  await pg.part.stop();
  wire.close();
});

test('a finished transaction refuses queries', async () => {
  const pg = await openTestPg();
  await parts.start(pg.part);
  const escaped = await pg.transaction(async tx => ({ tx }));
  await expect(escaped.tx.query(sql`select 1`)).rejects.toMatchObject({ code: 'transaction_over' });
  await expect(escaped.tx.execute(sql`select 1`)).rejects.toMatchObject({ code: 'transaction_over' });
});

test('a transaction runs again after a serialization failure', async () => {
  const pg = await openTestPg();
  await parts.start(pg.part);
  const id = newId();
  await pg.execute(sql`insert into thing (id, version) values (${id}, 0)`);
  let runs = 0;
  const raise = () =>
    pg.transaction(async tx => {
      runs += 1;
      await tx.execute(sql`set transaction isolation level serializable`);
      const { version } = await tx.one<{ version: number }>(sql`select version from thing where id = ${id}`);
      await tx.execute(sql`select pg_sleep(0.05)`);
      await tx.execute(sql`update thing set version = ${version + 1} where id = ${id}`);
    });
  await Promise.all([raise(), raise()]);
  expect(await pg.one(sql`select version from thing`)).toEqual({ version: 2 });
  expect(runs).toBe(3);
});

test('a query on a cut connection is unavailable, the next one works', async () => {
  const pg = await openTestPg();
  await parts.start(pg.part);
  const cut = pg.transaction(async tx => {
    const { pid } = await tx.one<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    await pg.execute(sql`select pg_terminate_backend(${pid})`);
    await tx.execute(sql`select pg_sleep(5)`);
  });
  await expect(cut).rejects.toMatchObject({ kind: 'unavailable', code: 'database_unavailable' });
  const idle = await pg.query<{ pid: number }>(
    sql`select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  );
  await pg.execute(sql`select pg_terminate_backend(p) from unnest(${idle.map(row => row.pid)}::int[]) as p`);
  await until(async () => (await pg.query(sql`select 1`)).length === 1);
});

test('the log of a cut connection contains no keys', async () => {
  const lines: string[] = [];
  const log = createLog('keys', 'info', { write: line => void lines.push(line) });
  const pg = openPg({ url: await testDatabase('keys'), name: 'keys', migrations: thingMigrations, log });
  await parts.start(pg.part);
  const client = await pg.pool.connect();
  const { processID, secretKey } = client as unknown as { processID: number; secretKey: number };
  client.release();
  const other = await openTestPg();
  await parts.start(other.part);
  await other.execute(sql`select pg_terminate_backend(${processID})`);
  await until(() => lines.some(line => line.includes('idle database connection lost')));
  expect(lines.join('')).not.toContain(String(secretKey));
});

test('a statement that takes too long is stopped', async () => {
  const url = await testDatabase('slow');
  const pg = openPg({ url, name: 'slow', migrations: thingMigrations, log: silent, statementTimeoutMs: 100 });
  await parts.start(pg.part);
  await expect(pg.query(sql`select pg_sleep(3)`)).rejects.toMatchObject({ kind: 'timeout' });
});
