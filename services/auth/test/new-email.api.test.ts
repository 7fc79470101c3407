import { sql } from '@closingwire/chassis/pg';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, mailTo, newForm, pressLink, registerUser } from './client.ts';
import { type StartedAuth, startAuth } from './start-auth.ts';

const WIRE = '/api/auth/v1';

let auth: StartedAuth;
beforeAll(async () => {
  auth = await startAuth({ CURRENT_PASSWORD_REQUIRED: 'true', MAIL_FREQUENCY_S: '0' });
});
afterAll(() => auth?.stop());

const post = (path: string, body: object, { token }: { token?: string } = {}) =>
  call(auth, 'POST', path, { body, ...(token && { token }) });
const signIn = (email: string, password: string) => post('/api/auth/signin', { email, password });

describe('a change of address', () => {
  test('without proof changes nothing, and both addresses get a mail', async () => {
    const { form, access } = await registerUser(auth);
    const { password: _password, industry: _industry, ...profile } = form;
    const { email } = newForm();
    const body = { ...profile, firstName: 'Eve', email };
    const refused = await call(auth, 'PUT', '/api/user/profile', { token: access, body });
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([
      400,
      'current_password_required',
      'Enter your current password to change your email address. Nothing was changed.',
    ]);
    const links = [
      (await mailTo(auth, email, 'confirm-new-email')).link,
      (await mailTo(auth, form.email, 'allow-new-email')).link,
    ];
    for (const link of links) {
      expect((await pressLink(auth, link, { token: access })).body.goTo).toBe(
        '/settings?notice=password-needed',
      );
    }
    const user = (await call(auth, 'GET', '/api/auth/user', { token: access })).body;
    expect(user).toMatchObject({ email: form.email, firstName: 'Nora' });
  });

  test('without proof does not replace a proven one', async () => {
    const { form, access: token } = await registerUser(auth);
    const { password: currentPassword, industry: _industry, ...profile } = form;
    const [wanted, planted] = [newForm().email, newForm().email];
    const ask = (fields: object) =>
      call(auth, 'PUT', '/api/user/profile', { token, body: { ...profile, ...fields } });
    expect((await ask({ email: wanted, currentPassword })).status).toBe(200);
    expect((await ask({ email: planted })).status).toBe(400);
    const { link } = await mailTo(auth, wanted, 'confirm-new-email');
    expect((await pressLink(auth, link)).body.goTo).toBe('/settings?notice=email-changed');
    expect((await signIn(wanted, form.password)).status).toBe(200);
  });
});

const STEP_MS = 30_000;

/** Passes a factor and returns the new access token. Each code works once, so each call takes another time step. */
async function passFactor(token: string, { id, secret }: { id: string; secret: string }, step = 0) {
  const timestamp = Date.now() + step * STEP_MS;
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
  const challenge = await post(`${WIRE}/factors/${id}/challenge`, {}, { token });
  const proof = { challenge_id: challenge.body.id, code };
  const raised = await post(`${WIRE}/factors/${id}/verify`, proof, { token });
  return String(raised.body.access_token);
}

async function enroll(token: string) {
  const enrolled = await post(`${WIRE}/factors`, { factor_type: 'totp' }, { token });
  const { id, totp } = enrolled.body as { id: string; totp: { secret: string } };
  return { id, secret: totp.secret };
}

describe('a second factor proves a change of address', () => {
  const profileOf = ({ password: _password, industry: _industry, ...profile }: ReturnType<typeof newForm>) =>
    profile;

  test('if it is older than the session', async () => {
    const { form, access } = await registerUser(auth);
    const factor = await enroll(access);
    await passFactor(access, factor);
    const again = await post(`${WIRE}/token?grant_type=password`, {
      email: form.email,
      password: form.password,
    });
    const token = await passFactor(String(again.body.access_token), factor, 1);
    const body = { ...profileOf(form), email: newForm().email };
    expect((await call(auth, 'PUT', '/api/user/profile', { token, body })).status).toBe(200);
    await mailTo(auth, body.email, 'confirm-new-email');
    const other = { email: newForm().email };
    expect((await call(auth, 'PUT', `${WIRE}/user`, { token, body: other })).status).toBe(200);
  });

  test('unless the session set it up', async () => {
    const { form, access } = await registerUser(auth);
    const token = await passFactor(access, await enroll(access));
    const { email } = newForm();
    const body = { ...profileOf(form), email };
    const own = await call(auth, 'PUT', '/api/user/profile', { token, body });
    expect([own.status, own.body.code]).toEqual([400, 'current_password_required']);
    const wire = await call(auth, 'PUT', `${WIRE}/user`, { token, body: { email } });
    expect([wire.status, wire.body.error_code]).toEqual([400, 'current_password_required']);
  });
});

describe('a change of address without a password', () => {
  test('accepts the mailed code of an account without a password', async () => {
    const { form, access: token } = await registerUser(auth);
    await auth.pg.execute(sql`update users set password_hash = null where email = ${form.email}`);
    const { password: _password, industry: _industry, ...profile } = form;
    const { email } = newForm();
    const ask = async (fields: object) => {
      const body = { ...profile, email, ...fields };
      const reply = await call(auth, 'PUT', '/api/user/profile', { token, body });
      return [reply.status, reply.body.code];
    };
    expect(await ask({})).toEqual([400, 'reauthentication_needed']);
    await call(auth, 'GET', `${WIRE}/reauthenticate`, { token });
    const { code } = await mailTo(auth, form.email, 'one-time-code');
    expect(await ask({ nonce: code === '000000' ? '000001' : '000000' })).toEqual([
      400,
      'reauthentication_not_valid',
    ]);
    expect(await ask({ nonce: code })).toEqual([200, undefined]);
    expect(await ask({ email: newForm().email, nonce: code })).toEqual([400, 'reauthentication_not_valid']);
    const { link } = await mailTo(auth, email, 'confirm-new-email');
    expect((await pressLink(auth, link)).body.goTo).toBe('/settings?notice=email-changed');
  });

  test('shows why a link changes nothing', async () => {
    const { form, access: token } = await registerUser(auth);
    const { password: currentPassword, industry: _industry, ...profile } = form;
    const { email } = newForm();
    await call(auth, 'PUT', '/api/user/profile', { token, body: { ...profile, email, currentPassword } });
    const { link } = await mailTo(auth, email, 'confirm-new-email');
    const goTo = async (pressed: string) => (await pressLink(auth, pressed, { token })).body.goTo;
    expect(await goTo(link)).toBe('/settings?notice=email-changed');
    expect(await goTo(link)).toBe('/settings?notice=link-used');
    expect(await goTo(`${link}00`)).toBe('/settings?notice=link-unknown');
  });

  test('with a wrong password is refused', async () => {
    const { form, access } = await registerUser(auth);
    const { password: _password, industry: _industry, ...profile } = form;
    const body = { ...profile, email: newForm().email, currentPassword: 'guess' };
    const reply = await call(auth, 'PUT', '/api/user/profile', { token: access, body });
    expect([reply.status, reply.body.message]).toEqual([400, 'The password is not right.']);
  });
});

describe('a change of address by the wire protocol', () => {
  const change = async (token: string, body: object) => {
    const reply = await call(auth, 'PUT', `${WIRE}/user`, { token, body });
    return [reply.status, reply.body.error_code];
  };

  test('accepts the current password', async () => {
    const { form, access: token } = await registerUser(auth);
    const { email } = newForm();
    expect(await change(token, { email })).toEqual([400, 'current_password_required']);
    const guess = { email, current_password: 'guess' };
    expect(await change(token, guess)).toEqual([400, 'current_password_invalid']);
    expect(await change(token, { email, current_password: form.password })).toEqual([200, undefined]);
  });

  test('accepts the mailed code of an account without a password', async () => {
    const { form, access: token } = await registerUser(auth);
    await auth.pg.execute(sql`update users set password_hash = null where email = ${form.email}`);
    const { email } = newForm();
    expect(await change(token, { email })).toEqual([400, 'reauthentication_needed']);
    await call(auth, 'GET', `${WIRE}/reauthenticate`, { token });
    const { code } = await mailTo(auth, form.email, 'one-time-code');
    expect(await change(token, { email, nonce: code })).toEqual([200, undefined]);
  });
});
