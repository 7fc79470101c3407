import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, jobsDone, mailTo, newForm, PASSWORD, pressLink, registerUser } from './client.ts';
import { type StartedAuth, startAuth } from './start-auth.ts';

const WIRE = '/api/auth/v1';
const firefox = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0' };
const NEW_PASSWORD = 'quite-another-password';

let auth: StartedAuth;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth?.stop());

const act = (token: string, method: string, path: string, body: object = {}) =>
  call(auth, method, path, { token, body, headers: firefox });

/** Waits for all mails; returns the changes in the mails to an address. */
async function changesMailedTo(email: string, at = auth) {
  await jobsDone(at);
  return at.mails.flatMap(({ to, mail }) =>
    to === email && mail.template === 'account-changed' ? [mail.change] : [],
  );
}

async function askForEmail({ form, access }: Awaited<ReturnType<typeof registerUser>>, email: string) {
  const { password: _password, industry: _industry, ...profile } = form;
  expect(
    (await act(access, 'PUT', '/api/user/profile', { ...profile, email, currentPassword: PASSWORD })).status,
  ).toBe(200);
}

async function recover(email: string) {
  await call(auth, 'POST', '/api/auth/reset-password', { body: { email } });
  const { link } = await mailTo(auth, email, 'reset-password');
  const token = new URLSearchParams(new URL(link).hash.slice(1)).get('access_token') ?? '';
  expect((await act(token, 'POST', '/api/auth/update-password', { password: NEW_PASSWORD })).status).toBe(
    200,
  );
}

test('a reset of the password is mailed', async () => {
  const { form } = await registerUser(auth);
  await recover(form.email);
  const mail = await mailTo(auth, form.email, 'account-changed');
  expect(mail).toMatchObject({
    change: 'password-changed',
    from: { device: 'Firefox on Windows', address: '127.0.0.1' },
    firstName: 'Nora',
  });
  expect(mail.actionLink).toBe('http://localhost:8080/forgot-password');
  expect(mail.settingsLink).toBe('http://localhost:8080/settings#sessions');
  expect(mail.sessionsLink).toBe(mail.settingsLink);
});

test('a change of the password is mailed', async () => {
  const { form, access } = await registerUser(auth);
  expect((await act(access, 'PUT', `${WIRE}/user`, { password: PASSWORD })).status).toBe(422);
  expect(await changesMailedTo(form.email)).toEqual([]);
  expect((await act(access, 'PUT', `${WIRE}/user`, { password: NEW_PASSWORD })).status).toBe(200);
  expect(await changesMailedTo(form.email)).toEqual(['password-changed']);
});

test('the old address gets two mails about a change of address', async () => {
  const user = await registerUser(auth);
  const { email } = newForm();
  await askForEmail(user, email);
  expect(await changesMailedTo(user.form.email)).toEqual(['email-change-asked']);
  const { link } = await mailTo(auth, email, 'confirm-new-email');
  for (let opened = 0; opened < 2; opened++) await pressLink(auth, link);
  expect(await changesMailedTo(user.form.email)).toEqual(['email-change-asked', 'email-changed']);
  const { actionLink } = await mailTo(auth, user.form.email, 'account-changed');
  expect(actionLink).toBe('http://localhost:8080/contact');
  expect(await changesMailedTo(email)).toEqual([]);
});

test('a reset of the password voids a change of address', async () => {
  const user = await registerUser(auth);
  const { email } = newForm();
  await askForEmail(user, email);
  const { link } = await mailTo(auth, email, 'confirm-new-email');
  await recover(user.form.email);
  await pressLink(auth, link);
  expect(await changesMailedTo(user.form.email)).toEqual(['email-change-asked', 'password-changed']);
});

test('the wire protocol mails the old address too', async () => {
  const { form, access } = await registerUser(auth);
  const { email } = newForm();
  expect((await act(access, 'PUT', `${WIRE}/user`, { email })).status).toBe(200);
  for (const address of [form.email, email]) {
    const { code } = await mailTo(auth, address, 'one-time-code');
    const proof = { email: address, token: code, type: 'email_change' };
    expect((await call(auth, 'POST', `${WIRE}/verify`, { body: proof })).status).toBe(200);
  }
  expect(await changesMailedTo(form.email)).toEqual(['email-change-asked', 'email-changed']);
});

test('adding and removing a second factor is mailed', async () => {
  const { form, access } = await registerUser(auth);
  const enrolled = await act(access, 'POST', `${WIRE}/factors`, { factor_type: 'totp' });
  const { id, totp } = enrolled.body as { id: string; totp: { secret: string } };
  expect(await changesMailedTo(form.email)).toEqual([]);
  const pass = async (token: string, step = 0) => {
    const { body } = await act(token, 'POST', `${WIRE}/factors/${id}/challenge`);
    const timestamp = Date.now() + step * 30_000;
    const code = new TOTP({ secret: Secret.fromBase32(totp.secret) }).generate({ timestamp });
    return act(token, 'POST', `${WIRE}/factors/${id}/verify`, { challenge_id: body.id, code });
  };
  const raised = (await pass(access)).body.access_token as string;
  expect((await pass(raised, 1)).status).toBe(200);
  expect(await changesMailedTo(form.email)).toEqual(['second-factor-added']);
  expect((await act(raised, 'DELETE', `${WIRE}/factors/${id}`)).status).toBe(200);
  expect(await changesMailedTo(form.email)).toEqual(['second-factor-added', 'second-factor-removed']);
});

test('each new and each ended API key is mailed', async () => {
  const { form, access } = await registerUser(auth);
  const { body } = await act(access, 'POST', '/api/user/api-keys', { name: 'CRM' });
  const { apiKey } = body as { apiKey: { id: string; prefix: string } };
  const rolled = await act(access, 'POST', `/api/user/api-keys/${apiKey.id}/roll`, { overlapHours: 24 });
  const { apiKey: fresh } = rolled.body as { apiKey: { id: string; prefix: string } };
  const { apiKeys } = (await call(auth, 'GET', '/api/user/api-keys', { token: access })).body as {
    apiKeys: { id: string; expiresAt: string | null }[];
  };
  await act(access, 'DELETE', `/api/user/api-keys/${fresh.id}`);
  expect(await changesMailedTo(form.email)).toEqual(['api-key-made', 'api-key-rolled', 'api-key-revoked']);
  const { settingsLink } = await mailTo(auth, form.email, 'account-changed');
  expect(settingsLink).toBe('http://localhost:8080/settings#api');
  const named = auth.mails.flatMap(({ to, mail }) =>
    to === form.email && mail.template === 'account-changed' ? [mail.apiKey] : [],
  );
  const worksUntil = apiKeys.find(({ id }) => id === apiKey.id)?.expiresAt;
  expect(named).toEqual([
    { name: 'CRM', prefix: apiKey.prefix },
    { name: 'CRM', prefix: fresh.prefix, replaces: { prefix: apiKey.prefix, worksUntil } },
    { name: 'CRM', prefix: fresh.prefix },
  ]);
  const parts = JSON.stringify(auth.mails).match(/cw_[\w-]*/g) ?? [];
  expect(parts.toSorted()).toEqual([apiKey.prefix, apiKey.prefix, fresh.prefix, fresh.prefix].toSorted());
});

test('the mail about a key replaced without overlap says that the old one has ended', async () => {
  const { form, access } = await registerUser(auth);
  const { body } = await act(access, 'POST', '/api/user/api-keys', { name: 'CRM' });
  const { apiKey } = body as { apiKey: { id: string } };
  // Waits, because the jobs of two mails may run in any order.
  await jobsDone(auth);
  await act(access, 'POST', `/api/user/api-keys/${apiKey.id}/roll`, { overlapHours: 0 });
  expect(await changesMailedTo(form.email)).toEqual(['api-key-made', 'api-key-rolled']);
  const mail = await mailTo(auth, form.email, 'account-changed');
  expect(mail.change).toBe('api-key-rolled');
  expect(Date.parse(mail.apiKey?.replaces?.worksUntil ?? '')).toBeLessThanOrEqual(Date.parse(mail.at));
});

test('a repeated mail is sent once', async () => {
  const { form, access } = await registerUser(auth);
  await changesMailedTo(form.email);
  auth.faults.mails = 1;
  await act(access, 'PUT', `${WIRE}/user`, { password: NEW_PASSWORD });
  expect(await changesMailedTo(form.email)).toEqual(['password-changed']);
  expect(auth.faults.mails).toBeLessThan(0);
});
