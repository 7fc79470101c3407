import { sql } from '@closingwire/chassis/pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, jobsDone, mailTo, newForm, PASSWORD, pressLink, tokensOf } from './client.ts';
import { type StartedAuth, startAuth } from './start-auth.ts';

/* A mailbox has links of its owner's sign-ups and a stranger's, and the owner cannot tell them apart. */

const WIRE = '/api/auth/v1';
const STRANGER = '203.0.113.7';
const OWNER = '198.51.100.7';
const PLANTED = 'the-password-of-a-stranger';

let auth: StartedAuth;
beforeAll(async () => {
  auth = await startAuth({ HIDE_ACCOUNTS: 'true' });
});
afterAll(() => auth?.stop());

const post = (path: string, body: object, ip: string) =>
  call(auth, 'POST', path, { body, headers: { 'x-forwarded-for': ip } });
const signUp = (email: string, password: string, ip: string) =>
  post('/api/auth/signup', newForm({ email, password }), ip);
const signUpByWire = (email: string, password: string, ip: string) =>
  post(`${WIRE}/signup`, { email, password }, ip);
const signIn = async (email: string, password: string) =>
  (await post('/api/auth/signin', { email, password }, OWNER)).status;

async function linksTo(email: string): Promise<string[]> {
  await jobsDone(auth);
  return auth.mails.flatMap(({ to, mail }) =>
    to === email && mail.template === 'confirm-email' ? [mail.link] : [],
  );
}

describe('a link that confirms an address', () => {
  test("sets no stranger's password if the owner's mail was held back", async () => {
    const { email } = newForm();
    for (let count = 0; count < 5; count++) await signUp(email, PLANTED, STRANGER);
    // Same network and browser: only the full mailbox differs.
    expect((await signUp(email, PASSWORD, STRANGER)).status).toBe(200);
    const links = await linksTo(email);
    expect(links).toHaveLength(5);
    const opened = await pressLink(auth, links[0] ?? '');
    expect(opened.body.goTo).toBe('/settings?notice=no-password');
    expect([await signIn(email, PLANTED), await signIn(email, PASSWORD)]).toEqual([400, 400]);
    const chosen = await call(auth, 'PUT', `${WIRE}/user`, {
      token: tokensOf(opened).access,
      body: { password: 'chosen-by-the-owner' },
    });
    expect(chosen.status).toBe(200);
    expect(await signIn(email, 'chosen-by-the-owner')).toBe(200);
  });

  test.each([
    ['first', 0],
    ['second', 1],
  ])('brings none where two networks signed up, be it the %s', async (_, index) => {
    const { email } = newForm();
    await signUp(email, PLANTED, STRANGER);
    await signUp(email, PASSWORD, OWNER);
    const links = await linksTo(email);
    const opened = await pressLink(auth, links[index] ?? '');
    expect(opened.body.goTo).toBe('/settings?notice=no-password');
    expect([await signIn(email, PLANTED), await signIn(email, PASSWORD)]).toEqual([400, 400]);
  });

  test('sets the password of a single user who signed up several times', async () => {
    const { email } = newForm();
    for (let count = 0; count < 2; count++) await signUp(email, PASSWORD, OWNER);
    const opened = await pressLink(auth, (await linksTo(email))[0] ?? '');
    expect(opened.body.goTo).toBe('/zips?welcome=true');
    expect(await signIn(email, PASSWORD)).toBe(200);
  });

  test("of the protocol sets no password after the owner's sign-up or a resend", async () => {
    const { email } = newForm();
    await signUpByWire(email, PLANTED, STRANGER);
    await signUpByWire(email, PASSWORD, OWNER);
    await auth.pg.execute(
      sql`update users set confirmation_sent_at = now() - interval '1 hour' where email = ${email}`,
    );
    const first = (await mailTo(auth, email, 'one-time-code')).code;
    await post(`${WIRE}/resend`, { type: 'signup', email }, STRANGER);
    await jobsDone(auth);
    const { code } = await mailTo(auth, email, 'one-time-code');
    expect(code).not.toBe(first);
    const verified = await post(`${WIRE}/verify`, { type: 'signup', email, token: code }, OWNER);
    expect(verified.status).toBe(200);
    expect([await signIn(email, PLANTED), await signIn(email, PASSWORD)]).toEqual([400, 400]);
  });
});
