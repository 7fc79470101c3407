import { decodeProtectedHeader } from 'jose';
import { afterEach, expect, test } from 'vitest';
import { newAddress, PASSWORD, type StartedWire, startWire } from './start-wire.ts';

const running: StartedWire[] = [];
afterEach(async () => {
  for (const wire of running.splice(0)) await wire.stop();
});

async function start(settings: Record<string, string>, now?: () => Date): Promise<StartedWire> {
  const wire = await startWire({ AUTO_CONFIRM: 'true', ...settings }, now ? { now } : {});
  running.push(wire);
  return wire;
}

async function member(wire: StartedWire) {
  const email = newAddress();
  const { body } = await wire.call('POST', '/signup', { email, password: PASSWORD });
  const headers = { authorization: `Bearer ${body.access_token}` };
  return {
    email,
    headers,
    access: body.access_token as string,
    change: async (fields: object) => {
      const reply = await wire.call('PUT', '/user', fields, headers);
      return [reply.status, reply.body.error_code ?? 'fine'];
    },
  };
}

const NEW_PASSWORD = 'quite-another-password';

test('CURRENT_PASSWORD_REQUIRED requires the current password for a new one', async () => {
  const wire = await start({ CURRENT_PASSWORD_REQUIRED: 'true' });
  const { change } = await member(wire);
  const password = NEW_PASSWORD;
  expect(await change({ password })).toEqual([400, 'current_password_required']);
  expect(await change({ password, current_password: 'guess' })).toEqual([400, 'current_password_invalid']);
  expect(await change({ password, current_password: PASSWORD })).toEqual([200, 'fine']);
});

test('a session from a mailed link needs no current password for an hour', async () => {
  let now = new Date();
  const wire = await start({ CURRENT_PASSWORD_REQUIRED: 'true', ACCESS_TOKEN_S: '604800' }, () => now);
  const { email } = await member(wire);
  await wire.call('POST', '/recover', { email });
  const proof = { type: 'recovery', email, token: await wire.codeTo(email) };
  const { body } = await wire.call('POST', '/verify', proof);
  const fresh = { authorization: `Bearer ${body.access_token}` };
  const guess = { password: NEW_PASSWORD, current_password: 'guess' };
  const wrong = await wire.call('PUT', '/user', guess, fresh);
  expect([wrong.status, wrong.body.error_code]).toEqual([400, 'current_password_invalid']);
  expect((await wire.call('PUT', '/user', { password: NEW_PASSWORD }, fresh)).status).toBe(200);
  now = new Date(now.getTime() + 3_601_000);
  const stale = await wire.call('PUT', '/user', { password: 'a-third-password' }, fresh);
  expect([stale.status, stale.body.error_code]).toEqual([400, 'current_password_required']);
});

test('REAUTHENTICATION_REQUIRED requires a mailed nonce in an old session', async () => {
  let now = new Date();
  const settings = { REAUTHENTICATION_REQUIRED: 'true', ACCESS_TOKEN_S: '604800' };
  const wire = await start(settings, () => now);
  const { email, headers, change } = await member(wire);
  expect(await change({ password: NEW_PASSWORD })).toEqual([200, 'fine']);
  now = new Date(now.getTime() + 25 * 3_600_000);
  const password = 'a-third-password';
  expect(await change({ password })).toEqual([400, 'reauthentication_needed']);
  expect((await wire.call('GET', '/reauthenticate', undefined, headers)).status).toBe(200);
  const nonce = await wire.codeTo(email);
  expect(await change({ password, nonce: '000000' })).toEqual([422, 'reauthentication_not_valid']);
  expect(await change({ password, nonce })).toEqual([200, 'fine']);
  expect(await change({ password: PASSWORD, nonce })).toEqual([422, 'reauthentication_not_valid']);
});

test('of concurrent requests for a nonce, one is granted', async () => {
  const wire = await start({ MAIL_FREQUENCY_S: '60' });
  const { headers } = await member(wire);
  const replies = await Promise.all(
    Array.from({ length: 4 }, () => wire.call('GET', '/reauthenticate', undefined, headers)),
  );
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 429, 429, 429]);
});

test('SIGN_WITH_SECRET signs access tokens with the secret', async () => {
  const wire = await start({ SIGN_WITH_SECRET: 'true' });
  const { access, headers } = await member(wire);
  expect(decodeProtectedHeader(access)).toEqual({ alg: 'HS256', typ: 'JWT' });
  expect((await wire.call('GET', '/user', undefined, headers)).status).toBe(200);
  const { body } = await wire.call('GET', '/.well-known/jwks.json');
  expect(JSON.stringify(body)).not.toContain('oct');
});

test('REFUSE_BREACHED_PASSWORDS refuses breached passwords', async () => {
  const email = newAddress();
  const lenient = await start({});
  const signUp = (wire: StartedWire) => wire.call('POST', '/signup', { email, password: 'Password' });
  expect((await signUp(lenient)).status).toBe(200);
  const strict = await start({ REFUSE_BREACHED_PASSWORDS: 'true' });
  const refused = await signUp(strict);
  expect([refused.status, refused.body.error_code]).toEqual([422, 'weak_password']);
  expect(refused.body.weak_password).toEqual({ reasons: ['pwned'] });
  const { change } = await member(strict);
  expect(await change({ password: 'iloveyou' })).toEqual([422, 'weak_password']);
  const work = { industry: 'Mortgages', companyName: 'Example Ltd', teamSize: 'Just me (1)' };
  const form = { firstName: 'Ada', lastName: 'Example', phone: '555-0100', ...work };
  const own = await fetch(new URL('/api/auth/signup', strict.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...form, email, password: 'password' }),
  });
  expect(own.status).toBe(400);
  expect(await own.json()).toMatchObject({ code: 'weak_password', reasons: ['pwned'] });
});

test('MAILS_PER_HOUR limits mails per hour', async () => {
  let now = new Date();
  const wire = await start({ MAILS_PER_HOUR: '2', AUTO_CONFIRM: 'false' }, () => now);
  const known = newAddress();
  const signUp = async (email: string) => {
    const { status, body } = await wire.call('POST', '/signup', { email, password: PASSWORD });
    return [status, body.error_code, body.msg].filter(Boolean);
  };
  expect(await signUp(known)).toEqual([200]);
  expect(await signUp(newAddress())).toEqual([200]);
  const spent = [429, 'over_email_send_rate_limit', 'email rate limit exceeded'];
  expect(await signUp(newAddress())).toEqual(spent);
  const recover = async (email: string) => {
    const { status, body } = await wire.call('POST', '/recover', { email });
    return [status, body.error_code, body.msg].filter(Boolean);
  };
  // Reset mails have a separate budget.
  const account = newAddress();
  const operator = { authorization: `Bearer ${wire.serviceRole}` };
  await wire.call(
    'POST',
    '/admin/users',
    { email: account, password: PASSWORD, email_confirm: true },
    operator,
  );
  for (let mail = 0; mail < 2; mail++) expect(await recover(account)).toEqual([200]);
  for (const email of [account, known, newAddress()]) expect(await recover(email)).toEqual(spent);
  now = new Date(now.getTime() + 3_600_001);
  expect(await signUp(newAddress())).toEqual([200]);
});
