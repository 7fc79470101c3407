import { newId } from '@closingwire/chassis/ids';
import { sql } from '@closingwire/chassis/pg';
import { until } from '@closingwire/chassis/testing';
import { userUpdated } from '@closingwire/contracts/auth';
import { noticesDeclined } from '@closingwire/contracts/notifications';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, registerUser } from './client.ts';
import { type StartedAuth, startAuth } from './start-auth.ts';

let auth: StartedAuth;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth?.stop());

async function decline(userId: string) {
  const declinedAt = new Date();
  const data = { id: userId, version: declinedAt.getTime(), declinedAt: declinedAt.toISOString() };
  const eventId = newId();
  await auth.bus.publish(noticesDeclined, data, eventId);
  await auth.bus.publish(noticesDeclined, data, eventId);
  await until(async () => (await auth.pg.query(sql`select 1 from inbox where event_id = ${eventId}`)).length);
}

test('an unsubscribe delivered twice changes the settings once', async () => {
  const { access: token } = await registerUser(auth);
  const me = async () => (await call(auth, 'GET', '/api/auth/user', { token })).body;
  const id = String((await me()).id);
  await decline(id);
  expect((await me()).emailNotifications).toBe(false);
  const body = { emailNotifications: true };
  expect((await call(auth, 'PUT', '/api/user/preferences', { token, body })).body).toMatchObject(body);
  const received = await auth.bus.receive(userUpdated, id, 2);
  expect(received.map(({ data }) => [data.version, data.emailNotifications])).toEqual([
    [2, false],
    [3, true],
  ]);
});

test('an unsubscribe of a deleted user does nothing', async () => {
  const gone = newId();
  await decline(gone);
  // The outbox keeps its order: a later event has arrived, so an earlier one would have, too.
  const { access: token } = await registerUser(auth);
  const id = String((await call(auth, 'GET', '/api/auth/user', { token })).body.id);
  await decline(id);
  await auth.bus.receive(userUpdated, id, 1);
  expect(auth.bus.receivedOf(userUpdated).filter(({ data }) => data.id === gone)).toEqual([]);
});
