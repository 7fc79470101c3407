import { newId } from '@closingwire/chassis/ids';
import { sql } from '@closingwire/chassis/pg';
import { until } from '@closingwire/chassis/testing';
import { userDeleted, userUpdated } from '@closingwire/contracts/auth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, registerUser } from './client.ts';
import { type StartedAuth, startAuth } from './start-auth.ts';

let auth: StartedAuth;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth?.stop());

async function newUser() {
  const { form, access } = await registerUser(auth);
  const { id } = (await call(auth, 'GET', '/api/auth/user', { token: access })).body;
  return { email: form.email, id: String(id) };
}

async function repeat(withdrawals: object): Promise<void> {
  await auth.pg.execute(
    sql`select graphile_worker.add_job('repeat-withdrawals', payload => ${JSON.stringify(withdrawals)}::json)`,
  );
  await until(async () => {
    const left = await auth.pg.query(
      sql`select 1 from graphile_worker.jobs where task_identifier = 'repeat-withdrawals'`,
    );
    return left.length === 0;
  });
}

test('a restored database repeats deletions and declined notices, once', async () => {
  const [gone, declining] = [await newUser(), await newUser()];
  const deletedAt = new Date().toISOString();
  const withdrawals = {
    deletedUsers: [
      { id: gone.id, deletedAt },
      { id: newId(), deletedAt },
    ],
    declines: [declining.id, gone.id],
  };
  await repeat(withdrawals);
  await repeat(withdrawals);
  expect(await auth.pg.query(sql`select 1 from users where id = ${gone.id}`)).toEqual([]);
  const [deleted, ...more] = await auth.bus.receive(userDeleted, gone.id);
  expect([deleted?.data, more]).toMatchObject([{ deletedAt, email: gone.email }, []]);
  const updates = await auth.bus.receive(userUpdated, declining.id);
  expect(updates.map(({ data }) => data.emailNotifications)).toEqual([false]);
});
