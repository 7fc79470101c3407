import { sql } from '@closingwire/chassis/pg';
import { until } from '@closingwire/chassis/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, mailTo, newForm, pressLink, type Reply, registerUser, secretIn, tokensOf } from './client.ts';
import { type StartedAuth, startAuth } from './start-auth.ts';

/* Mail scanners open links, so a link acts only when its page's button is pressed. */

const WIRE = '/api/auth/v1';

let auth: StartedAuth;
beforeAll(async () => {
  auth = await startAuth({ CURRENT_PASSWORD_REQUIRED: 'true' });
});
afterAll(() => auth?.stop());

async function signUp() {
  const form = newForm();
  const reply = await call(auth, 'POST', '/api/auth/signup', { body: form });
  const [line = ''] = reply.headers.getSetCookie();
  const { link } = await mailTo(auth, form.email, 'confirm-email');
  const { pathname, search } = new URL(link);
  return { form, link, path: pathname + search, line, cookie: line.split(';')[0] ?? '' };
}

const linksTo = (email: string) =>
  auth.mails.flatMap(({ to, mail }) => (to === email && 'link' in mail ? [mail.link ?? ''] : []));
const open = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  call(auth, method, path, { headers });
const lookAt = (secret: string, token?: string) =>
  call(auth, 'POST', '/api/auth/link/look', { body: { token: secret }, ...(token && { token }) });
const pageOf = (link: string) => `/confirm#token=${secretIn(link)}`;

const isConfirmed = async (email: string) =>
  (await auth.pg.query(sql`select 1 from users where email = ${email} and email_confirmed_at is not null`))
    .length > 0;
const sessions = async () => (await auth.pg.query(sql`select id from sessions`)).length;

describe('the link of a sign-up', () => {
  test('that any browser opens leads to its page and changes nothing', async () => {
    const { form, link, path } = await signUp();
    const before = await sessions();
    for (const userAgent of ['link-scanner', 'Mozilla/5.0']) {
      const opened = await open(path, { 'user-agent': userAgent });
      expect([opened.status, opened.headers.get('location')]).toEqual([303, pageOf(link)]);
      expect(opened.headers.getSetCookie()).toEqual([]);
    }
    expect([await isConfirmed(form.email), await sessions()]).toEqual([false, before]);
    expect((await pressLink(auth, link)).body.goTo).toBe('/zips?welcome=true');
  });

  test('confirms and signs in the browser that signed up', async () => {
    row('registration/mailed-link');
    const { form, path, line, cookie } = await signUp();
    expect(line).toMatch(/^cw_sign_up=[\w-]{43}; Max-Age=86400; Path=\/api\/auth; HttpOnly; SameSite=Lax$/);
    const opened = await open(path, { cookie });
    expect([opened.status, opened.headers.get('location')]).toEqual([303, '/zips?welcome=true']);
    const { access: token } = tokensOf(opened);
    expect((await call(auth, 'GET', '/api/auth/user', { token })).body.email).toBe(form.email);
    expect(opened.headers.getSetCookie().at(-1)).toMatch(/^cw_sign_up=; Max-Age=0; Path=\/api\/auth;/);
  });

  test('confirms by either link after two sign-ups from one browser', async () => {
    const { form, cookie, path } = await signUp();
    const again = await call(auth, 'POST', '/api/auth/signup', { body: form, headers: { cookie } });
    const mark = again.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    expect(mark).toBe(cookie);
    expect((await open(path, { cookie: mark })).headers.get('location')).toBe('/zips?welcome=true');
  });

  test.each<[string, Record<string, string>, string?]>([
    ['with HEAD', {}, 'HEAD'],
    ['to prefetch it', { 'sec-purpose': 'prefetch' }],
    ['to prerender it', { 'sec-purpose': 'prefetch;prerender' }],
    ['to prefetch it, as older browsers say it', { purpose: 'prefetch' }],
    ['to prefetch it, as Firefox says it', { 'x-moz': 'prefetch' }],
    ['to preview it', { 'x-purpose': 'preview' }],
    ['by a script', { 'sec-fetch-dest': 'empty' }],
    ['in a frame', { 'sec-fetch-dest': 'iframe' }],
    ['as a picture', { 'sec-fetch-dest': 'image' }],
  ])('that the same browser asks for %s does nothing', async (_, headers, method) => {
    const { form, path, cookie } = await signUp();
    const opened = await open(path, { cookie, ...headers }, method);
    expect(opened.headers.getSetCookie()).toEqual([]);
    expect(await isConfirmed(form.email)).toBe(false);
    const window = { 'sec-fetch-dest': 'document' };
    expect((await open(path, { cookie, ...window })).headers.get('location')).toBe('/zips?welcome=true');
  });

  test.each([
    ['of another sign-up', async () => (await signUp()).cookie],
    ['that auth did not set', async () => `cw_sign_up=${'A'.repeat(43)}`],
  ])('does nothing with a cookie %s', async (_, cookieOf) => {
    const { form, link, path } = await signUp();
    const opened = await open(path, { cookie: await cookieOf() });
    expect(opened.headers.get('location')).toBe(pageOf(link));
    expect(await isConfirmed(form.email)).toBe(false);
  });
});

describe('the cookie of a sign-up', () => {
  test("does not confirm a stranger's sign-up", async () => {
    const { form, cookie } = await signUp();
    await until(() => linksTo(form.email).length === 1);
    await call(auth, 'POST', '/api/auth/signup', { body: { ...form, password: 'planted-password' } });
    const planted = await until(() => linksTo(form.email)[1]);
    const { pathname, search } = new URL(planted);
    const opened = await open(pathname + search, { cookie });
    expect(opened.headers.get('location')).toBe(pageOf(planted));
    expect(await isConfirmed(form.email)).toBe(false);
  });

  test('does nothing in a browser signed in as another user', async () => {
    const other = await registerUser(auth);
    const { form, link, path, cookie } = await signUp();
    const opened = await call(auth, 'GET', path, { token: other.access, headers: { cookie } });
    expect(opened.headers.get('location')).toBe(pageOf(link));
    expect(await isConfirmed(form.email)).toBe(false);
    const looked = await lookAt(secretIn(link), other.access);
    expect(looked.body.isOwn).toBe(false);
  });

  test('is also set for an address with an account', async () => {
    const { form } = await registerUser(auth);
    const taken = await call(auth, 'POST', '/api/auth/signup', { body: form });
    expect(taken.headers.getSetCookie().map(line => line.replace(/=[\w-]{43};/, '=…;'))).toEqual([
      'cw_sign_up=…; Max-Age=86400; Path=/api/auth; HttpOnly; SameSite=Lax',
    ]);
  });
});

describe('the page of a link', () => {
  const look = async (link: string): Promise<Reply['body']> => (await lookAt(secretIn(link))).body;

  test('shows the action, and then its success', async () => {
    const { form, link } = await signUp();
    const facts = { kind: 'sign-up', email: form.email, newEmail: null, awaitsOther: false, isOwn: null };
    expect(await look(link)).toEqual({ state: 'valid', ...facts });
    await pressLink(auth, link);
    const none = { kind: null, email: null, newEmail: null, awaitsOther: false, isOwn: null };
    expect(await look(link)).toEqual({ state: 'used', ...none });
  });

  test('shows no data for an unknown link', async () => {
    expect(await look(`https://x.test/confirm#token=${'0'.repeat(64)}`)).toMatchObject({ state: 'unknown' });
  });

  test('shows the new address', async () => {
    const { form, access: token } = await registerUser(auth);
    const { password: currentPassword, industry: _industry, ...profile } = form;
    const { email: newEmail } = newForm();
    await call(auth, 'PUT', '/api/user/profile', {
      token,
      body: { ...profile, email: newEmail, currentPassword },
    });
    const { link } = await mailTo(auth, newEmail, 'confirm-new-email');
    expect(link).toMatch(/^http:\/\/localhost:8080\/confirm#token=[\da-f]{64}$/);
    expect(await look(link)).toMatchObject({
      state: 'valid',
      kind: 'new-email',
      email: form.email,
      newEmail,
      awaitsOther: false,
    });
    const { pathname, search } = new URL(`http://x.test/api/auth/confirm?token=${secretIn(link)}`);
    expect((await open(pathname + search)).headers.get('location')).toBe(pageOf(link));
    expect((await call(auth, 'GET', '/api/auth/user', { token })).body.email).toBe(form.email);
  });

  test('shows that a request without proof changes nothing', async () => {
    const { form, access: token } = await registerUser(auth);
    const { password: _password, industry: _industry, ...profile } = form;
    const { email } = newForm();
    await call(auth, 'PUT', '/api/user/profile', { token, body: { ...profile, email } });
    const { link } = await mailTo(auth, email, 'confirm-new-email');
    expect(await look(link)).toMatchObject({ state: 'unproven', kind: 'new-email' });
  });
});

describe('a link of the wire protocol in our mails', () => {
  const mailed = async (email: string) => new URL((await mailTo(auth, email, 'one-time-code')).link ?? '');
  const press = async (link: URL) => {
    const body = Object.fromEntries(new URLSearchParams(link.hash.slice(1)));
    const reply = await call(auth, 'POST', `${WIRE}/verify/link`, { body });
    return String(reply.body.location);
  };

  test.each([
    ['recovery', '/recover'],
    ['magiclink', '/otp'],
  ])('for %s leads to the page, whose button does what the protocol does', async (type, path) => {
    const { form } = await registerUser(auth);
    const target = 'http://localhost:8080/back';
    const query = new URLSearchParams({ redirect_to: target });
    await call(auth, 'POST', `${WIRE}${path}?${query}`, { body: { email: form.email } });
    const link = await mailed(form.email);
    expect(link.origin + link.pathname + link.search).toBe('http://localhost:8080/confirm');
    const values = new URLSearchParams(link.hash.slice(1));
    expect([values.get('type'), values.get('redirect_to')]).toEqual([type, target]);
    const looked = await lookAt(values.get('token') ?? '');
    expect(looked.body).toMatchObject({ state: 'valid', email: form.email });
    const location = await press(link);
    expect(location).toMatch(new RegExp(`^${target}#access_token=.*&type=${type}$`));
    expect(await press(link)).toContain('error_code=otp_expired');
  });

  test('with PKCE returns a code', async () => {
    const { form } = await registerUser(auth);
    const verifier = 'v'.repeat(43);
    const pkce = { code_challenge: verifier, code_challenge_method: 'plain' };
    await call(auth, 'POST', `${WIRE}/otp`, { body: { email: form.email, ...pkce } });
    const link = await mailed(form.email);
    const token = new URLSearchParams(link.hash.slice(1)).get('token');
    expect((await lookAt(token ?? '')).body.kind).toBe('sign-in');
    const code = new URL(await press(link)).searchParams.get('code');
    const body = { auth_code: code, code_verifier: verifier };
    expect((await call(auth, 'POST', `${WIRE}/token?grant_type=pkce`, { body })).status).toBe(200);
  });

  test('of a change of address shows the first of two confirmations', async () => {
    const { form, access: token } = await registerUser(auth);
    const { email } = newForm();
    const body = { email, current_password: form.password };
    expect((await call(auth, 'PUT', `${WIRE}/user`, { token, body })).status).toBe(200);
    const secretTo = async (address: string) =>
      new URLSearchParams((await mailed(address)).hash.slice(1)).get('token') ?? '';
    const [current, next] = [await secretTo(form.email), await secretTo(email)];
    const awaits = async (secret: string) => (await lookAt(secret)).body.awaitsOther;
    expect([await awaits(current), await awaits(next)]).toEqual([true, true]);
    expect(await press(await mailed(form.email))).toContain('message=');
    expect(await awaits(next)).toBe(false);
  });

  test("also works at the protocol's own URL", async () => {
    const { form } = await registerUser(auth);
    await call(auth, 'POST', `${WIRE}/recover`, { body: { email: form.email } });
    const link = await mailed(form.email);
    const opened = await call(auth, 'GET', `${WIRE}/verify?${link.hash.slice(1)}`);
    expect([opened.status, opened.headers.get('location')]).toEqual([
      303,
      expect.stringMatching(/^http:\/\/localhost:8080\/?#access_token=.*&type=recovery$/),
    ]);
  });
});
