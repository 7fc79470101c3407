import { callInternal } from '@closingwire/chassis/http-client';
import { openIdentity } from '@closingwire/chassis/identity';
import { newId } from '@closingwire/chassis/ids';
import { sql } from '@closingwire/chassis/pg';
import { type UserState, userDeleted, userRegistered, userUpdated } from '@closingwire/contracts/auth';
import { contactMessageReceived } from '@closingwire/contracts/content';
import { notificationsApi } from '@closingwire/contracts/notifications';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningNotifications, startNotifications } from './start-notifications.ts';
import { aUser } from './states.ts';

let notifications: RunningNotifications;
beforeAll(async () => {
  notifications = await startNotifications();
});
afterAll(() => notifications?.stop());

/** Requests a mail as auth does, with an address but no user id. */
async function askFor(to: string, askedAt = new Date()): Promise<string> {
  const { identity, service } = notifications;
  const auth = openIdentity({ ...identity, name: 'auth' });
  const client = callInternal(notificationsApi, {
    url: service.http.url,
    token: () => auth.serviceToken('notifications'),
  });
  const mailId = newId();
  const link = 'https://product.example/reset';
  const mail = { template: 'reset-password' as const, firstName: 'Ada', link };
  await client.sendMail({ mailId, to, mail, askedAt: askedAt.toISOString() });
  return mailId;
}

async function emit(...[event, data]: Parameters<RunningNotifications['emit']>): Promise<void> {
  const id = newId();
  await notifications.emit(event, data, id);
  await notifications.handled(id);
}

const contact = (email: string, receivedAt = new Date()) => {
  const text = { name: 'Ada', email, subject: 'Hello', message: 'How do I start?' };
  return emit(contactMessageReceived, {
    id: newId(),
    version: 1,
    ...text,
    receivedAt: receivedAt.toISOString(),
  });
};

const rowsWith = async (address: string) => {
  const { rows } = await notifications.database.query(
    sql`select template, state, reply_to from mails where mails::text ilike ${`%${address}%`} order by template`,
  );
  return rows;
};

/** Inserts a refused mail whose content is not deleted yet. */
const refused = (template: string, to: string, replyTo: string | null, data: object) =>
  notifications.database.query(
    sql`insert into mails (id, template, recipient, subject_key, reply_to, data, state, done_at)
     values (${newId()}, ${template}, ${to}, ${newId()}, ${replyTo}, ${JSON.stringify(data)}, 'refused', now())`,
  );

const deletionOf = (user: UserState, email: string) => {
  const deletedAt = new Date().toISOString();
  const formerEmails = [{ email: user.email, before: deletedAt }];
  return { id: user.id, version: 9, deletedAt, email, formerEmails };
};

/** Registers a user and changes their address from `user.email` to `email`. */
async function aMovedUser() {
  const user = aUser();
  await emit(userRegistered, user);
  await askFor(user.email);
  const email = `new-${user.email}`;
  await emit(userUpdated, { ...user, version: 2, email });
  return { user, email };
}

test('a deletion deletes mails to former addresses', async () => {
  const { user, email } = await aMovedUser();
  const from = user.email.replace('ada', 'Ada');
  await contact(from);
  const support = notifications.config.SUPPORT_ADDRESS;
  await refused('contact-message', support, from, { name: 'Ada', email: from, subject: 'S', message: 'M' });
  await refused('lead-flagged', support, null, {
    agentName: 'Bo',
    note: 'wrong',
    reportedBy: `Ada Example <${user.email}>`,
  });
  expect(await rowsWith(user.email)).not.toEqual([]);
  await emit(userDeleted, deletionOf(user, email));
  // The farewell keeps the user's last address until it is sent.
  expect((await rowsWith(user.email)).filter(({ template }) => template !== 'account-deleted')).toEqual([]);
  const { rows } = await notifications.database.query(
    sql`select data ->> 'reportedBy' as by from mails where template = 'lead-flagged'`,
  );
  expect(rows).toEqual([{ by: 'a former subscriber' }]);
});

test('a replayed deletion keeps later mails to the address', async () => {
  const { user, email } = await aMovedUser();
  const deletion = deletionOf(user, email);
  await emit(userDeleted, deletion);
  const mails = [await askFor(user.email), await askFor(email)];
  await contact(email);
  await emit(userDeleted, deletion);
  const { rows } = await notifications.database.query(
    sql`select id from mails where id = any(${mails}) order by id`,
  );
  expect(rows.map(({ id }) => id)).toEqual(mails);
  const messages = await notifications.database.query(sql`select 1 from mails where reply_to = ${email}`);
  expect(messages.rowCount).toBe(1);
});

test('a late request from before the deletion is dropped', async () => {
  const { user, email } = await aMovedUser();
  const before = new Date();
  await emit(userDeleted, deletionOf(user, email));
  const late = [await askFor(user.email, before), await askFor(email, before)];
  await contact(user.email, before);
  const { rowCount } = await notifications.database.query(sql`select 1 from mails where id = any(${late})`);
  expect(rowCount).toBe(0);
  expect((await rowsWith(user.email)).filter(({ reply_to }) => reply_to !== null)).toEqual([]);
});
