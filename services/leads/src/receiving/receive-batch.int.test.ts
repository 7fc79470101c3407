import { openBus } from '@closingwire/chassis/bus';
import { newId } from '@closingwire/chassis/ids';
import { createLog } from '@closingwire/chassis/log';
import { openPg, sql } from '@closingwire/chassis/pg';
import { testBusOptions, testDatabase } from '@closingwire/chassis/testing';
import { freePort } from '@closingwire/local/ports/free-port';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { madeUpLeads } from '../../test/made-up-leads.ts';
import { migrations } from '../config.ts';
import { openRows } from '../reading/open-rows.ts';
import { fromNested, type RowSource } from '../reading/rows.ts';
import { receiveBatch } from './receive-batch.ts';

const log = createLog('test', 'silent');
let pg: ReturnType<typeof openPg>;
beforeAll(async () => {
  pg = openPg({ url: await testDatabase('receive'), name: 'receive', migrations });
  await pg.part.start();
});
afterAll(() => pg.part.stop());
beforeEach(() => pg.query(sql`truncate batches`));

const noRows = async function* () {};
const emptyForm = (await openRows(noRows(), { kind: 'ndjson' })).form;
const delivery = (rows: RowSource) => ({ rows, form: emptyForm, states: null });

async function* rowsThen(fate: () => void): RowSource {
  yield madeUpLeads(3_000).map((row, n) => ({ line: n + 1, ...fromNested(row) }));
  fate();
}
const goOn = () => {};
const clock = () => new Date('2026-03-18T19:00:00Z');
const batches = () => pg.query(sql`select state, accepted, expected_parts, failure from batches`);

test('accepts nothing while the broker is down', async () => {
  const bus = openBus({
    brokers: [`127.0.0.1:${await freePort()}`],
    topicPrefix: 't',
    clientId: 'test',
    log,
  });
  await expect(
    receiveBatch({ pg, bus, clock }, { keyId: newId(), sourceId: 1 }, delivery(rowsThen(goOn))),
  ).rejects.toMatchObject({
    kind: 'unavailable',
    detail: { retryAfterSeconds: 5 },
  });
  expect(await batches()).toEqual([
    { state: 'failed', accepted: 0, expected_parts: null, failure: expect.stringContaining('event bus') },
  ]);
  await bus.part.stop();
});

test('accepts nothing when the sender disconnects', async () => {
  const bus = openBus({ ...testBusOptions(), clientId: 'test', log });
  await bus.part.start();
  const gone = rowsThen(() => {
    throw new Error('aborted');
  });
  await expect(
    receiveBatch({ pg, bus, clock }, { keyId: newId(), sourceId: 1 }, delivery(gone)),
  ).rejects.toThrow('aborted');
  expect(await batches()).toMatchObject([{ state: 'failed', accepted: 0 }]);
  await bus.part.stop();
});

test('is done at once without any row', async () => {
  const bus = openBus({ ...testBusOptions(), clientId: 'test', log });
  const none = (async function* (): RowSource {})();
  expect(
    await receiveBatch({ pg, bus, clock }, { keyId: newId(), sourceId: 1 }, delivery(none)),
  ).toMatchObject({
    accepted: 0,
    rejected: 0,
  });
  expect(await batches()).toMatchObject([{ state: 'done', expected_parts: 0 }]);
});
