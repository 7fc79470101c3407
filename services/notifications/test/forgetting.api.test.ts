import { callInternal } from '@closingwire/chassis/http-client';
import { openIdentity } from '@closingwire/chassis/identity';
import { newId } from '@closingwire/chassis/ids';
import { raw, sql } from '@closingwire/chassis/pg';
import { until } from '@closingwire/chassis/testing';
import { userDeleted, userRegistered, userUpdated } from '@closingwire/contracts/auth';
import { standingChanged, subscriptionCreated } from '@closingwire/contracts/billing';
import { notificationsApi } from '@closingwire/contracts/notifications';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mailsAbout } from './inbox.ts';
import { type RunningNotifications, startNotifications } from './start-notifications.ts';
import { anAccount, aSubscription, aUser } from './states.ts';

let notifications: RunningNotifications;
beforeAll(async () => {
  notifications = await startNotifications();
});
afterAll(() => notifications?.stop());

test('late events do not bring a deleted user back', async () => {
  const { emit, database } = notifications;
  const user = aUser();
  await emit(userRegistered, user);
  await mailsAbout(user.email, /has begun/);
  const deletion = { id: user.id, version: 2, deletedAt: '2026-03-02T08:00:00Z' };
  await emit(userDeleted, deletion);
  await emit(userDeleted, deletion);
  await until(async () => {
    const { rows } = await database.query(sql`select is_deleted from users where id = ${user.id}`);
    return rows[0]?.is_deleted;
  });
  const late = newId();
  await emit(userUpdated, { ...user, version: 3 }, late);
  await until(async () => (await database.query(sql`select from inbox where event_id = ${late}`)).rowCount);
  // The farewell keeps the address until it is sent.
  await mailsAbout(user.email, 'Your account was deleted');
  const left = () =>
    database.query(sql`select state from mails where recipient = ${user.email} or user_id = ${user.id}`);
  await until(async () => (await left()).rowCount === 0);
  const { rows } = await database.query(sql`select email from users where id = ${user.id}`);
  expect(rows).toEqual([{ email: '' }]);
});

test('one farewell is sent and then forgotten', async () => {
  const { emit, database } = notifications;
  const user = aUser();
  await emit(userRegistered, user);
  await mailsAbout(user.email, /has begun/);
  const deletion = { id: user.id, version: 2, deletedAt: '2026-03-02T08:00:00Z', email: user.email };
  const [first, second] = [newId(), newId()];
  await emit(userDeleted, deletion, first);
  await emit(userDeleted, deletion, first);
  await emit(userDeleted, deletion, second);
  await until(async () => (await database.query(sql`select from inbox where event_id = ${second}`)).rowCount);
  await mailsAbout(user.email, 'Your account was deleted');
  const left = () => database.query(sql`select state, recipient from mails where subject_key = ${user.id}`);
  await until(async () => (await left()).rows[0]?.state === 'sent');
  expect((await left()).rows).toEqual([{ state: 'sent', recipient: '' }]);
  expect(await mailsAbout(user.email, 'Your account was deleted')).toHaveLength(1);
});

test('late events of billing store nothing', async () => {
  const { emit, database } = notifications;
  const user = aUser();
  await emit(userRegistered, user);
  await emit(subscriptionCreated, aSubscription(user));
  const find = (table: string) =>
    database
      .query(sql`select from ${raw(table)} where account_id = ${user.id}`)
      .then(({ rowCount }) => rowCount);
  await until(async () => (await find('subscriptions')) === 1);
  await emit(userDeleted, { id: user.id, version: 2, deletedAt: '2026-03-02T08:00:00Z' });
  await until(async () => (await find('subscriptions')) === 0);
  const late = newId();
  await emit(standingChanged, anAccount(user, { version: 7 }), late);
  await until(async () => (await database.query(sql`select from inbox where event_id = ${late}`)).rowCount);
  expect(await find('trials')).toBe(0);
});

test('the export lists their mails', async () => {
  const running = notifications;
  const user = aUser();
  await running.emit(userRegistered, user);
  await mailsAbout(user.email, /has begun/);
  const auth = openIdentity({ ...running.identity, name: 'auth' });
  const client = callInternal(notificationsApi, {
    url: running.service.http.url,
    token: () => auth.serviceToken('notifications'),
  });
  const facts = await until(async () => {
    const { mails, ...rest } = await client.exportUser({ userId: user.id, email: user.email });
    return JSON.stringify(mails).includes('"sent"') ? { mails, ...rest } : undefined;
  });
  expect(facts).toMatchObject({
    preferences: { email: user.email, emailNotifications: true, unsubscribedAt: null },
    mails: [{ template: 'welcome', recipient: user.email }],
  });
  expect(JSON.stringify(facts)).not.toContain('data');
});
