import { sql } from '@closingwire/chassis/pg';
import { SignJWT } from 'jose';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  call,
  jobsDone,
  mailTo,
  newForm,
  PASSWORD,
  pressLink,
  registerUser,
  secretIn,
  tokensOf,
} from './client.ts';
import { type StartedAuth, startAuth } from './start-auth.ts';

const WIRE = '/api/auth/v1';
const JWT_SECRET = 'a-shared-secret-of-an-operator-for-tests';
const TRIES = 4;

let auth: StartedAuth;
let operator: string;
let now = new Date();
beforeAll(async () => {
  auth = await startAuth(
    { MAIL_FREQUENCY_S: '0', HIDE_ACCOUNTS: 'true', VERIFY_TRIES_PER_ACCOUNT: String(TRIES), JWT_SECRET },
    () => now,
  );
  operator = await new SignJWT({ role: 'service_role' })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setExpirationTime('1d')
    .sign(new TextEncoder().encode(JWT_SECRET));
});
afterAll(() => auth?.stop());

const from = (ip: string) => ({ 'x-forwarded-for': ip });
const post = (path: string, body: object, ip = '198.51.100.1', token?: string) =>
  call(auth, 'POST', path, { body, headers: from(ip), ...(token && { token }) });
const asOperator = (method: string, path: string, body: object) =>
  call(auth, method, `${WIRE}${path}`, { token: operator, body });

async function mailsTo(email: string, template: string): Promise<number> {
  await jobsDone(auth);
  return auth.mails.filter(({ to, mail }) => to === email && mail.template === template).length;
}

const newProfile = (form: ReturnType<typeof newForm>, email: string) => {
  const { password: _password, industry: _industry, ...profile } = form;
  return { ...profile, email };
};
const idOf = async (email: string) =>
  (await auth.pg.one<{ id: string }>(sql`select id from users where email = ${email}`)).id;

describe('signing up through the protocol', () => {
  /** Returns a reply with types instead of values, its keys in order. */
  const shapeOf = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(shapeOf);
    if (value !== null && typeof value === 'object')
      return Object.entries(value).map(([key, member]) => [key, shapeOf(member)]);
    return typeof value === 'string'
      ? value.replace(/[\da-f]{8}-[\da-f]{4}-7[\da-f-]+|^\d{4}-.*Z$/, '…')
      : value;
  };
  const signUp = (email: string) =>
    post(`${WIRE}/signup`, {
      email,
      password: PASSWORD,
      data: { zoo: [1, { b: null, a: 'x' }], color: 'blue' },
    });

  test('gets the same reply for an address with an account, a new one, and the same again', async () => {
    const { form } = await registerUser(auth);
    const fresh = `fresh.${form.email}`;
    const replies = [];
    for (const email of [fresh, form.email, fresh]) {
      const { status, body } = await signUp(email);
      const text = JSON.stringify(body).replaceAll(fresh, form.email);
      replies.push({ status, shape: shapeOf(JSON.parse(text)) });
    }
    expect(replies[1]).toEqual(replies[0]);
    expect(replies[2]).toEqual(replies[0]);
    const ids = [(await signUp(fresh)).body.id, (await signUp(fresh)).body.id];
    expect(ids[0]).not.toBe(ids[1]);
  });

  test('returns different ids to two concurrent sign-ups', async () => {
    const { email } = newForm();
    const replies = await Promise.all(Array.from({ length: 4 }, () => signUp(email)));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(4);
  });

  test.each(['new', 'known'])('mails a %s address five times a day', async kind => {
    const email = kind === 'new' ? newForm().email : (await registerUser(auth)).form.email;
    const before = await mailsTo(email, 'confirm-email');
    const statuses = [];
    for (let count = 0; count < 8; count++) {
      const ip = `203.0.113.${count}`;
      const reply =
        count % 2
          ? await post('/api/auth/signup', newForm({ email }), ip)
          : await post(`${WIRE}/signup`, { email, password: PASSWORD }, ip);
      statuses.push(reply.status);
    }
    expect(new Set(statuses)).toEqual(new Set([200]));
    const templates = ['confirm-email', 'one-time-code', 'already-registered'];
    const counts = await Promise.all(templates.map(template => mailsTo(email, template)));
    expect(counts.reduce((sum, count) => sum + count) - before).toBe(5 - before);
  });
});

describe('a request for an address', () => {
  test('by strangers does not block its owner, and its mailbox gets few mails', async () => {
    const { email } = newForm();
    const [stranger, helper, owner] = [
      await registerUser(auth),
      await registerUser(auth),
      await registerUser(auth),
    ];
    const ask = ({ form, access }: typeof owner, ip: string) =>
      call(auth, 'PUT', '/api/user/profile', {
        token: access,
        body: { ...newProfile(form, email), currentPassword: PASSWORD },
        headers: from(ip),
      });
    const statuses = [];
    for (let count = 0; count < 12; count++) statuses.push((await ask(stranger, '203.0.113.9')).status);
    expect(statuses).toEqual([...Array(10).fill(200), 429, 429]);
    expect((await ask(helper, '203.0.113.10')).status).toBe(200);
    expect(await mailsTo(email, 'confirm-new-email')).toBe(6);
    expect((await ask(helper, '203.0.113.10')).status).toBe(200);
    expect(await mailsTo(email, 'confirm-new-email')).toBe(6);
    expect((await ask(owner, '198.51.100.77')).status).toBe(200);
    expect(await mailsTo(email, 'confirm-new-email')).toBe(7);
  });

  test('of two users at once is granted to one', async () => {
    const { email } = newForm();
    const two = [await registerUser(auth), await registerUser(auth)];
    const links = [];
    for (const { form, access: token } of two) {
      const body = { ...newProfile(form, email), currentPassword: PASSWORD };
      await call(auth, 'PUT', '/api/user/profile', { token, body });
      await jobsDone(auth);
      links.push((await mailTo(auth, email, 'confirm-new-email')).link);
    }
    expect(new Set(links).size).toBe(2);
    const opened = await Promise.all(links.map(link => pressLink(auth, link)));
    const targets = opened.map(({ body }) => String(body.goTo).split('&')[0]).toSorted();
    expect(targets).toEqual(['/auth?error=link_unknown', '/settings?notice=email-changed']);
  });

  test('of two operators at once is granted once', async () => {
    const { email } = newForm();
    const ids = await Promise.all(
      [registerUser(auth), registerUser(auth)].map(async joined => idOf((await joined).form.email)),
    );
    const moves = ids.map(id => asOperator('PUT', `/admin/users/${id}`, { email, email_confirm: true }));
    const creation = asOperator('POST', '/admin/users', { email, password: PASSWORD, email_confirm: true });
    const replies = await Promise.all([...moves, creation]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 422, 422]);
    const refused = replies.filter(({ status }) => status === 422);
    expect(refused.map(({ body }) => body.error_code)).toEqual(['email_exists', 'email_exists']);
  });
});

test('two concurrent changes of metadata are both stored', async () => {
  const { form } = await registerUser(auth);
  const path = `/admin/users/${await idOf(form.email)}`;
  const keys = Array.from({ length: 8 }, (_, index) => `key${index}`);
  await Promise.all(keys.map(key => asOperator('PUT', path, { user_metadata: { [key]: key } })));
  const { user_metadata: stored } = (await asOperator('PUT', path, {})).body as { user_metadata: object };
  expect(Object.keys(stored)).toEqual(expect.arrayContaining(keys));
});

test("an operator's change is mailed as an administrator's, without its origin", async () => {
  const { form } = await registerUser(auth);
  const change = { email: `moved.${form.email}`, password: 'a-new-password', email_confirm: true };
  await asOperator('PUT', `/admin/users/${await idOf(form.email)}`, change);
  await jobsDone(auth);
  const notices = auth.mails.flatMap(({ to, mail }) =>
    mail.template === 'account-changed' && to.endsWith(form.email) ? [{ to, ...mail }] : [],
  );
  const changes = notices.map(({ to, change: what }) => [what, to]).toSorted();
  expect(changes).toEqual([
    ['email-changed-by-admin', form.email],
    ['email-given-by-admin', change.email],
    ['password-changed-by-admin', form.email],
  ]);
  for (const { from } of notices) expect(from).toBe(undefined);
});

describe('a mailed secret', () => {
  const asked = async (path: string, email: string) => {
    await post(`${WIRE}${path}`, { email });
    await jobsDone(auth);
    const { code, link } = await mailTo(auth, email, 'one-time-code');
    return { code, token: secretIn(link ?? '') };
  };
  const verify = async (body: object) => (await post(`${WIRE}/verify`, body)).status;
  const choose = async (token: string) =>
    (await call(auth, 'POST', '/api/auth/update-password', { body: { password: 'a-new-password' }, token }))
      .status;

  test('to choose a password does not sign in', async () => {
    const { form } = await registerUser(auth);
    const { token, code } = await asked('/recover', form.email);
    for (const type of ['magiclink', 'email', 'signup']) {
      expect(await verify({ type, token_hash: token })).toBe(403);
      expect(await verify({ type, email: form.email, token: code })).toBe(403);
    }
    expect(await choose(token)).toBe(200);
  });

  test('to sign in sets no password', async () => {
    const { form } = await registerUser(auth);
    const { token } = await asked('/otp', form.email);
    expect(await choose(token)).toBe(400);
    expect(await verify({ type: 'recovery', token_hash: token })).toBe(403);
    expect(await verify({ type: 'email', token_hash: token })).toBe(200);
  });

  test('of digits has one limit per account on all routes', async () => {
    const { form } = await registerUser(auth);
    const { code } = await asked('/recover', form.email);
    const wrong = code === '000000' ? '000001' : '000000';
    const types = ['recovery', 'magiclink', 'email', 'signup', 'email_change'];
    const statuses = [];
    for (let count = 0; count < 12; count++) {
      const email = count % 2 ? form.email.toUpperCase() : form.email;
      const body = { type: types[count % types.length], email, token: wrong };
      statuses.push((await post(`${WIRE}/verify`, body, `203.0.113.${count}`)).status);
      // The route of links accepts only secrets, not even a correct code.
      const query = new URLSearchParams({ type: 'recovery', email, token: code });
      const opened = await call(auth, 'GET', `${WIRE}/verify?${query}`, {
        headers: from(`203.0.114.${count}`),
      });
      expect(opened.headers.get('location')).toContain('error_code=otp_expired');
    }
    expect(statuses).toEqual([...Array(TRIES).fill(403), ...Array(12 - TRIES).fill(429)]);
  });
});

describe('a second factor', () => {
  const signIn = async (email: string, ip: string, password = PASSWORD) =>
    tokensOf(await post('/api/auth/signin', { email, password }, ip)).access;

  async function withFactor(ip: string) {
    const { form, access } = await registerUser(auth);
    const { body } = await post(`${WIRE}/factors`, { factor_type: 'totp' }, ip, access);
    const { id, totp } = body as { id: string; totp: { secret: string } };
    const tryCode = async (token: string, at: string, code?: string) => {
      now = new Date(now.getTime() + 60_000);
      const challenge = await post(`${WIRE}/factors/${id}/challenge`, {}, at, token);
      const right = new TOTP({ secret: Secret.fromBase32(totp.secret) }).generate({
        timestamp: now.getTime(),
      });
      const proof = { challenge_id: challenge.body.id, code: code ?? right };
      return (await post(`${WIRE}/factors/${id}/verify`, proof, at, token)).status;
    };
    expect(await tryCode(access, ip)).toBe(200);
    return { email: form.email, tryCode };
  }

  test('is not blocked for its owner by a thief of the password', async () => {
    const home = '198.51.100.20';
    const { email, tryCode } = await withFactor(home);
    const statuses = [];
    for (let network = 0; network < 4; network++) {
      const ip = `203.0.113.${network}`;
      const token = await signIn(email, ip);
      for (let count = 0; count < TRIES; count++) statuses.push(await tryCode(token, ip, 'wrong'));
    }
    expect(statuses).toEqual([...Array(3 * TRIES).fill(422), ...Array(TRIES).fill(429)]);
    expect(await tryCode(await signIn(email, home), home)).toBe(200);
    const elsewhere = '192.0.2.50';
    expect(await tryCode(await signIn(email, elsewhere), elsewhere)).toBe(429);
    await post('/api/auth/reset-password', { email });
    const { link } = await mailTo(auth, email, 'reset-password');
    const secret = new URLSearchParams(new URL(link).hash.slice(1)).get('access_token') ?? '';
    await post('/api/auth/update-password', { password: 'a-new-password' }, elsewhere, secret);
    expect(await tryCode(await signIn(email, elsewhere, 'a-new-password'), elsewhere)).toBe(200);
  });
});
