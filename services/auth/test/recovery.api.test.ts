import { newId } from '@closingwire/chassis/ids';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startRecoveryJob } from '../src/flows/recovery.ts';
import { call, jobsDone, mailTo, newForm, PASSWORD, registerUser } from './client.ts';
import { type StartedAuth, startAuth } from './start-auth.ts';

let auth: StartedAuth;
let now = new Date();
beforeAll(async () => {
  auth = await startAuth({}, () => now);
});
afterAll(() => auth?.stop());

const ask = (email: string) => call(auth, 'POST', '/api/auth/reset-password', { body: { email } });
const choose = (token: string, password: string) =>
  call(auth, 'POST', '/api/auth/update-password', { body: { password }, token });
const signIn = (email: string, password: string) =>
  call(auth, 'POST', '/api/auth/signin', { body: { email, password } });

async function recoveryToken(email: string): Promise<string> {
  await ask(email);
  const { link } = await mailTo(auth, email, 'reset-password');
  const url = new URL(link);
  expect(url.pathname).toBe('/reset-password');
  const fragment = new URLSearchParams(url.hash.slice(1));
  expect(fragment.get('type')).toBe('recovery');
  return fragment.get('access_token') ?? '';
}

test('the mailed token sets a new password', async () => {
  const { form } = await registerUser(auth);
  const reply = await choose(await recoveryToken(form.email), 'a-new-password');
  expect(reply.body).toMatchObject({ message: 'Your password has been successfully updated.' });
  expect((await signIn(form.email, 'a-new-password')).status).toBe(200);
  expect((await signIn(form.email, PASSWORD)).status).toBe(400);
});

test('a new password ends the open sessions', async () => {
  const { form, access } = await registerUser(auth);
  await choose(await recoveryToken(form.email), 'a-new-password');
  expect((await call(auth, 'GET', '/api/auth/user', { token: access })).body).toBeNull();
});

test('a recovery token works once', async () => {
  row('call/post-auth-update-password');
  const { form } = await registerUser(auth);
  const token = await recoveryToken(form.email);
  const replies = await Promise.all([choose(token, 'first-password'), choose(token, 'second-password')]);
  expect(replies.map(reply => reply.status).sort()).toEqual([200, 400]);
});

test('a recovery token is valid for one hour', async () => {
  row('constant/reset-link-hour');
  const { form } = await registerUser(auth);
  const token = await recoveryToken(form.email);
  now = new Date(now.getTime() + 3_600_001);
  const reply = await choose(token, 'too-late-password');
  expect(reply.status).toBe(400);
  expect(reply.body.message).toBe('Invalid or missing reset token. Please request a new password reset.');
});

test('other tokens set no password', async () => {
  const { access } = await registerUser(auth);
  for (const token of [access, 'nonsense']) expect((await choose(token, 'a-new-password')).status).toBe(400);
});

test('an unknown address gets the same reply and no mail', async () => {
  row('call/post-auth-reset-password');
  const { form } = await registerUser(auth);
  const stranger = newForm();
  const [known, unknown] = [await ask(form.email), await ask(stranger.email)];
  expect(unknown.status).toBe(known.status);
  expect(unknown.body).toEqual(known.body);
  await mailTo(auth, form.email, 'reset-password');
  expect(auth.mails.some(mail => mail.to === stranger.email)).toBe(false);
});

test("a short password gets the form's text", async () => {
  const { form } = await registerUser(auth);
  const reply = await choose(await recoveryToken(form.email), '12345');
  expect(reply.status).toBe(400);
  expect(reply.body.message).toBe('Password must be at least 6 characters long');
});

test('a recovery killed halfway mails one link', async () => {
  const { form } = await registerUser(auth);
  const request = { tokenId: newId(), email: form.email, client: { id: 'test', ip: '', userAgent: '' } };
  for (let run = 0; run < 2; run++) await auth.pg.transaction(tx => startRecoveryJob.enqueue(tx, request));
  await mailTo(auth, form.email, 'reset-password');
  await jobsDone(auth);
  expect(
    auth.mails.filter(({ to, mail }) => to === form.email && mail.template === 'reset-password'),
  ).toHaveLength(1);
});
