import { createHash } from 'node:crypto';
import { sql } from '@closingwire/chassis/pg';
import { until } from '@closingwire/chassis/testing';
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

let auth: StartedAuth;
const now = new Date();
beforeAll(async () => {
  auth = await startAuth(
    { STRANGE_SIGN_IN_TRIES_PER_ACCOUNT: '12', MAIL_FREQUENCY_S: '0', HIDE_ACCOUNTS: 'true' },
    () => now,
  );
});
afterAll(() => auth?.stop());

const from = (ip: string) => ({ headers: { 'x-forwarded-for': ip } });
const post = (path: string, body: object, more: { headers?: Record<string, string>; token?: string } = {}) =>
  call(auth, 'POST', path, { body, ...more });

const signIn = (email: string, password: string, ip = '198.51.100.1') =>
  post('/api/auth/signin', { email, password }, from(ip));

const mailsTo = (email: string, template: string) =>
  auth.mails.filter(({ to, mail }) => to === email && mail.template === template);

async function recoverySecret(email: string): Promise<string> {
  const before = mailsTo(email, 'reset-password').length;
  await post('/api/auth/reset-password', { email });
  await until(() => mailsTo(email, 'reset-password').length > before);
  const { link } = await mailTo(auth, email, 'reset-password');
  return new URLSearchParams(new URL(link).hash.slice(1)).get('access_token') ?? '';
}

const choose = (token: string, password = 'a-new-password') =>
  call(auth, 'POST', '/api/auth/update-password', { body: { password }, token });

describe('a mailed link', () => {
  test('does not contain a hash of address and code', async () => {
    const { form } = await registerUser(auth);
    await post(`${WIRE}/recover`, { email: form.email });
    const { code, link } = await mailTo(auth, form.email, 'one-time-code');
    const token = secretIn(link ?? '');
    expect(token).toMatch(/^[0-9a-f]{64}$/);
    const guessed = createHash('sha224')
      .update(form.email + code)
      .digest('hex');
    const reply = await post(`${WIRE}/verify`, { type: 'recovery', token_hash: guessed });
    expect([reply.status, reply.body.error_code]).toEqual([403, 'otp_expired']);
    expect((await post(`${WIRE}/verify`, { type: 'recovery', token_hash: token })).status).toBe(200);
  });

  test.each(['192.0.2.77', '2001:db8:9:9:%::1'])('can be guessed 200 times from %s', async network => {
    const guess = (count: number) =>
      post(
        `${WIRE}/verify`,
        { type: 'recovery', token_hash: count.toString(16).padStart(64, '0') },
        from(network.replace('%::1', `${count.toString(16)}::1`)),
      );
    const replies = await Promise.all(Array.from({ length: 210 }, (_, count) => guess(count)));
    const counts = Object.groupBy(replies, ({ status }) => String(status));
    expect([counts[403]?.length, counts[429]?.length]).toEqual([200, 10]);
  });

  test('mailed before a new password is void on every route', async () => {
    const { form, access } = await registerUser(auth);
    const product = await recoverySecret(form.email);
    await post(`${WIRE}/recover`, { email: form.email });
    const wire = secretIn((await mailTo(auth, form.email, 'one-time-code')).link ?? '');
    const changed = await call(auth, 'PUT', `${WIRE}/user`, {
      token: access,
      body: { password: 'another-1' },
    });
    expect(changed.status).toBe(200);
    expect((await choose(product)).status).toBe(400);
    const proof = { type: 'recovery', token_hash: wire };
    expect((await post(`${WIRE}/verify`, proof)).status).toBe(403);
  });

  test('mailed before a new address is void', async () => {
    const { form, access } = await registerUser(auth);
    const secret = await recoverySecret(form.email);
    const { email } = newForm();
    const { password: currentPassword, industry: _industry, ...profile } = form;
    const body = { ...profile, email, currentPassword };
    await call(auth, 'PUT', '/api/user/profile', { token: access, body });
    await pressLink(auth, (await mailTo(auth, email, 'confirm-new-email')).link);
    expect((await choose(secret)).status).toBe(400);
  });

  test('is not used up by the wrong route', async () => {
    const { form } = await registerUser(auth);
    const secret = await recoverySecret(form.email);
    const opened = await call(auth, 'GET', `/api/auth/confirm?token=${secret}`);
    expect(opened.headers.get('location')).toContain('error=link_unknown');
    await post(`${WIRE}/verify`, { type: 'signup', token_hash: secret });
    expect((await choose(secret)).status).toBe(200);
  });

  test('that confirms another account does not replace the session', async () => {
    const mine = await registerUser(auth);
    const form = newForm();
    await post('/api/auth/signup', form);
    const { link } = await mailTo(auth, form.email, 'confirm-email');
    const opened = await pressLink(auth, link, { token: mine.access });
    expect(opened.body.goTo).toBe('/settings?notice=other-account');
    expect(opened.headers.getSetCookie()).toEqual([]);
    expect((await signIn(form.email, form.password)).status).toBe(200);
  });
});

describe('guessing codes', () => {
  test('is limited per account across networks', async () => {
    const { form } = await registerUser(auth);
    await post(`${WIRE}/recover`, { email: form.email });
    const { code, link } = await mailTo(auth, form.email, 'one-time-code');
    const guess = (token: string, count: number) =>
      post(
        `${WIRE}/verify`,
        { email: form.email, type: 'recovery', token },
        from(`203.0.${count >> 8}.${count & 255}`),
      );
    const wrong = code === '000000' ? '000001' : '000000';
    const statuses: number[] = [];
    for (let count = 0; count < 25; count++) statuses.push((await guess(wrong, count)).status);
    expect(statuses.filter(status => status === 429)).toHaveLength(5);
    expect((await guess(code, 99)).status).toBe(429);
    // The link of the same mail still works.
    const token = secretIn(link ?? '');
    expect((await post(`${WIRE}/verify`, { type: 'recovery', token_hash: token })).status).toBe(200);
  });
});

describe('guessing passwords', () => {
  test('from many networks is limited, and the owner can reset the password', async () => {
    const { form } = await registerUser(auth);
    expect((await signIn(form.email, PASSWORD, '198.51.100.7')).status).toBe(200);
    const statuses: number[] = [];
    for (let count = 0; count < 16; count++) {
      statuses.push((await signIn(form.email, `guess ${count}`, `203.0.113.${count}`)).status);
    }
    expect(statuses.filter(status => status === 429)).toHaveLength(16 - 11);
    const strange = await signIn(form.email, PASSWORD, '203.0.113.200');
    expect(strange.status).toBe(429);
    expect(strange.body.message).toContain('Forgot password');
    expect((await signIn(form.email, PASSWORD, '198.51.100.7')).status).toBe(200);
    const secret = await recoverySecret(form.email);
    await call(auth, 'POST', '/api/auth/update-password', {
      body: { password: 'a-new-password' },
      token: secret,
      ...from('203.0.113.201'),
    });
    expect((await signIn(form.email, 'a-new-password', '203.0.113.201')).status).toBe(200);
  });

  test('gets the same replies for an address without an account', async () => {
    const { email } = newForm();
    const replies = [];
    for (let count = 0; count < 13; count++) {
      replies.push(await signIn(email, 'guess', `203.0.114.${count}`));
    }
    expect(replies.map(({ status }) => status)).toEqual([...Array(12).fill(400), 429]);
  });

  test('from one /64 counts as from one address', async () => {
    const { form } = await registerUser(auth);
    const statuses: number[] = [];
    for (let count = 0; count < 12; count++) {
      statuses.push((await signIn(form.email, 'guess', `2001:db8:5:5:${count}::1`)).status);
    }
    expect(statuses.filter(status => status === 429)).toHaveLength(2);
  });
});

describe('one account', () => {
  test('that changes its address 500 times blocks no user and sends few mails', async () => {
    const { form, access } = await registerUser(auth);
    const { password: _password, industry: _industry, ...profile } = form;
    const victim = newForm().email;
    const move = (count: number) => {
      const email = count % 2 ? victim : `stranger.${count}@example.com`;
      return call(auth, 'PUT', '/api/user/profile', { token: access, body: { ...profile, email } });
    };
    const statuses = new Set<number>();
    for (let count = 0; count < 500; count++) statuses.add((await move(count)).status);
    expect(statuses).toEqual(new Set([400, 429]));
    await jobsDone(auth);
    expect(mailsTo(victim, 'confirm-new-email').length).toBeLessThanOrEqual(10);
    const strangers = auth.mails.filter(({ to }) => to.startsWith('stranger.'));
    expect(strangers.length).toBeLessThanOrEqual(20);
    const other = await registerUser(auth);
    expect(await recoverySecret(other.form.email)).toMatch(/^[0-9a-f]{64}$/);
  });

  test('makes a limited number of keys per hour', async () => {
    const { access: token } = await registerUser(auth);
    const made = await call(auth, 'POST', '/api/user/api-keys', { token, body: { name: 'CRM' } });
    let { id } = made.body.apiKey as { id: string };
    const statuses: number[] = [];
    for (let roll = 0; roll < 22; roll++) {
      const path = `/api/user/api-keys/${id}/roll`;
      const reply = await call(auth, 'POST', path, { token, body: { overlapHours: 0 } });
      statuses.push(reply.status);
      if (reply.status === 200) id = (reply.body.apiKey as { id: string }).id;
    }
    expect(statuses.filter(status => status === 200)).toHaveLength(19);
  });
});

test("strangers' requests for resets block no owner and fill no mailbox", async () => {
  const { form } = await registerUser(auth);
  const ask = (count: number) =>
    post('/api/auth/reset-password', { email: form.email }, from(`203.0.115.${count}`));
  const statuses = await Promise.all(Array.from({ length: 40 }, (_, count) => ask(count)));
  expect(statuses.map(({ status }) => status)).toEqual(Array(40).fill(200));
  await jobsDone(auth);
  const mailed = mailsTo(form.email, 'reset-password');
  expect(mailed).toHaveLength(5);
  // The owner's own request is not refused, and each mailed link works.
  expect((await post('/api/auth/reset-password', { email: form.email })).status).toBe(200);
  const [first] = mailed;
  const link = first?.mail.template === 'reset-password' ? first.mail.link : '';
  const secret = new URLSearchParams(new URL(link).hash.slice(1)).get('access_token') ?? '';
  expect((await choose(secret)).status).toBe(200);
});

test('an unconfirmed sign-up blocks no address', async () => {
  const squatted = newForm();
  await post('/api/auth/signup', squatted);
  await mailTo(auth, squatted.email, 'confirm-email');
  const { form, access } = await registerUser(auth);
  const { password: currentPassword, industry: _industry, ...profile } = form;
  const body = { ...profile, email: squatted.email, currentPassword };
  await call(auth, 'PUT', '/api/user/profile', { token: access, body });
  const { link } = await mailTo(auth, squatted.email, 'confirm-new-email');
  expect((await pressLink(auth, link)).body.goTo).toBe('/settings?notice=email-changed');
  expect((await signIn(squatted.email, form.password)).status).toBe(200);
});

test('an authenticator code works once', async () => {
  const { access, form } = await registerUser(auth);
  const enrolled = await post(`${WIRE}/factors`, { factor_type: 'totp' }, { token: access });
  const { id, totp } = enrolled.body as { id: string; totp: { secret: string } };
  const code = new TOTP({ secret: Secret.fromBase32(totp.secret) }).generate({ timestamp: now.getTime() });
  const pass = async (token: string) => {
    const { body } = await post(`${WIRE}/factors/${id}/challenge`, {}, { token });
    return post(`${WIRE}/factors/${id}/verify`, { challenge_id: body.id, code }, { token });
  };
  expect((await pass(access)).status).toBe(200);
  const { access: second } = tokensOf(await signIn(form.email, form.password));
  const again = await pass(second);
  expect([again.status, again.body.error_code]).toEqual([422, 'mfa_verification_failed']);
});

describe('metadata', () => {
  const user = (token: string, data: object) => call(auth, 'PUT', `${WIRE}/user`, { token, body: { data } });

  test('over 2 KB are refused', async () => {
    const { access } = await registerUser(auth);
    const reply = await user(access, { note: 'x'.repeat(2_100) });
    expect([reply.status, reply.body.error_code]).toEqual([400, 'validation_failed']);
  });

  test('do not outgrow the cookie', async () => {
    const { form, access } = await registerUser(auth);
    const { password: _password, industry: _industry, ...profile } = form;
    const name = '\u{1F3E0}'.repeat(50);
    const body = { ...profile, firstName: name, lastName: name, companyName: name + name };
    expect((await call(auth, 'PUT', '/api/user/profile', { token: access, body })).status).toBe(200);
    expect((await user(access, { note: 'x'.repeat(1_800) })).status).toBe(200);
    const reply = await signIn(form.email, form.password);
    for (const cookie of reply.headers.getSetCookie()) {
      expect(cookie.split(';')[0]?.length).toBeLessThan(4_000);
    }
  });
});

test('the stored signing key is encrypted', async () => {
  const rows = await auth.pg.query<{ key: string }>(sql`select private_jwk::text as key from signing_keys`);
  expect(rows).toHaveLength(1);
  expect(Object.keys(JSON.parse(rows[0]?.key ?? ''))).toEqual(['sealed']);
});

describe('the existence of an account', () => {
  test('is not shown by the wire protocol', async () => {
    const { form, access } = await registerUser(auth);
    const stranger = newForm().email;
    const both = async (path: string, bodyOf: (email: string) => object) => {
      const replies = [await post(path, bodyOf(form.email)), await post(path, bodyOf(stranger))];
      return replies.map(({ status, body }) => [status, Object.keys(body).toSorted()]);
    };
    const calls: [string, (email: string) => object][] = [
      [`${WIRE}/otp`, email => ({ email, create_user: false })],
      [`${WIRE}/recover`, email => ({ email })],
      [`${WIRE}/resend`, email => ({ email, type: 'signup' })],
      [`${WIRE}/token?grant_type=password`, email => ({ email, password: 'guess-guess' })],
      [`${WIRE}/verify`, email => ({ email, type: 'email', token: '123456' })],
    ];
    for (const [path, bodyOf] of calls) {
      const [known, unknown] = await both(path, bodyOf);
      expect([path, known]).toEqual([path, unknown]);
    }
    const taken = await call(auth, 'PUT', `${WIRE}/user`, {
      token: (await registerUser(auth)).access,
      body: { email: form.email },
    });
    expect([taken.status, taken.body.new_email]).toEqual([200, form.email]);
    expect(access).not.toBe('');
  });
});
