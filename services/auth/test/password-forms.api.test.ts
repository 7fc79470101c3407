import { sql } from '@closingwire/chassis/pg';
import { hash } from '@node-rs/argon2';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, newForm, registerUser } from './client.ts';
import { type StartedAuth, startAuth } from './start-auth.ts';

/* Keyboards send é as one code point or as two. */

const WIRE = '/api/auth/v1';
const COMPOSED = 'caf\u00e9 cr\u00e8me';
const DECOMPOSED = COMPOSED.normalize('NFD');

let auth: StartedAuth;
beforeAll(async () => {
  auth = await startAuth({ CURRENT_PASSWORD_REQUIRED: 'true' });
});
afterAll(() => auth?.stop());

const signIn = async (email: string, password: string) =>
  (await call(auth, 'POST', '/api/auth/signin', { body: { email, password } })).status;
const grant = async (email: string, password: string) =>
  (await call(auth, 'POST', `${WIRE}/token?grant_type=password`, { body: { email, password } })).status;

const hashOf = async (email: string) =>
  (await auth.pg.one<{ hash: string }>(sql`select password_hash as hash from users where email = ${email}`))
    .hash;

/** A user with a hash of an earlier version, made without NFC. */
async function withOldHash(password: string) {
  const user = await registerUser(auth);
  const old = await hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  await auth.pg.execute(sql`update users set password_hash = ${old} where email = ${user.form.email}`);
  return { ...user, old };
}

describe('a password', () => {
  test.each([
    ['composed', COMPOSED, DECOMPOSED],
    ['decomposed', DECOMPOSED, COMPOSED],
  ])(
    'that was chosen %s is known in either form, by the product and the protocol',
    async (_, chosen, other) => {
      const { form } = await registerUser(auth, { password: chosen });
      for (const password of [chosen, other]) {
        expect([await signIn(form.email, password), await grant(form.email, password)]).toEqual([200, 200]);
      }
    },
  );

  test('with a hash without NFC works, and then in either form', async () => {
    const { form, old } = await withOldHash(DECOMPOSED);
    expect(await signIn(form.email, DECOMPOSED)).toBe(200);
    expect(await hashOf(form.email)).not.toBe(old);
    expect([await signIn(form.email, COMPOSED), await grant(form.email, DECOMPOSED)]).toEqual([200, 200]);
  });

  test('of plain letters keeps its hash', async () => {
    const { form, old } = await withOldHash('only-plain-letters');
    expect(await signIn(form.email, 'only-plain-letters')).toBe(200);
    expect(await hashOf(form.email)).toBe(old);
  });

  test('proves its owner in either form at a change', async () => {
    const { form, access: token } = await registerUser(auth, { password: COMPOSED });
    const change = (body: object) => call(auth, 'PUT', `${WIRE}/user`, { token, body });
    const same = await change({ password: DECOMPOSED, current_password: DECOMPOSED });
    expect([same.status, same.body.error_code]).toEqual([422, 'same_password']);
    const next = `${DECOMPOSED} 2`;
    expect((await change({ password: next, current_password: DECOMPOSED })).status).toBe(200);
    expect(await signIn(form.email, next.normalize('NFC'))).toBe(200);
  });

  test('proves its owner in either form at a deletion', async () => {
    const { access: token } = await registerUser(auth, { password: COMPOSED });
    const reply = await call(auth, 'DELETE', '/api/user', { token, body: { password: DECOMPOSED } });
    expect(reply.status).toBe(200);
  });

  test('has the length of its composed form', async () => {
    const short = 'e\u0301'.repeat(3);
    const refused = await call(auth, 'POST', '/api/auth/signup', { body: newForm({ password: short }) });
    expect([refused.status, refused.body.message]).toEqual([
      400,
      'Password must be at least 6 characters long',
    ]);
    const body = { email: newForm().email, password: short };
    const byWire = await call(auth, 'POST', `${WIRE}/signup`, { body });
    expect([byWire.status, byWire.body.error_code]).toEqual([422, 'weak_password']);
    const long = 'e\u0301'.repeat(1_000);
    const { form } = await registerUser(auth, { password: long });
    expect([await signIn(form.email, long), await grant(form.email, long)]).toEqual([200, 200]);
    const tooLong = newForm({ password: `${long}x` });
    expect((await call(auth, 'POST', '/api/auth/signup', { body: tooLong })).status).toBe(400);
  });
});
