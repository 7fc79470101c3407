import { openBus } from '@closingwire/chassis/bus';
import { consumer } from '@closingwire/chassis/consume';
import { newId } from '@closingwire/chassis/ids';
import { createLog } from '@closingwire/chassis/log';
import { openPg, sql } from '@closingwire/chassis/pg';
import { messagesDone, testBusOptions, testDatabase, until } from '@closingwire/chassis/testing';
import {
  userDeleted,
  userRegistered,
  userReinstated,
  userSuspended,
  userUpdated,
} from '@closingwire/contracts/auth';
import {
  standingChanged,
  subscriptionCancelled,
  subscriptionCreated,
  trialExpired,
  trialExpiring,
  trialStarted,
} from '@closingwire/contracts/billing';
import { zipChanged } from '@closingwire/contracts/catalog';
import { settingChanged } from '@closingwire/contracts/content';
import type { EventData, EventDeclaration } from '@closingwire/contracts/event';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountOf, subscriptionOf, userOf } from '../test/states.ts';
import { migrations } from './config.ts';
import { insertExport } from './lists/export-log.ts';
import { accounts, settings, subscriptions, users, zips } from './replicas.ts';
import { onUserDeleted } from './user-data.ts';

const log = createLog('test', 'error');
let pg: ReturnType<typeof openPg>;
let bus: ReturnType<typeof openBus>;
let copying: ReturnType<typeof consumer>;

beforeAll(async () => {
  pg = openPg({ url: await testDatabase('copies'), name: 'copies', migrations });
  bus = openBus({ ...testBusOptions(), clientId: 'copies', log });
  const replicas = [accounts, settings, subscriptions, users, zips].flatMap(replica => replica.handlers);
  copying = consumer({ group: 'leads', handlers: [...replicas, onUserDeleted], pg, bus, log });
  for (const part of [pg.part, bus.part, copying]) await part.start();
});
afterAll(async () => {
  for (const part of [copying, bus.part, pg.part]) await part.stop();
});

/** Delivers an event twice, as a broker may, and waits until both are handled. */
async function deliverTwice<E extends EventDeclaration>(event: E, data: EventData<E>): Promise<void> {
  const id = newId();
  const before = await messagesDone(event);
  await bus.send(event, [
    { id, data },
    { id, data },
  ]);
  await until(async () => (await messagesDone(event)) === before + 2);
}

const id = newId();
const account = () => pg.query(sql`select version, has_active_payment from accounts where id = ${id}`);

test.each([trialStarted, standingChanged, trialExpired])(
  '$topic delivered twice changes the account once',
  async event => {
    await deliverTwice(event, accountOf(id, { version: 1 }));
    expect(await account()).toEqual([{ version: 1, has_active_payment: false }]);
  },
);

test('keeps the newest account in any order', async () => {
  await deliverTwice(standingChanged, accountOf(id, { version: 7, hasActivePayment: true }));
  await deliverTwice(trialExpiring, { ...accountOf(id, { version: 3 }), daysRemaining: 3 });
  expect(await account()).toEqual([{ version: 7, has_active_payment: true }]);
});

test('keeps a canceled subscription canceled', async () => {
  const created = subscriptionOf(id, '98030');
  const cancelled = { ...created, version: 2, cancelledAt: '2026-03-18T19:00:00.000Z' };
  await deliverTwice(subscriptionCancelled, cancelled);
  await deliverTwice(subscriptionCreated, created);
  expect(
    await pg.query(sql`select version, cancelled_at from subscriptions where id = ${created.id}`),
  ).toEqual([{ version: 2, cancelled_at: new Date(cancelled.cancelledAt) }]);
});

test.each([userRegistered, userUpdated, userReinstated, userSuspended])(
  '$topic delivered twice keeps one user',
  async event => {
    const user = newId();
    await deliverTwice(event, userOf(user, { version: 4, firstName: 'Grace' }));
    await deliverTwice(userRegistered, userOf(user, { version: 1 }));
    expect(await pg.query(sql`select version, first_name from users where id = ${user}`)).toEqual([
      { version: 4, first_name: 'Grace' },
    ]);
  },
);

test('does not bring a deleted user back', async () => {
  const user = newId();
  await deliverTwice(userDeleted, { id: user, version: 5, deletedAt: '2026-03-18T19:00:00Z' });
  await deliverTwice(userUpdated, userOf(user, { version: 4 }));
  expect(await pg.query(sql`select email, first_name, status from users where id = ${user}`)).toEqual([
    { email: '', first_name: '', status: 'deleted' },
  ]);
});

test("deletes a user's account and addresses", async () => {
  const user = newId();
  await deliverTwice(userRegistered, userOf(user));
  await deliverTwice(trialStarted, accountOf(user, { version: 1 }));
  const from = { id: 'a-request', ip: '192.0.2.7', userAgent: 'a-browser' };
  await insertExport(pg, { userId: user, format: 'csv', filters: { city: 'Kent' }, from }, new Date());
  await deliverTwice(userDeleted, { id: user, version: 5, deletedAt: '2026-03-18T19:00:00Z' });
  await deliverTwice(standingChanged, accountOf(user, { version: 2 }));
  expect(await pg.query(sql`select 1 from accounts where id = ${user}`)).toEqual([]);
  const log = await pg.query(
    sql`select format, filters, ip, user_agent from export_log where user_id = ${user}`,
  );
  expect(log).toEqual([{ format: 'csv', filters: {}, ip: null, user_agent: null }]);
});

test('stores whether a ZIP is scraped', async () => {
  const zip = { zipCode: '98030', city: 'Kent', state: 'WA', price: 25, isAvailable: true };
  await deliverTwice(zipChanged, { ...zip, version: 2, scrapeActive: false });
  await deliverTwice(zipChanged, { ...zip, version: 1, scrapeActive: true });
  expect(await pg.query(sql`select * from zips`)).toEqual([
    { zip: '98030', version: 2, scrape_active: false },
  ]);
});

test('setting.changed delivered twice keeps the newest value', async () => {
  await deliverTwice(settingChanged, { key: 'api_user_id_bearer', version: 2, value: 'false' });
  await deliverTwice(settingChanged, { key: 'api_user_id_bearer', version: 1, value: 'true' });
  expect(await pg.query(sql`select * from settings`)).toEqual([
    { key: 'api_user_id_bearer', version: 2, value: 'false' },
  ]);
});
