import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, jobsDone, mailTo, PASSWORD, registerUser } from './client.ts';
import { type StartedAuth, startAuth } from './start-auth.ts';

const firefox = 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0';

let auth: StartedAuth;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth?.stop());

const signIn = (email: string, userAgent: string, password = PASSWORD) =>
  call(auth, 'POST', '/api/auth/signin', { body: { email, password }, headers: { 'user-agent': userAgent } });
const wireSignIn = (email: string, userAgent: string) =>
  call(auth, 'POST', '/api/auth/v1/token?grant_type=password', {
    body: { email, password: PASSWORD },
    headers: { 'user-agent': userAgent },
  });

/** Returns the browsers in the mails to a user. */
async function devicesMailedTo(email: string): Promise<string[]> {
  await jobsDone(auth);
  return auth.mails.flatMap(({ to, mail }) =>
    to === email && mail.template === 'new-sign-in' ? [mail.device] : [],
  );
}

test('a sign-in from a new browser is mailed once', async () => {
  const { form } = await registerUser(auth);
  expect((await signIn(form.email, firefox)).status).toBe(200);
  const mail = await mailTo(auth, form.email, 'new-sign-in');
  expect(mail).toMatchObject({ firstName: 'Nora', device: 'Firefox on Windows' });
  expect(mail.settingsLink).toBe('http://localhost:8080/settings');
  expect((await signIn(form.email, firefox.replaceAll('140', '141'))).status).toBe(200);
  expect(await devicesMailedTo(form.email)).toEqual(['Firefox on Windows']);
});

test('the wire protocol mails about a new browser too', async () => {
  const { form } = await registerUser(auth);
  expect((await wireSignIn(form.email, 'curl/8.9.1')).status).toBe(200);
  expect((await wireSignIn(form.email, 'curl/8.9.1')).status).toBe(200);
  expect(await devicesMailedTo(form.email)).toEqual(['curl']);
});

test('a sign-in from the browser that signed up is not mailed', async () => {
  const { form } = await registerUser(auth);
  expect((await call(auth, 'POST', '/api/auth/signin', { body: form })).status).toBe(200);
  expect(await devicesMailedTo(form.email)).toEqual([]);
});

test('a refused sign-in is not mailed', async () => {
  const { form } = await registerUser(auth);
  expect((await signIn(form.email, firefox, 'a-wrong-password')).status).toBe(400);
  expect(await devicesMailedTo(form.email)).toEqual([]);
});

test('NEW_SIGN_IN_MAILS=false turns these mails off', async () => {
  const quiet = await startAuth({ NEW_SIGN_IN_MAILS: 'false' });
  const { form } = await registerUser(quiet);
  const body = { email: form.email, password: PASSWORD };
  await call(quiet, 'POST', '/api/auth/signin', { body, headers: { 'user-agent': firefox } });
  await jobsDone(quiet);
  await quiet.stop();
  expect(quiet.mails.map(({ mail }) => mail.template)).toEqual(['confirm-email']);
});
