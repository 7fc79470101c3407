import { afterEach, describe, expect, test } from 'vitest';
import { newAddress, PASSWORD, type StartedWire, startWire } from './start-wire.ts';

const HOUR_MS = 3_601_000;
const needed = [400, 'reauthentication_needed'];

let now = new Date();
const running: StartedWire[] = [];
afterEach(async () => {
  for (const wire of running.splice(0)) await wire.stop();
});

async function start(settings: Record<string, string> = {}): Promise<StartedWire> {
  now = new Date();
  const base = { CURRENT_PASSWORD_REQUIRED: 'true', AUTO_CONFIRM: 'true', ACCESS_TOKEN_S: '604800' };
  const wire = await startWire({ ...base, ...settings }, { now: () => now });
  running.push(wire);
  return wire;
}

const bearer = (token: unknown) => ({ authorization: `Bearer ${token}` });

describe('the first password of an account', () => {
  async function mailedSession(wire: StartedWire) {
    const email = newAddress();
    await wire.call('POST', '/otp', { email });
    const proof = { type: 'email', email, token: await wire.codeTo(email) };
    const { body } = await wire.call('POST', '/verify', proof);
    const headers = bearer(body.access_token);
    const choose = async (fields: object) => {
      const reply = await wire.call('PUT', '/user', { password: PASSWORD, ...fields }, headers);
      return { outcome: [reply.status, reply.body.error_code ?? 'fine'], text: reply.body.msg as string };
    };
    return { email, headers, choose };
  }

  test('needs no further proof within an hour of a mailed code', async () => {
    const { choose } = await mailedSession(await start());
    expect((await choose({})).outcome).toEqual([200, 'fine']);
  });

  test('needs a mailed proof later', async () => {
    const wire = await start();
    const { email, headers, choose } = await mailedSession(wire);
    now = new Date(now.getTime() + HOUR_MS);
    const refused = await choose({});
    expect(refused.outcome).toEqual(needed);
    expect(refused.text).toContain('Forgot password');
    expect((await choose({ current_password: 'guess' })).outcome).toEqual(needed);
    expect((await choose({ nonce: '000000' })).outcome).toEqual([422, 'reauthentication_not_valid']);
    await wire.call('GET', '/reauthenticate', undefined, headers);
    expect((await choose({ nonce: await wire.codeTo(email, 1) })).outcome).toEqual([200, 'fine']);
  });

  test('needs no proof of anonymous users, who have no mailbox', async () => {
    const wire = await start({ ANONYMOUS_SIGN_INS: 'true' });
    const { body } = await wire.call('POST', '/signup', {});
    now = new Date(now.getTime() + HOUR_MS);
    const change = { email: newAddress(), password: PASSWORD };
    expect((await wire.call('PUT', '/user', change, bearer(body.access_token))).status).toBe(200);
  });
});

describe('an authenticator', () => {
  async function member(wire: StartedWire) {
    const email = newAddress();
    const { body } = await wire.call('POST', '/signup', { email, password: PASSWORD });
    const enroll = async (token: unknown, name: string) => {
      const factor = { factor_type: 'totp', friendly_name: name };
      const reply = await wire.call('POST', '/factors', factor, bearer(token));
      return [reply.status, reply.body.error_code ?? 'fine'];
    };
    return { email, access: body.access_token, enroll };
  }

  test('can be enrolled within an hour of a sign-in', async () => {
    const wire = await start();
    const { email, access, enroll } = await member(wire);
    expect(await enroll(access, 'first')).toEqual([200, 'fine']);
    now = new Date(now.getTime() + HOUR_MS);
    expect(await enroll(access, 'second')).toEqual(needed);
    const again = await wire.call('POST', '/token?grant_type=password', { email, password: PASSWORD });
    expect(await enroll(again.body.access_token, 'second')).toEqual([200, 'fine']);
  });

  test('can be enrolled at any time without CURRENT_PASSWORD_REQUIRED', async () => {
    const { access, enroll } = await member(await start({ CURRENT_PASSWORD_REQUIRED: 'false' }));
    now = new Date(now.getTime() + HOUR_MS);
    expect(await enroll(access, 'first')).toEqual([200, 'fine']);
  });
});
