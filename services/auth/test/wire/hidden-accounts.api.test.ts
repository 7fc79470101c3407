import { sql } from '@closingwire/chassis/pg';
import { until } from '@closingwire/chassis/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { jobsDone } from '../client.ts';
import { newAddress, PASSWORD, type StartedWire, startWire } from './start-wire.ts';

/* Neither replies nor their times show if an address has an account. */

let wire: StartedWire;
beforeAll(async () => {
  wire = await startWire({ HIDE_ACCOUNTS: 'true' });
});
afterAll(() => wire?.stop());

async function account(at: StartedWire, isConfirmed = true): Promise<string> {
  const email = newAddress();
  const body = { email, password: PASSWORD, email_confirm: isConfirmed };
  await at.call('POST', '/admin/users', body, { authorization: `Bearer ${at.serviceRole}` });
  return email;
}

describe('a reply', () => {
  test.each([
    ['/recover', {}, true],
    ['/otp', {}, true],
    ['/otp', { create_user: false }, true],
    ['/magiclink', {}, true],
    ['/resend', { type: 'signup' }, false],
  ])('of %s %j waits for nothing that only accounts have', async (path, body, isConfirmed) => {
    const email = await account(wire, isConfirmed);
    const reply = await wire.pg.transaction(async tx => {
      await tx.query(sql`select 1 from users where email = ${email} for update`);
      return wire.call('POST', path, { email, ...body });
    });
    expect(reply.status).toBe(200);
    expect(await wire.codeTo(email)).toMatch(/^\d{6}$/);
  });
});

describe('an unconfirmed address', () => {
  test.each(['true', 'false'])('gets no reset and uses no budget (HIDE_ACCOUNTS=%s)', async hides => {
    const at = hides === 'true' ? wire : await startWire({ HIDE_ACCOUNTS: hides });
    const email = newAddress();
    await at.call('POST', '/signup', { email, password: PASSWORD });
    await jobsDone(at);
    const spent = () => at.pg.query(sql`select kind from asked_mails order by at`);
    const before = await spent();
    expect((await at.call('POST', '/recover', { email })).status).toBe(200);
    await jobsDone(at);
    expect(await spent()).toEqual(before);
    const links = await at.pg.query(
      sql`select 1 from mailed_tokens where address = ${email} and purpose = 'recovery'`,
    );
    expect(links).toEqual([]);
    if (at !== wire) await at.stop();
  });
});

test("a sign-in with a stranger's sign-up password gets the same refusal", async () => {
  const own = 'a password of the stranger';
  const signIn = async (email: string) => {
    await wire.call('POST', '/signup', { email, password: own });
    const { status, body } = await wire.call('POST', '/token?grant_type=password', { email, password: own });
    return [status, body];
  };
  const refused = { error_code: 'invalid_credentials', msg: 'Invalid login credentials' };
  for (const email of [await account(wire), newAddress()]) {
    expect(await signIn(email)).toEqual([400, expect.objectContaining(refused)]);
  }
});

describe("after the hour's budget of sign-ups", () => {
  test('a sign-in that may create an account is refused for every address', async () => {
    const at = await startWire({ HIDE_ACCOUNTS: 'true', MAILS_PER_HOUR: '1' });
    await at.call('POST', '/signup', { email: newAddress(), password: PASSWORD });
    const known = await account(at);
    for (const path of ['/otp', '/magiclink']) {
      for (const email of [known, newAddress()]) {
        const reply = await at.call('POST', path, { email });
        expect([path, reply.status, reply.body.error_code]).toEqual([
          path,
          429,
          'over_email_send_rate_limit',
        ]);
      }
    }
    for (const email of [newAddress(), known]) {
      expect((await at.call('POST', '/otp', { email, create_user: false })).status).toBe(200);
    }
    expect(await at.codeTo(known)).toMatch(/^\d{6}$/);
    await at.stop();
  });
});

test('deleting an account deletes only its own counters', async () => {
  const [mine, bystanders] = [`ann.${newAddress()}`, [] as string[]];
  bystanders.push(`jo${mine}`, `${mine}.au`);
  for (const email of [mine, ...bystanders]) await wire.call('POST', '/recover', { email });
  const { body } = await wire.call('POST', '/signup', { email: mine, password: PASSWORD });
  const { id } = await wire.pg.one<{ id: string }>(sql`select id from users where email = ${mine}`);
  const byId = `change:account:${id}`;
  await wire.pg.execute(sql`insert into attempts (key, points) values (${byId}, 1)`);
  const strange = `sign-in:strange:${mine}`;
  await wire.pg.execute(sql`insert into attempts (key, points) values (${strange}, 1)`);
  const counters = () =>
    wire.pg.query<{ key: string }>(
      sql`select key from attempts where key like ${`%${mine}%`} or key = ${byId} order by key`,
    );
  expect(await counters()).toHaveLength(6);
  const operator = { authorization: `Bearer ${wire.serviceRole}` };
  expect((await wire.call('DELETE', `/admin/users/${id}`, {}, operator)).status).toBe(200);
  const left = (await counters()).map(({ key }) => key.split(' ')[0]);
  expect(left.toSorted()).toEqual(bystanders.map(email => `recovery:account:${email}`).toSorted());
  expect(body).not.toHaveProperty('access_token');
});

test('a limit without a free connection is reported as unavailable', async () => {
  const at = await startWire();
  const { pool } = at.pg;
  const held: { release(): void }[] = [];
  // The job worker takes connections too: whatever it lets go is held next time.
  const isRefused = async () => {
    const asked = Array.from({ length: pool.options.max ?? 10 }, () => pool.connect());
    const granted = (await Promise.allSettled(asked)).filter(one => one.status === 'fulfilled');
    held.push(...granted.map(({ value }) => value));
    const { status, body } = await at.call('POST', '/recover', { email: newAddress() });
    return status === 503 && body.error_code === 'database_unavailable';
  };
  await until(isRefused);
  for (const connection of held) connection.release();
  await at.stop();
});
