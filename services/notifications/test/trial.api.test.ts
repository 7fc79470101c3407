import { newId } from '@closingwire/chassis/ids';
import { sql } from '@closingwire/chassis/pg';
import { changesNamedIn, until } from '@closingwire/chassis/testing';
import { userRegistered, userUpdated } from '@closingwire/contracts/auth';
import {
  paymentFailed,
  paymentRecovered,
  standingChanged,
  trialExpired,
  trialExpiring,
  trialStarted,
} from '@closingwire/contracts/billing';
import type { EndingTrial } from '@closingwire/contracts/notifications';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inboxOf, mailsAbout } from './inbox.ts';
import { type RunningNotifications, startNotifications } from './start-notifications.ts';
import { anAccount, aUser } from './states.ts';

const now = new Date('2026-03-12T10:00:00Z');
let today = now;
let notifications: RunningNotifications;

beforeAll(async () => {
  notifications = await startNotifications({ clock: () => today });
});
afterAll(() => notifications.stop());

const emit: RunningNotifications['emit'] = (...event) => notifications.emit(...event);

async function press(daysBeforeExpiration: number, isAdmin = true) {
  const reply = await fetch(`${notifications.service.http.url}/api/admin/send-trial-notifications`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${await notifications.identity.tokenFor({ isAdmin })}`,
    },
    body: JSON.stringify({ daysBeforeExpiration }),
  });
  const body = (await reply.json()) as { notificationsSent: number; errors: string[] };
  return { status: reply.status, body, changes: changesNamedIn(reply) };
}

async function inTrial(changes: Parameters<typeof anAccount>[1], who: Parameters<typeof aUser>[0] = {}) {
  const user = aUser(who);
  await emit(userRegistered, user);
  await emit(trialStarted, anAccount(user, changes));
  await until(async () => {
    const { rowCount } = await notifications.database.query(
      sql`select from trials join users on id = account_id where id = ${user.id}`,
    );
    return rowCount === 1;
  });
  return user;
}

const trialMailsTo = async (address: string) =>
  (await inboxOf(address)).map(mail => mail.subject).filter(subject => !subject.includes('has begun'));

test('an admin sees the trials that end next, with their last and next email', async () => {
  today = new Date('2026-02-01T10:00:00Z');
  const soon = await inTrial({ trialExpiresAt: '2026-02-02T08:00:00Z' });
  const silent = await inTrial({ trialExpiresAt: '2026-02-02T09:00:00Z' }, { emailNotifications: false });
  await inTrial({ trialExpiresAt: '2026-02-02T08:30:00Z', hasActivePayment: true });
  await inTrial({ trialExpiresAt: '2026-01-31T08:00:00Z' });
  const list = async (isAdmin = true) => {
    const reply = await fetch(`${notifications.service.http.url}/api/admin/ending-trials`, {
      headers: { authorization: `Bearer ${await notifications.identity.tokenFor({ isAdmin })}` },
    });
    return { status: reply.status, ...((await reply.json()) as { trials: EndingTrial[] }) };
  };
  expect((await list(false)).status).toBe(404);
  const first = {
    userId: soon.id,
    email: soon.email,
    name: 'Ada Example',
    zips: 2,
    expiresAt: '2026-02-02T08:00:00.000Z',
  };
  expect((await list()).trials).toEqual([
    { ...first, getsNotices: true, lastMail: null, nextMailAt: '2026-02-02T08:00:00.000Z' },
    {
      ...{ userId: silent.id, email: silent.email, name: 'Ada Example', zips: 2 },
      expiresAt: '2026-02-02T09:00:00.000Z',
      ...{ getsNotices: false, lastMail: null, nextMailAt: null },
    },
  ]);
  await press(1);
  expect((await list()).trials[0]).toMatchObject({
    ...first,
    lastMail: { title: 'Trial ends soon', createdAt: expect.any(String) },
  });
  today = now;
});

describe('an admin who sends trial notifications', () => {
  test('mails only unpaid users whose trial ends then', async () => {
    row('call/post-admin-send-trial-notifications', 'constant/who-is-reminded');
    const inThree = { trialExpiresAt: '2026-03-15T08:00:00Z' };
    const due = await inTrial(inThree);
    const others = [
      await inTrial({ trialExpiresAt: '2026-03-15T10:00:01Z' }),
      await inTrial({ trialExpiresAt: '2026-03-14T10:00:00Z' }),
      await inTrial({ ...inThree, hasActivePayment: true }),
      await inTrial(inThree, { isAdmin: true }),
      await inTrial(inThree, { status: 'suspended' }),
      await inTrial(inThree, { emailNotifications: false }),
    ];
    expect(await press(3)).toEqual({
      status: 200,
      body: { notificationsSent: 1, errors: [] },
      changes: [
        { field: 'daysBeforeEnd', to: '3' },
        { field: 'mailsSent', to: '1' },
      ],
    });
    await mailsAbout(due.email, 'Your free trial ends in 3 days');
    for (const other of others) expect(await trialMailsTo(other.email)).toEqual([]);
  });

  test('mails each user once a day', async () => {
    today = new Date('2026-04-01T10:00:00Z');
    const user = await inTrial({ trialExpiresAt: '2026-04-01T09:00:00Z' });
    await until(async () => (await press(0)).body.notificationsSent > 0);
    expect((await press(0)).body).toEqual({ notificationsSent: 0, errors: [] });
    await emit(trialExpired, anAccount(user, { version: 2, trialExpiresAt: '2026-04-01T09:00:00Z' }));
    await until(async () => (await versionOf(user.id)) === 2);
    today = new Date('2026-04-02T10:00:00Z');
    expect((await press(0)).body.notificationsSent).toBeGreaterThan(0);
    await mailsAbout(user.email, 'Your free trial is over', 2);
    today = now;
  });

  test('may choose 0 to 30 days', async () => {
    row('validation/notification-days');
    expect((await press(31)).status).toBe(400);
    expect((await press(-1)).status).toBe(400);
  });

  test('is hidden from other users', async () => {
    expect((await press(3, false)).status).toBe(404);
  });
});

const versionOf = async (accountId: string) =>
  (await notifications.database.query(sql`select version from trials where account_id = ${accountId}`))
    .rows[0]?.version;

describe('the events of a trial', () => {
  test('send each mail once when delivered twice', async () => {
    row('constant/reminder-mails');
    const user = await inTrial({});
    const data = { ...anAccount(user, { version: 2 }), daysRemaining: 3 };
    const id = newId();
    await emit(trialExpiring, data, id);
    await emit(trialExpiring, data, id);
    await emit(trialExpiring, data);
    await emit(trialExpiring, { ...data, version: 3, daysRemaining: 1 });
    await mailsAbout(user.email, 'Your free trial ends in 1 day');
    expect((await trialMailsTo(user.email)).toSorted()).toEqual([
      'Your free trial ends in 1 day',
      'Your free trial ends in 3 days',
    ]);
  });

  test('send no mail about an end that has moved', async () => {
    const user = await inTrial({});
    await emit(standingChanged, anAccount(user, { version: 5, trialExpiresAt: '2026-05-01T00:00:00Z' }));
    await until(async () => (await versionOf(user.id)) === 5);
    const id = newId();
    await emit(trialExpiring, { ...anAccount(user, { version: 2 }), daysRemaining: 3 }, id);
    await notifications.handled(id);
    expect(await notifications.mailsFor(user)).toEqual([]);
  });
});

describe('payment mails', () => {
  test('are sent when notices are off', async () => {
    const user = await inTrial({}, { emailNotifications: false });
    await emit(paymentFailed, anAccount(user, { version: 2 }));
    await emit(paymentRecovered, anAccount(user, { version: 3 }));
    const [failed] = await mailsAbout(user.email, 'Your payment did not go through');
    await mailsAbout(user.email, 'Your payment went through');
    expect(failed?.headers['list-unsubscribe']).toBeUndefined();
  });

  test('are sent once when delivered twice', async () => {
    const user = await inTrial({});
    const failed = anAccount(user, { version: 2 });
    await emit(paymentFailed, failed);
    await emit(paymentFailed, failed);
    await emit(paymentRecovered, anAccount(user, { version: 3 }));
    await mailsAbout(user.email, 'Your payment went through');
    expect((await trialMailsTo(user.email)).toSorted()).toEqual([
      'Your payment did not go through',
      'Your payment went through',
    ]);
  });
});

describe('the unsubscribe link', () => {
  const post = (link: string, init: RequestInit = {}) =>
    fetch(link.replace('https://product.example', notifications.service.http.url), {
      method: 'POST',
      ...init,
    });

  async function linkOf(address: string): Promise<string> {
    const [mail] = await mailsAbout(address, /has begun/);
    return (mail?.headers['list-unsubscribe'] ?? '').slice(1, -1);
  }

  test('works with one click and without a session', async () => {
    const user = await inTrial({});
    const link = await linkOf(user.email);
    const reply = await post(link, {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    });
    const email = user.email.replace(/^(.).*@/, '$1•••@');
    expect([reply.status, await reply.json()]).toMatchObject([200, { email, wasOff: false }]);
    expect(await (await post(link)).json()).toMatchObject({ email, wasOff: true });
    const id = newId();
    await emit(trialExpiring, { ...anAccount(user, { version: 2 }), daysRemaining: 3 }, id);
    await notifications.handled(id);
    expect(await notifications.mailsFor(user)).toEqual([]);
  });

  test('does nothing on a GET', async () => {
    row('beyond/unsubscribe');
    const user = await inTrial({});
    const link = await linkOf(user.email);
    const opened = await post(link, { method: 'GET', redirect: 'manual' });
    const token = link.split('/').at(-1);
    expect([opened.status, opened.headers.get('location')]).toEqual([
      303,
      `https://product.example/unsubscribe?token=${token}`,
    ]);
    await post(link, { method: 'HEAD', redirect: 'manual' });
    const { rowCount } = await notifications.database.query(
      sql`select from opt_outs where user_id = ${user.id}`,
    );
    expect(rowCount).toBe(0);
  });

  test('refuses an unknown token', async () => {
    expect(
      (await post('https://product.example/api/unsubscribe/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa')).status,
    ).toBe(404);
  });

  test('is undone by turning notices on', async () => {
    const user = await inTrial({});
    await post(await linkOf(user.email));
    const changes = [
      { version: 2, firstName: 'Adele' },
      { version: 3, emailNotifications: false },
      { version: 4, emailNotifications: true },
    ];
    const optedOut = async () =>
      (await notifications.database.query(sql`select from opt_outs where user_id = ${user.id}`)).rowCount ===
      1;
    const outcomes: boolean[] = [];
    for (const change of changes) {
      const id = newId();
      await emit(userUpdated, { ...user, ...change }, id);
      await notifications.handled(id);
      outcomes.push(await optedOut());
    }
    expect(outcomes).toEqual([true, true, false]);
  });
});
