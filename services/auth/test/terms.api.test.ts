import { sql } from '@closingwire/chassis/pg';
import { termsVersion } from '@closingwire/contracts/terms';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, mailTo, newForm, PASSWORD, pressLink, type Reply, registerUser, tokensOf } from './client.ts';
import { fakeExporter } from './fake-services.ts';
import { type StartedAuth, startAuth } from './start-auth.ts';

const exporters = {
  CATALOG_URL: fakeExporter('catalog'),
  LEADS_URL: fakeExporter('leads'),
  CONTENT_URL: fakeExporter('content'),
};
let auth: StartedAuth;
beforeAll(async () => {
  for (const exporter of Object.values(exporters)) await exporter.start();
  auth = await startAuth(Object.fromEntries(Object.entries(exporters).map(([name, { url }]) => [name, url])));
});
afterAll(async () => {
  await auth?.stop();
  for (const exporter of Object.values(exporters)) await exporter.stop();
});

type Acceptance = { version: string; acceptedAt: string; ip: string | null; userAgent: string };

async function accepted(token: string): Promise<Acceptance[]> {
  const { body } = await call(auth, 'GET', '/api/user/export', { token });
  return (body.account as { termsAcceptances: Acceptance[] }).termsAcceptances;
}
const own = (token: string) => call(auth, 'GET', '/api/auth/user', { token });
const accept = (token: string | undefined, version = termsVersion, userAgent = 'Firefox'): Promise<Reply> =>
  call(auth, 'POST', '/api/user/terms', {
    ...(token && { token }),
    body: { version },
    headers: { 'user-agent': userAgent },
  });

test('a sign-up stores version, time, address and browser', async () => {
  const form = { ...newForm(), termsVersion };
  const headers = { 'user-agent': 'Safari' };
  expect((await call(auth, 'POST', '/api/auth/signup', { body: form, headers })).status).toBe(200);
  const { link } = await mailTo(auth, form.email, 'confirm-email');
  const { access } = tokensOf(await pressLink(auth, link));
  expect((await own(access)).body).toMatchObject({ termsVersion });
  expect(await accepted(access)).toEqual([
    {
      version: termsVersion,
      acceptedAt: expect.any(String),
      ip: expect.stringMatching(/^(127\.0\.0\.1|::1)$/),
      userAgent: 'Safari',
    },
  ]);
});

test.each<[string, Record<string, string>]>([
  ['without terms', {}],
  ['with an earlier version', { termsVersion: '2020-01-01' }],
])('a sign-up %s works and accepts nothing', async (_name, more) => {
  const { access } = await registerUser(auth, more);
  expect((await own(access)).body).toMatchObject({ termsVersion: null });
  expect(await accepted(access)).toEqual([]);
});

test('an acceptance counts with its own link only', async () => {
  const form = newForm();
  const post = (body: object, userAgent: string) =>
    call(auth, 'POST', '/api/auth/signup', { body, headers: { 'user-agent': userAgent } });
  await post(form, 'the owner');
  const { link } = await mailTo(auth, form.email, 'confirm-email');
  await post({ ...form, termsVersion }, 'a stranger');
  const { access } = tokensOf(await pressLink(auth, link));
  expect((await own(access)).body).toMatchObject({ termsVersion: null });
});

test('sign-ups from two browsers accept nothing', async () => {
  const form = { ...newForm(), termsVersion };
  for (const userAgent of ['the owner', 'a stranger']) {
    await call(auth, 'POST', '/api/auth/signup', { body: form, headers: { 'user-agent': userAgent } });
  }
  const { link } = await mailTo(auth, form.email, 'confirm-email');
  const { access } = tokensOf(await pressLink(auth, link));
  expect((await own(access)).body).toMatchObject({ termsVersion: null });
});

test('a signed-in user accepts once; a repeated call keeps the first time', async () => {
  const [{ access }, { access: another }] = [await registerUser(auth), await registerUser(auth)];
  const reply = await accept(access);
  expect([reply.status, reply.body.termsVersion]).toEqual([200, termsVersion]);
  const [first] = await accepted(access);
  expect(first).toMatchObject({ version: termsVersion, userAgent: 'Firefox' });
  expect((await accept(access, termsVersion, 'Chrome')).status).toBe(200);
  expect(await accepted(access)).toEqual([first]);
  expect((await own(another)).body).toMatchObject({ termsVersion: null });
});

test('another version is refused', async () => {
  const { access } = await registerUser(auth);
  const reply = await accept(access, '2020-01-01');
  expect([reply.status, reply.body.code]).toEqual([409, 'terms_changed']);
  expect((await accept(access, 'x'.repeat(21))).status).toBe(400);
  expect(await accepted(access)).toEqual([]);
});

test('an acceptance requires a session', async () => {
  expect((await accept(undefined)).status).toBe(401);
});

test('an earlier acceptance stays beside a new one', async () => {
  const { access } = await registerUser(auth);
  const { id } = (await own(access)).body as { id: string };
  await auth.pg.execute(sql`
    insert into terms_acceptances (user_id, version, accepted_at, user_agent)
    values (${id}, '2020-01-01', '2020-01-02', 'Opera')`);
  await accept(access);
  expect((await accepted(access)).map(({ version }) => version)).toEqual(['2020-01-01', termsVersion]);
});

test('acceptances are deleted with the account', async () => {
  const { access } = await registerUser(auth);
  const { id } = (await own(access)).body as { id: string };
  await accept(access);
  expect(
    (await call(auth, 'DELETE', '/api/user', { token: access, body: { password: PASSWORD } })).status,
  ).toBe(200);
  expect(await auth.pg.query(sql`select 1 from terms_acceptances where user_id = ${id}`)).toEqual([]);
});
