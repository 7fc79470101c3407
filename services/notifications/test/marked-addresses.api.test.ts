import { callInternal } from '@closingwire/chassis/http-client';
import { newId } from '@closingwire/chassis/ids';
import { sql } from '@closingwire/chassis/pg';
import { until } from '@closingwire/chassis/testing';
import { userDeleted, userRegistered, userUpdated } from '@closingwire/contracts/auth';
import { paymentRecovered } from '@closingwire/contracts/billing';
import type { MailEvent } from '@closingwire/contracts/mail-events';
import { notificationsApi } from '@closingwire/contracts/notifications';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { scriptedSmtpServer } from './scripted-smtp-server.ts';
import { type RunningNotifications, startNotifications } from './start-notifications.ts';
import { anAccount, aUser } from './states.ts';

const MAIL_EVENTS_SECRET = 'pT4mZr8Vx2Kc9Wd6Qf1Ls7Gb3Hn5Jy0u';
const noSuchUser = '550 5.1.1 no such user';

/** The mail server's refusal by recipient. */
const refusals = new Map<string, string>();

let server: Awaited<ReturnType<typeof scriptedSmtpServer>>;
let running: RunningNotifications;
beforeAll(async () => {
  server = await scriptedSmtpServer(recipient => refusals.get(recipient));
  running = await startNotifications({ MAIL_EVENTS_SECRET, SMTP_URL: server.url });
});
afterAll(async () => {
  await running.stop();
  await server.close();
});

type CallerOf = { id: string; isAdmin?: boolean };

async function as({ id, isAdmin = false }: CallerOf) {
  const { service, identity } = running;
  const token = await identity.tokenFor({ id, isAdmin });
  return callInternal(notificationsApi, { url: service.http.url, token: async () => token });
}

const asAdmin = () => as({ id: newId(), isAdmin: true });

/** Posts as the mail provider does. */
function report(events: unknown, secret = MAIL_EVENTS_SECRET) {
  return fetch(`${running.service.http.url}/api/mail/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
    body: JSON.stringify({ events }),
  });
}

const bounceOf = (email: string, changes: Partial<MailEvent> = {}): MailEvent => ({
  id: newId(),
  type: 'hard-bounce',
  email,
  at: new Date().toISOString(),
  detail: '550 5.1.1 no such user',
  ...changes,
});

/** Registers a user and waits for the first attempt to send the welcome mail. */
async function aSettledUser({ refusal }: { refusal?: string } = {}) {
  const user = aUser();
  if (refusal !== undefined) refusals.set(user.email, refusal);
  await running.emit(userRegistered, user);
  await tried(user.email);
  return user;
}

/** Waits until the first attempt to mail this address has failed or ended. */
const tried = (recipient: string) =>
  until(async () => {
    const { rowCount } = await running.database.query(
      sql`select from mails where recipient = ${recipient} and (done_at is not null or last_error is not null)`,
    );
    return rowCount === 1;
  });

/** Waits for the newest mail of a template to an address to end; returns its final state. */
const ended = (recipient: string, template: string): Promise<string> =>
  until(async () => {
    const { rows } = await running.database.query<{ state: string }>(
      sql`select state from mails where recipient = ${recipient} and template = ${template} and done_at is not null
       order by created_at desc limit 1`,
    );
    return rows[0]?.state;
  });

/** Returns a user's mark in the admins' list. */
async function markOf(userId: string) {
  const { marks } = await (await asAdmin()).listMarkedUsers({ userIds: `${newId()},${userId}` });
  return marks[0];
}

/** Sends a notice to a registered user and returns its final state. */
async function noticeTo(user: ReturnType<typeof aUser>): Promise<string> {
  await running.database.query(sql`delete from mails where user_id = ${user.id} and template = 'welcome'`);
  await running.emit(userRegistered, user);
  return ended(user.email, 'welcome');
}

const storedMark = async (email: string) =>
  (
    await running.database.query(
      sql`select detail, user_id, ended_at from marked_addresses where hash = sha256(convert_to(${email}, 'UTF8'))`,
    )
  ).rows[0];

describe('an address that the mail server refuses', () => {
  test('is marked, shown and gets no more notices', async () => {
    row('beyond/marked-address');
    const user = await aSettledUser({ refusal: noSuchUser });
    const status = await (await as(user)).emailStatus();
    expect(status).toMatchObject({
      email: user.email,
      mark: { reason: 'refused', detail: noSuchUser },
      test: null,
    });
    expect(await markOf(user.id)).toMatchObject({ userId: user.id, reason: 'refused' });
    expect(await noticeTo(user)).toBe('skipped');
  });

  test('still gets billing mail', async () => {
    const user = await aSettledUser({ refusal: noSuchUser });
    refusals.delete(user.email);
    await running.emit(paymentRecovered, anAccount(user));
    expect(await ended(user.email, 'payment-recovered')).toBe('sent');
    expect(await markOf(user.id)).toMatchObject({ reason: 'refused' });
  });

  test.each(['554 5.7.1 Relay access denied', '552 5.2.2 Mailbox full'])(
    'is not marked after %s',
    async reply => {
      const user = await aSettledUser({ refusal: reply });
      expect(await markOf(user.id)).toBeUndefined();
    },
  );
});

describe('a report of the mail provider', () => {
  test('of a hard bounce marks the address in any case', async () => {
    row('beyond/mail-events');
    const user = await aSettledUser();
    const reply = await report([bounceOf(user.email.toUpperCase())]);
    expect([reply.status, await reply.json()]).toEqual([200, { received: true }]);
    expect(await markOf(user.id)).toMatchObject({ reason: 'bounced' });
    expect(await noticeTo(user)).toBe('skipped');
  });

  test('of a complaint replaces a bounce', async () => {
    const user = await aSettledUser();
    await report([bounceOf(user.email)]);
    await report([bounceOf(user.email, { type: 'complaint' })]);
    await report([bounceOf(user.email)]);
    expect(await markOf(user.id)).toMatchObject({ reason: 'complained' });
  });

  test('of a soft bounce marks nothing', async () => {
    const user = await aSettledUser();
    await report([bounceOf(user.email, { type: 'soft-bounce' })]);
    expect(await markOf(user.id)).toBeUndefined();
  });

  test('takes effect once, also after the mark ended', async () => {
    row('beyond/mark-ended');
    const user = await aSettledUser();
    const bounce = bounceOf(user.email);
    await Promise.all([report([bounce]), report([bounce])]);
    const admin = await asAdmin();
    await admin.endAddressMark({ userId: user.id });
    expect((await report([bounce])).status).toBe(200);
    // A new report, but about a time before the mark ended.
    await report([bounceOf(user.email, { at: bounce.at })]);
    expect(await markOf(user.id)).toBeUndefined();
    expect(await noticeTo(user)).toBe('sent');
    await report([bounceOf(user.email, { at: new Date(Date.now() + 60_000).toISOString() })]);
    expect(await markOf(user.id)).toMatchObject({ reason: 'bounced' });
    await admin.endAddressMark({ userId: user.id });
    await expect(admin.endAddressMark({ userId: user.id })).rejects.toMatchObject({
      code: 'address_not_marked',
    });
  });
});

describe('a report', () => {
  test('about an unknown address stores no address', async () => {
    const user = await aSettledUser();
    const stranger = `stranger-${newId()}@example.com`;
    const replies = [
      await report([bounceOf(user.email)]),
      await report([bounceOf(stranger, { detail: `550 <${stranger}>` })]),
    ];
    const [known, unknown] = await Promise.all(
      replies.map(async reply => [reply.status, await reply.text()]),
    );
    expect(unknown).toEqual(known);
    expect(await storedMark(stranger)).toEqual({ detail: null, user_id: null, ended_at: null });
  });

  test('marks a user who registers later', async () => {
    const user = aUser();
    await report([bounceOf(user.email)]);
    await running.emit(userRegistered, user);
    expect(await ended(user.email, 'welcome')).toBe('skipped');
    expect(await markOf(user.id)).toMatchObject({ reason: 'bounced', detail: null });
  });

  test('takes an address with or without a name', async () => {
    const user = await aSettledUser();
    expect((await report([bounceOf(`Ada "A" Example <${user.email}>`)])).status).toBe(200);
    expect(await markOf(user.id)).toMatchObject({ reason: 'bounced' });
  });

  test('takes no detail or a long one', async () => {
    const [silent, talkative] = [await aSettledUser(), await aSettledUser()];
    const events = [
      { ...bounceOf(silent.email), detail: null },
      bounceOf(talkative.email, { detail: '550 '.padEnd(20_000, 'x') }),
    ];
    expect((await report(events)).status).toBe(200);
    expect(await markOf(silent.id)).toMatchObject({ reason: 'bounced', detail: null });
    expect((await markOf(talkative.id))?.detail).toHaveLength(500);
  });

  test('is one of 1,000 with long details', async () => {
    const detail = '550 '.padEnd(3_000, 'x');
    const events = Array.from({ length: 1_000 }, () =>
      bounceOf(`stranger-${newId()}@example.com`, { type: 'soft-bounce', detail }),
    );
    expect((await report(events)).status).toBe(200);
  });

  test.each([
    ['no events', []],
    ['an unknown type', [{ ...bounceOf('ada@example.com'), type: 'opened' }]],
    ['no time', [{ ...bounceOf('ada@example.com'), at: 'yesterday' }]],
    ['a NUL', [bounceOf('ada\u0000@example.com')]],
    ['a text that is no address', [bounceOf('Ada Example')]],
    ['two addresses', [bounceOf('ada@example.com, bob@example.com')]],
  ])('with %s refuses the whole request', async (_fault, events) => {
    const user = await aSettledUser();
    expect((await report([...events, ...(events.length ? [bounceOf(user.email)] : [])])).status).toBe(400);
    expect(await markOf(user.id)).toBeUndefined();
  });
});

describe('the webhook of the mail provider', () => {
  test('refuses a wrong secret before it reads the body', async () => {
    const user = await aSettledUser();
    for (const secret of ['', 'wrong', MAIL_EVENTS_SECRET.slice(1)]) {
      const reply = await report([bounceOf(user.email)], secret);
      expect([reply.status, await reply.json()]).toEqual([
        401,
        expect.objectContaining({ code: 'secret_wrong' }),
      ]);
    }
    expect(await markOf(user.id)).toBeUndefined();
  });

  test('is off without a secret', async () => {
    const closed = await startNotifications({ MAIL_EVENTS_SECRET: undefined, SMTP_URL: server.url });
    onTestFinished(() => closed.stop());
    const reply = await fetch(`${closed.service.http.url}/api/mail/events`, { method: 'POST' });
    expect(reply.status).toBe(404);
  });
});

describe('the mark of an address', () => {
  test('ends when the test email is delivered', async () => {
    row('beyond/test-email');
    const user = await aSettledUser();
    await report([bounceOf(user.email)]);
    const caller = await as(user);
    const [first, second] = await Promise.all([caller.testEmail(), caller.testEmail()]);
    expect([first.test ?? 'ended', second.test ?? 'ended']).not.toContain('refused');
    expect(await ended(user.email, 'test-email')).toBe('sent');
    await until(async () => (await caller.emailStatus()).mark === null);
    expect(await noticeTo(user)).toBe('sent');
  });

  test('returns when the test email bounces, by a slow clock', async () => {
    const user = await aSettledUser();
    await report([bounceOf(user.email, { at: '2026-03-01T08:00:00Z' })]);
    const caller = await as(user);
    const asked = Date.now();
    await caller.testEmail();
    await until(async () => (await caller.emailStatus()).mark === null);
    const at = new Date(Math.floor(asked / 1_000) * 1_000 - 2_000).toISOString();
    await report([bounceOf(user.email, { at: '2026-03-01T08:00:00Z' })]);
    expect(await markOf(user.id)).toBeUndefined();
    await report([bounceOf(user.email, { at })]);
    expect(await markOf(user.id)).toMatchObject({ reason: 'bounced' });
  });

  test('stays when the test email is refused', async () => {
    const user = await aSettledUser({ refusal: noSuchUser });
    const caller = await as(user);
    await caller.testEmail();
    await until(async () => (await caller.emailStatus()).test === 'refused');
    for (let test = 1; test < 5; test++) {
      await caller.testEmail();
      await until(async () => (await caller.emailStatus()).test === 'refused');
    }
    await expect(caller.testEmail()).rejects.toMatchObject({ code: 'too_many_tests' });
    expect(await markOf(user.id)).toMatchObject({ reason: 'refused' });
  });

  test('loses its detail when the user changes the address', async () => {
    const user = await aSettledUser();
    await report([bounceOf(user.email)]);
    const moved = { ...user, version: 2, email: `new-${user.email}` };
    await running.emit(userUpdated, moved);
    const caller = await as(user);
    await until(async () => (await caller.emailStatus()).email === moved.email);
    expect(await caller.emailStatus()).toEqual({ email: moved.email, mark: null, test: null });
    expect(await storedMark(user.email)).toEqual({ detail: null, user_id: null, ended_at: null });
  });

  test('stays as a hash when the user is deleted', async () => {
    const user = await aSettledUser();
    await report([bounceOf(user.email)]);
    const eventId = newId();
    const deletion = { id: user.id, version: 2, email: user.email, deletedAt: new Date().toISOString() };
    await running.emit(userDeleted, deletion, eventId);
    await running.handled(eventId);
    expect(await storedMark(user.email)).toEqual({ detail: null, user_id: null, ended_at: null });
  });

  test('is hidden from other users', async () => {
    const user = await aSettledUser();
    await report([bounceOf(user.email)]);
    const other = await as(await aSettledUser());
    await other.testEmail();
    await expect(other.endAddressMark({ userId: user.id })).rejects.toMatchObject({ code: 'not_found' });
    await expect(other.listMarkedUsers({ userIds: user.id })).rejects.toMatchObject({ code: 'not_found' });
    expect(await markOf(user.id)).toMatchObject({ reason: 'bounced' });
  });
});

test('a user without a mark gets no test email', async () => {
  const user = await aSettledUser();
  const caller = await as(user);
  expect(await caller.testEmail()).toEqual({ email: user.email, mark: null, test: null });
  expect(await running.mailsFor(user)).toEqual([]);
});
