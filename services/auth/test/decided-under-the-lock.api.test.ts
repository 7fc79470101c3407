import { type Sql, sql } from '@closingwire/chassis/pg';
import { until } from '@closingwire/chassis/testing';
import { hash } from '@node-rs/argon2';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, jobsDone, mailTo, newForm, PASSWORD, type Reply, registerUser, tokensOf } from './client.ts';
import { type StartedAuth, startAuth } from './start-auth.ts';

const WIRE = '/api/auth/v1';
const NEW_PASSWORD = 'chosen-by-the-reset';

let auth: StartedAuth;
beforeAll(async () => {
  const many = { RECOVERIES_PER_ADDRESS: '10000', VERIFY_TRIES_PER_ADDRESS: '10000' };
  auth = await startAuth({ SIGN_IN_TRIES_PER_ADDRESS: '10000', ...many, CURRENT_PASSWORD_REQUIRED: 'true' });
});
afterAll(() => auth?.stop());

const signIn = (email: string, password = PASSWORD) =>
  call(auth, 'POST', '/api/auth/signin', { body: { email, password } });

async function recoverySecret(email: string): Promise<string> {
  await call(auth, 'POST', '/api/auth/reset-password', { body: { email } });
  const { link } = await mailTo(auth, email, 'reset-password');
  return new URLSearchParams(new URL(link).hash.slice(1)).get('access_token') ?? '';
}

const choose = (token: string, password = NEW_PASSWORD) =>
  call(auth, 'POST', '/api/auth/update-password', { body: { password }, token });

const sessionsOf = (email: string) =>
  auth.pg.query(sql`select s.id from sessions s join users u on u.id = s.user_id where u.email = ${email}`);

const isWaiting = async () =>
  (
    await auth.pg.query(
      sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
  ).length > 0;

type Change = (userId: string) => Sql;

/** Sends a request while another transaction has the user locked, and makes the changes before that commits. */
async function whileLocked(email: string, send: () => Promise<Reply>, changes: Change[]): Promise<Reply> {
  let sent: Promise<Reply> | undefined;
  await auth.pg.transaction(async tx => {
    const { id } = await tx.one<{ id: string }>(sql`select id from users where email = ${email} for update`);
    sent = send();
    await until(isWaiting);
    for (const change of changes) await tx.execute(change(id));
  });
  if (!sent) throw new Error('Expected a request, got none');
  return sent;
}

const newHash: Change = id =>
  sql`update users set password_hash = replace(password_hash, 'p=1$', 'p=1$AAAA') where id = ${id}`;
const endSessions: Change = id => sql`delete from sessions where user_id = ${id}`;

describe('a sign-in with the old password', () => {
  test.each([
    ['the product', (email: string) => signIn(email)],
    [
      'the wire protocol',
      (email: string) =>
        call(auth, 'POST', `${WIRE}/token?grant_type=password`, { body: { email, password: PASSWORD } }),
    ],
  ])('of %s is refused when the password changes before its session is stored', async (_, send) => {
    const { form } = await registerUser(auth);
    const reply = await whileLocked(form.email, () => send(form.email), [newHash, endSessions]);
    expect([reply.status, await sessionsOf(form.email)]).toEqual([400, []]);
  });

  test('is refused when the user is suspended before its session is stored', async () => {
    const { form } = await registerUser(auth);
    const suspend: Change = id => sql`update users set status = 'suspended' where id = ${id}`;
    const reply = await whileLocked(form.email, () => signIn(form.email), [suspend, endSessions]);
    expect([reply.status, await sessionsOf(form.email)]).toEqual([403, []]);
  });

  test('leaves no session after a concurrent reset', async () => {
    for (let round = 0; round < 8; round++) {
      const { form } = await registerUser(auth);
      const secret = await recoverySecret(form.email);
      const replies = await Promise.all([
        choose(secret),
        ...Array.from({ length: 4 }, () => signIn(form.email)),
      ]);
      expect(replies[0]?.status).toBe(200);
      expect(await sessionsOf(form.email)).toEqual([]);
    }
  }, 60_000);

  test('fails after a reset, and the new password signs in meanwhile', async () => {
    const { form } = await registerUser(auth);
    const secret = await recoverySecret(form.email);
    const [changed, early] = await Promise.all([choose(secret), signIn(form.email, NEW_PASSWORD)]);
    expect([changed.status, [200, 400]]).toEqual([200, expect.arrayContaining([early.status])]);
    expect((await signIn(form.email, NEW_PASSWORD)).status).toBe(200);
  });
});

describe('a signed-in request', () => {
  test('changes nothing if its session ends while it waits', async () => {
    const { form, access: token } = await registerUser(auth);
    const body = { emailNotifications: false };
    const send = () => call(auth, 'PUT', '/api/user/preferences', { token, body });
    expect((await whileLocked(form.email, send, [endSessions])).status).toBe(401);
  });

  test.each([
    ['a password', { password: 'of-a-thief', current_password: PASSWORD }],
    ['metadata', { data: { note: 'x' } }],
    ['an address', { email: 'thief@example.com', current_password: PASSWORD }],
  ])('of the wire protocol sets no %s after its session ended', async (_, body) => {
    const { form, access: token } = await registerUser(auth);
    const send = () => call(auth, 'PUT', `${WIRE}/user`, { token, body });
    const reply = await whileLocked(form.email, send, [endSessions]);
    expect([reply.status, reply.body.error_code]).toEqual([403, 'session_not_found']);
  });

  test('of the wire protocol enrolls no factor after its session ended', async () => {
    const { form, access: token } = await registerUser(auth);
    const send = () => call(auth, 'POST', `${WIRE}/factors`, { token, body: { factor_type: 'totp' } });
    expect((await whileLocked(form.email, send, [endSessions])).status).toBe(403);
  });

  test('of the wire protocol verifies no factor after its session ended', async () => {
    const { form, access: token } = await registerUser(auth);
    const enrolled = await call(auth, 'POST', `${WIRE}/factors`, { token, body: { factor_type: 'totp' } });
    const { id, totp } = enrolled.body as { id: string; totp: { secret: string } };
    const challenge = await call(auth, 'POST', `${WIRE}/factors/${id}/challenge`, { token, body: {} });
    const code = new TOTP({ secret: Secret.fromBase32(totp.secret) }).generate();
    const body = { challenge_id: challenge.body.id, code };
    const send = () => call(auth, 'POST', `${WIRE}/factors/${id}/verify`, { token, body });
    expect((await whileLocked(form.email, send, [endSessions])).status).toBe(403);
    const rows = await auth.pg.query<{ status: string }>(
      sql`select status from mfa_factors where id = ${id}`,
    );
    expect(rows).toEqual([{ status: 'unverified' }]);
  });

  test.each([
    ['moves to no address', 'PUT', '/api/user/profile'],
    ['deletes no account', 'DELETE', '/api/user'],
  ])('%s by a password that was changed while it waits', async (_, method, path) => {
    const { form, access: token } = await registerUser(auth);
    const { password, industry: _industry, ...profile } = form;
    const move = { ...profile, email: newForm().email, currentPassword: password };
    const body = method === 'PUT' ? move : { password };
    const reply = await whileLocked(form.email, () => call(auth, method, path, { token, body }), [newHash]);
    expect([reply.status, reply.body.code]).toEqual([400, 'invalid_credentials']);
  });

  test.each([
    ['role', '/status', { isAdmin: true }],
    ['details', '', { firstName: 'Eve' }],
  ])('of an admin changes no %s when the admin loses that role while it waits', async (_, path, body) => {
    const [boss, other] = [await registerUser(auth), await registerUser(auth)];
    await auth.pg.execute(sql`update users set is_admin = true where email = ${boss.form.email}`);
    const { access: token } = tokensOf(await signIn(boss.form.email));
    const { id } = await auth.pg.one<{ id: string }>(
      sql`select id from users where email = ${other.form.email}`,
    );
    const send = () => call(auth, 'PATCH', `/api/admin/users/${id}${path}`, { token, body });
    const demote: Change = userId => sql`update users set is_admin = false where id = ${userId}`;
    expect((await whileLocked(boss.form.email, send, [demote])).status).toBe(404);
  });
});

test('a profile change does not undo a concurrent change of address', async () => {
  const { form, access: token } = await registerUser(auth);
  const { password: _password, industry: _industry, ...profile } = form;
  const move: Change = id => sql`update users set email = ${newForm().email} where id = ${id}`;
  const send = () => call(auth, 'PUT', '/api/user/profile', { token, body: profile });
  const reply = await whileLocked(form.email, send, [move]);
  expect([reply.status, reply.body.code]).toEqual([409, 'email_just_changed']);
});

describe('two concurrent requests with a password hashed without NFC', () => {
  const decomposed = 'cafe\u0301-au-lait';

  /** Delays the first request until the second has hashed the password again. */
  async function beside(send: (user: { token: string; email: string }) => Promise<Reply>) {
    const { form, access: token } = await registerUser(auth);
    const hashes = [await hash(decomposed), await hash(decomposed.normalize('NFC'))];
    const store =
      (stored = ''): Change =>
      userId =>
        sql`update users set password_hash = ${stored} where id = ${userId}`;
    const { id } = await auth.pg.one<{ id: string }>(sql`select id from users where email = ${form.email}`);
    await auth.pg.execute(store(hashes[0])(id));
    return whileLocked(form.email, () => send({ token, email: form.email }), [store(hashes[1])]);
  }

  test('succeed: a profile', async () => {
    const { password: _password, industry: _industry, ...profile } = newForm();
    const body = { ...profile, currentPassword: decomposed };
    const reply = await beside(({ token }) => call(auth, 'PUT', '/api/user/profile', { token, body }));
    expect(reply.status).toBe(200);
  });

  test('succeed: a deletion', async () => {
    const body = { password: decomposed };
    const reply = await beside(({ token }) => call(auth, 'DELETE', '/api/user', { token, body }));
    expect(reply.status).toBe(200);
  });

  test('succeed: an address by the wire protocol', async () => {
    const body = { email: newForm().email, current_password: decomposed };
    const reply = await beside(({ token }) => call(auth, 'PUT', `${WIRE}/user`, { token, body }));
    expect(reply.status).toBe(200);
  });
});

test('a reset voids the codes of earlier sign-ins', async () => {
  const { form } = await registerUser(auth);
  const challenge = 'c'.repeat(43);
  await call(auth, 'POST', `${WIRE}/otp`, {
    body: { email: form.email, code_challenge: challenge, code_challenge_method: 'plain' },
  });
  const { link } = await mailTo(auth, form.email, 'one-time-code');
  const mailed = new URL(link ?? '');
  const values = new URLSearchParams(mailed.hash.slice(1) || mailed.search);
  const opened = await call(auth, 'GET', `${WIRE}/verify?${values}`);
  const code = new URL(opened.headers.get('location') ?? '').searchParams.get('code');
  expect(code).toMatch(/^[\da-f-]{36}$/);
  await choose(await recoverySecret(form.email));
  const body = { auth_code: code, code_verifier: challenge };
  const reply = await call(auth, 'POST', `${WIRE}/token?grant_type=pkce`, { body });
  expect([reply.status, reply.body.error_code]).toEqual([404, 'flow_state_not_found']);
});

test('a reset during a change of address mails nothing to the former one', async () => {
  const { form } = await registerUser(auth);
  const moved = newForm().email;
  const move: Change = id => sql`update users set email = ${moved} where id = ${id}`;
  const send = async () => {
    const reply = await call(auth, 'POST', '/api/auth/reset-password', { body: { email: form.email } });
    return reply;
  };
  await whileLocked(form.email, send, [move]);
  await jobsDone(auth);
  expect(
    auth.mails.filter(({ mail, to }) => to === form.email && mail.template === 'reset-password'),
  ).toEqual([]);
});
