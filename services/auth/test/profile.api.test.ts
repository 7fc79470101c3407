import { until } from '@closingwire/chassis/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, join, mailTo, newForm, openLink } from './person.ts';
import { type StartedAuth, startAuth } from './start-auth.ts';

let auth: StartedAuth;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth?.stop());

const profileOf = ({ password: _password, industry: _industry, ...profile }: ReturnType<typeof newForm>) =>
  profile;

const putProfile = (token: string, body: object) => call(auth, 'PUT', '/api/user/profile', { token, body });

test('a person changes her profile', async () => {
  row('call/put-user-profile');
  const { form, access } = await join(auth);
  const reply = await putProfile(access, { ...profileOf(form), firstName: 'Eleonora' });
  expect(reply.body).toMatchObject({ firstName: 'Eleonora', email: form.email });
  const heard = await until(() => auth.heard.find(({ data }) => data.firstName === 'Eleonora'));
  expect(heard).toMatchObject({ topic: 'user.updated', data: { version: 2 } });
});

test('a profile changes neither role nor industry', async () => {
  row('settings/industry-fixed');
  const { form, access } = await join(auth);
  const body = { ...profileOf(form), isAdmin: true, industry: 'Title & Escrow', status: 'suspended' };
  expect((await putProfile(access, body)).body).toMatchObject({
    isAdmin: false,
    industry: 'Mortgages',
    status: 'active',
  });
});

test('a new address counts once it is confirmed', async () => {
  const { form, access } = await join(auth);
  const { email } = newForm();
  const reply = await putProfile(access, { ...profileOf(form), email });
  expect(reply.body).toMatchObject({ email: form.email });
  const { link, oldEmail, newEmail } = await mailTo(auth, email, 'confirm-new-email');
  expect([oldEmail, newEmail]).toEqual([form.email, email]);
  const opened = await openLink(auth, link);
  expect(opened.headers.get('location')).toBe('/settings');
  expect((await call(auth, 'GET', '/api/auth/user', { token: access })).body).toMatchObject({ email });
});

test("another person's address is not given away", async () => {
  const [mine, hers] = [await join(auth), await join(auth)];
  const reply = await putProfile(mine.access, { ...profileOf(mine.form), email: hers.form.email });
  expect(reply.status).toBe(200);
  expect(reply.body).toMatchObject({ email: mine.form.email });
  await mailTo(auth, hers.form.email, 'already-registered');
});

test('mails are turned off and on', async () => {
  row('call/put-user-preferences');
  const { access } = await join(auth);
  for (const emailNotifications of [false, true]) {
    const reply = await call(auth, 'PUT', '/api/user/preferences', {
      token: access,
      body: { emailNotifications },
    });
    expect(reply.body).toMatchObject({ emailNotifications });
  }
});

test('an ended session changes nothing', async () => {
  const { form, access } = await join(auth);
  await call(auth, 'POST', '/api/auth/signout', { token: access });
  expect((await putProfile(access, profileOf(form))).status).toBe(401);
});
