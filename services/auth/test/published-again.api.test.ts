import { readFile } from 'node:fs/promises';
import { newId } from '@closingwire/chassis/ids';
import { raw, sql } from '@closingwire/chassis/pg';
import { userUpdated } from '@closingwire/contracts/auth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publishUsersAgain } from '../src/users/publish-again.ts';
import { call, registerUser } from './client.ts';
import { type StartedAuth, startAuth } from './start-auth.ts';

const HOUR_MS = 3_600_000;
const migration = new URL('../migrations/0018_publish_declined_notices.sql', import.meta.url);

let auth: StartedAuth;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth?.stop());

async function newUser(): Promise<string> {
  const { access: token } = await registerUser(auth);
  return String((await call(auth, 'GET', '/api/auth/user', { token })).body.id);
}

/** Stores preferences without an event, as if the event were older than leads' column. */
const declineSilently = (ids: readonly string[]) =>
  auth.pg.execute(sql`update users set email_notifications = false where id = any(${ids}::uuid[])`);

/** Runs the migration over the users of this test. */
async function migrate(): Promise<void> {
  await auth.pg.execute(sql`drop table users_to_publish`);
  const text = (await readFile(migration, 'utf8')).replace(/^--.*$/gm, '');
  for (const statement of text.split(';').filter(part => part.trim() !== ''))
    await auth.pg.execute(sql`${raw(statement)}`);
}

const waiting = async () =>
  (await auth.pg.query<{ id: string }>(sql`select user_id as id from users_to_publish`)).map(({ id }) => id);

const publishInAnHour = () => publishUsersAgain(auth.pg, () => new Date(Date.now() + HOUR_MS + 1_000));

test('users who declined notices are published once, an hour after the upgrade', async () => {
  const [declining, wanting] = [await newUser(), await newUser()];
  await declineSilently([declining]);
  await migrate();
  expect(await waiting()).toEqual([declining]);
  await publishUsersAgain(auth.pg, () => new Date());
  expect(await waiting()).toEqual([declining]);
  await Promise.all([publishInAnHour(), publishInAnHour()]);
  await publishInAnHour();
  expect(await waiting()).toEqual([]);
  const token = (await registerUser(auth)).access;
  const last = String((await call(auth, 'GET', '/api/auth/user', { token })).body.id);
  await call(auth, 'PUT', '/api/user/preferences', { token, body: { emailNotifications: false } });
  await auth.bus.receive(userUpdated, last);
  const published = auth.bus.receivedOf(userUpdated).filter(({ data }) => data.id !== last);
  expect(published.map(({ data }) => [data.id, data.version, data.emailNotifications])).toEqual([
    [declining, 2, false],
  ]);
  expect(published.map(({ data }) => data.id)).not.toContain(wanting);
});

test('a user who was deleted in the meantime is not published', async () => {
  await auth.pg.execute(
    sql`insert into users_to_publish (user_id, due_at) values (${newId()}, now() - interval '1 minute')`,
  );
  await publishInAnHour();
  expect(await waiting()).toEqual([]);
});
