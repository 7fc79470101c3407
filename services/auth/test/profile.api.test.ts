import { sql } from '@closingwire/chassis/pg';
import { until } from '@closingwire/chassis/testing';
import { userUpdated } from '@closingwire/contracts/auth';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, mailTo, newForm, pressLink, registerUser, tokensOf } from './client.ts';
import { type StartedAuth, startAuth } from './start-auth.ts';

let auth: StartedAuth;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth?.stop());

const profileOf = ({ password: _password, industry: _industry, ...profile }: ReturnType<typeof newForm>) =>
  profile;

const putProfile = (token: string, body: object) => call(auth, 'PUT', '/api/user/profile', { token, body });

test('a user changes the profile', async () => {
  row('call/put-user-profile');
  const { form, access } = await registerUser(auth);
  const reply = await putProfile(access, { ...profileOf(form), firstName: 'Eleonora' });
  expect(reply.body).toMatchObject({ firstName: 'Eleonora', email: form.email });
  const received = () => auth.bus.receivedOf(userUpdated).find(({ data }) => data.firstName === 'Eleonora');
  expect((await until(received)).data).toMatchObject({ version: 2 });
});

test('a profile changes neither role nor industry', async () => {
  row('settings/industry-fixed');
  const { form, access } = await registerUser(auth);
  const body = { ...profileOf(form), isAdmin: true, industry: 'Title & Escrow', status: 'suspended' };
  expect((await putProfile(access, body)).body).toMatchObject({
    isAdmin: false,
    industry: 'Mortgages',
    status: 'active',
  });
});

describe('industry and company', () => {
  const chosen = { industry: 'Title & Escrow', companyName: 'Example Title', teamSize: 'Just me (1)' };
  const choose = (token: string, body: object) => call(auth, 'PUT', '/api/user/company', { token, body });

  /** A user of the wire protocol has no industry. */
  async function withoutIndustry() {
    const user = await registerUser(auth);
    await auth.pg.execute(
      sql`update users set industry = '', first_name = '' where email = ${user.form.email}`,
    );
    return user;
  }

  test('are set once, and the next call has them', async () => {
    row('beyond/company-before-order');
    const { form, access } = await withoutIndustry();
    const reply = await choose(access, chosen);
    expect([reply.status, reply.body]).toMatchObject([200, { ...chosen, email: form.email }]);
    const claims = decodeJwt(tokensOf(reply).access);
    expect(claims.app_metadata).toMatchObject({ industry: 'Title & Escrow' });
    const received = () =>
      auth.bus.receivedOf(userUpdated).find(({ data }) => data.companyName === 'Example Title');
    expect((await until(received)).data).toMatchObject({ industry: 'Title & Escrow' });
    expect(await choose(access, { ...chosen, industry: 'Mortgages' })).toMatchObject({
      status: 409,
      body: { code: 'industry_set', message: 'Your industry is set already. Contact support to change it.' },
    });
  });

  test('refuse an unknown industry', async () => {
    const { access } = await withoutIndustry();
    expect((await choose(access, { ...chosen, industry: 'Astrology' })).status).toBe(400);
    expect((await choose(access, { ...chosen, companyName: ' ' })).status).toBe(400);
  });

  test('stay after a registration with them', async () => {
    const { access } = await registerUser(auth);
    expect((await choose(access, chosen)).status).toBe(409);
  });
});

test('a new address is valid after its confirmation', async () => {
  const { form, access } = await registerUser(auth);
  const { email } = newForm();
  const reply = await putProfile(access, { ...profileOf(form), email, currentPassword: form.password });
  expect(reply.body).toMatchObject({ email: form.email });
  const { link, oldEmail, newEmail, awaitsPassword } = await mailTo(auth, email, 'confirm-new-email');
  expect([oldEmail, newEmail, awaitsPassword]).toEqual([form.email, email, false]);
  const opened = await pressLink(auth, link);
  expect(opened.body.goTo).toBe('/settings?notice=email-changed');
  expect((await call(auth, 'GET', '/api/auth/user', { token: access })).body).toMatchObject({ email });
});

test("another user's address is not revealed", async () => {
  const [mine, other] = [await registerUser(auth), await registerUser(auth)];
  const move = { email: other.form.email, currentPassword: mine.form.password };
  const reply = await putProfile(mine.access, { ...profileOf(mine.form), ...move });
  expect(reply.status).toBe(200);
  expect(reply.body).toMatchObject({ email: mine.form.email });
  await mailTo(auth, other.form.email, 'already-registered');
});

test('notifications are turned off and on', async () => {
  row('call/put-user-preferences');
  const { access } = await registerUser(auth);
  for (const emailNotifications of [false, true]) {
    const reply = await call(auth, 'PUT', '/api/user/preferences', {
      token: access,
      body: { emailNotifications },
    });
    expect(reply.body).toMatchObject({ emailNotifications });
  }
});

test('an ended session changes nothing', async () => {
  const { form, access } = await registerUser(auth);
  await call(auth, 'POST', '/api/auth/signout', { token: access });
  expect((await putProfile(access, profileOf(form))).status).toBe(401);
});
