import { openBus } from '@closingwire/chassis/bus';
import { newId } from '@closingwire/chassis/ids';
import { createLog } from '@closingwire/chassis/log';
import { until } from '@closingwire/chassis/testing';
import { noticesDeclined } from '@closingwire/contracts/notifications';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, join } from './person.ts';
import { type StartedAuth, startAuth } from './start-auth.ts';

let auth: StartedAuth;
let bus: ReturnType<typeof openBus>;
beforeAll(async () => {
  auth = await startAuth();
  bus = openBus({ ...auth.bus, clientId: 'notifications', log: createLog('test', 'silent') });
  await bus.part.start();
});
afterAll(async () => {
  await bus?.part.stop();
  await auth?.stop();
});

async function decline(userId: string) {
  const declinedAt = new Date();
  const data = { id: userId, version: declinedAt.getTime(), declinedAt: declinedAt.toISOString() };
  const event = { id: newId(), data };
  await bus.send(noticesDeclined, [event, event]);
  await until(
    async () => (await auth.pg.query('select 1 from inbox where event_id = $1', [event.id])).length,
  );
}

test('an unsubscription delivered twice shows in the settings once', async () => {
  const { access: token } = await join(auth);
  const me = async () => (await call(auth, 'GET', '/api/auth/user', { token })).body;
  const id = String((await me()).id);
  await decline(id);
  expect((await me()).emailNotifications).toBe(false);
  const body = { emailNotifications: true };
  expect((await call(auth, 'PUT', '/api/user/preferences', { token, body })).body).toMatchObject(body);
  const told = () => auth.heard.filter(({ topic, data }) => topic === 'user.updated' && data.id === id);
  await until(() => told().length === 2);
  expect(told().map(({ data }) => [data.version, data.emailNotifications])).toEqual([
    [2, false],
    [3, true],
  ]);
});

test('an unsubscription of somebody gone does nothing', async () => {
  await expect(decline(newId())).resolves.toBeUndefined();
});
