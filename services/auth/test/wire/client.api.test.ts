import type { GoTrueClient } from '@supabase/auth-js';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newAddress, PASSWORD, SITE, type StartedWire, startWire } from './start-wire.ts';

let wire: StartedWire;
beforeAll(async () => {
  wire = await startWire({ ANONYMOUS_SIGN_INS: 'true' });
});
afterAll(() => wire?.stop());

/** The client's events, in order. */
function eventsOf(client: GoTrueClient): string[] {
  const events: string[] = [];
  client.onAuthStateChange(event => void events.push(event));
  return events;
}

/** A client whose user has confirmed the address. */
async function joined() {
  const client = wire.client();
  const email = newAddress();
  await client.signUp({ email, password: PASSWORD });
  const token = await wire.codeTo(email);
  const { data, error } = await client.verifyOtp({ email, token, type: 'signup' });
  expect(error).toBeNull();
  return { client, email, session: data.session, user: data.user };
}

const codeFor = (secret: string, at = Date.now()) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at });

async function enrolled(client: GoTrueClient) {
  const { data, error } = await client.mfa.enroll({ factorType: 'totp', friendlyName: `f${Math.random()}` });
  if (error) throw error;
  return data;
}

describe('signing up', () => {
  test('returns a user without a session until the mailed code', async () => {
    const client = wire.client();
    const events = eventsOf(client);
    const email = newAddress();
    const signedUp = await client.signUp({
      email,
      password: PASSWORD,
      options: { data: { first_name: 'Ada' } },
    });
    expect(signedUp.error).toBeNull();
    expect(signedUp.data.session).toBeNull();
    expect(signedUp.data.user).toMatchObject({
      email,
      role: 'authenticated',
      identities: [{ provider: 'email', identity_data: { email, email_verified: false } }],
    });
    const early = await client.signInWithPassword({ email, password: PASSWORD });
    expect(early.error).toMatchObject({ status: 400, code: 'email_not_confirmed' });
    const verified = await client.verifyOtp({ email, token: await wire.codeTo(email), type: 'signup' });
    expect(verified.data.session?.user).toMatchObject({
      email,
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: { first_name: 'Ada', email_verified: true, sub: signedUp.data.user?.id },
    });
    expect(events).toEqual(['INITIAL_SESSION', 'SIGNED_IN']);
  });

  test('with a taken address gets the usual reply', async () => {
    const { email } = await joined();
    const { data, error } = await wire.client().signUp({ email, password: 'another-password' });
    expect(error).toBeNull();
    expect(data).toMatchObject({ session: null, user: { email, identities: [] } });
  });

  test('by a stranger sets no password', async () => {
    const email = newAddress();
    await wire.client().signUp({ email, password: 'of-a-stranger' });
    await wire.codeTo(email);
    await wire.client().signInWithOtp({ email });
    const token = await wire.codeTo(email, 1);
    expect((await wire.client().verifyOtp({ email, token, type: 'email' })).error).toBeNull();
    const { error } = await wire.client().signInWithPassword({ email, password: 'of-a-stranger' });
    expect(error).toMatchObject({ code: 'invalid_credentials' });
  });

  test('works without a name', async () => {
    const { data, error } = await wire.client().signInAnonymously();
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ is_anonymous: true, identities: [], email: '' });
  });
});

describe('signing in', () => {
  test('with the password returns a session', async () => {
    const { email } = await joined();
    const client = wire.client();
    const events = eventsOf(client);
    const { data, error } = await client.signInWithPassword({ email, password: PASSWORD });
    expect(error).toBeNull();
    expect(data.session).toMatchObject({ token_type: 'bearer', expires_in: 900 });
    const claims = await client.getClaims();
    expect(claims.data?.claims).toMatchObject({ email, aal: 'aal1', amr: [{ method: 'password' }] });
    const { data: changed } = await client.updateUser({ data: { color: 'blue' } });
    expect(changed.user?.user_metadata).toMatchObject({ color: 'blue' });
    await client.signOut();
    expect(events).toEqual(['INITIAL_SESSION', 'SIGNED_IN', 'USER_UPDATED', 'SIGNED_OUT']);
  });

  test('with a mailed code works once', async () => {
    const { email } = await joined();
    const client = wire.client();
    await client.signInWithOtp({ email });
    const token = await wire.codeTo(email, 1);
    expect((await client.verifyOtp({ email, token, type: 'email' })).data.session).not.toBeNull();
    const again = await client.verifyOtp({ email, token, type: 'email' });
    expect(again.error).toMatchObject({ status: 403, code: 'otp_expired' });
  });

  test('with a mailed link and a verifier returns a session', async () => {
    const { email } = await joined();
    const client = wire.client({ flowType: 'pkce' });
    await client.signInWithOtp({ email, options: { emailRedirectTo: `${SITE}/back` } });
    const opened = await fetch(await wire.linkTo(email, 1), { redirect: 'manual' });
    expect(opened.status).toBe(303);
    const target = new URL(opened.headers.get('location') ?? '');
    expect(target.origin + target.pathname).toBe(`${SITE}/back`);
    const code = target.searchParams.get('code') ?? '';
    const wrong = await wire.call('POST', '/token?grant_type=pkce', {
      auth_code: code,
      code_verifier: 'x'.repeat(56),
    });
    expect(wrong.body).toMatchObject({ code: 400, error_code: 'bad_code_verifier' });
    const { data, error } = await client.exchangeCodeForSession(code);
    expect(error).toBeNull();
    expect(data.user?.email).toBe(email);
    const again = await wire.call('POST', '/token?grant_type=pkce', { auth_code: code, code_verifier: 'x' });
    expect(again).toMatchObject({ status: 404, body: { error_code: 'flow_state_not_found' } });
  });

  test('by a link puts the session into the fragment', async () => {
    const { email } = await joined();
    await wire.client().signInWithOtp({ email });
    const link = await wire.linkTo(email, 1);
    const opened = await fetch(link, { redirect: 'manual' });
    const [page, fragment] = (opened.headers.get('location') ?? '').split('#');
    expect(page).toBe(SITE);
    const values = Object.fromEntries(new URLSearchParams(fragment));
    expect(values).toMatchObject({ token_type: 'bearer', type: 'magiclink', expires_in: '900', sb: '' });
    const again = await fetch(link, { redirect: 'manual' });
    expect(again.headers.get('location')).toBe(
      `${SITE}#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired&sb=`,
    );
  });
});

describe('a forgotten password', () => {
  test('can be replaced after the mailed code', async () => {
    const { email, client: other } = await joined();
    const client = wire.client();
    const events = eventsOf(client);
    await client.resetPasswordForEmail(email);
    const token = await wire.codeTo(email, 1);
    expect((await client.verifyOtp({ email, token, type: 'recovery' })).error).toBeNull();
    const same = await client.updateUser({ password: PASSWORD });
    expect(same.error).toMatchObject({ status: 422, code: 'same_password' });
    expect((await client.updateUser({ password: 'a-better-password' })).error).toBeNull();
    expect((await other.getUser()).error?.name).toBe('AuthSessionMissingError');
    const { error } = await wire.client().signInWithPassword({ email, password: 'a-better-password' });
    expect(error).toBeNull();
    expect(events).toEqual(['INITIAL_SESSION', 'PASSWORD_RECOVERY', 'USER_UPDATED']);
  });

  test('of an unknown user gets the same reply', async () => {
    expect((await wire.client().resetPasswordForEmail(newAddress())).error).toBeNull();
  });
});

describe('an address', () => {
  test('changes after both confirmations', async () => {
    const { email, client } = await joined();
    const next = newAddress();
    const asked = await client.updateUser({ email: next });
    expect(asked.data.user).toMatchObject({ email, new_email: next });
    const half = await client.verifyOtp({
      email,
      token: await wire.codeTo(email, 1),
      type: 'email_change',
    });
    expect(half.data.session).toBeNull();
    expect((await client.getUser()).data.user?.email).toBe(email);
    const done = await client.verifyOtp({
      email: next,
      token: await wire.codeTo(next),
      type: 'email_change',
    });
    expect(done.data.user).toMatchObject({ email: next, user_metadata: { email: next } });
  });

  test('of another user is refused', async () => {
    const { email } = await joined();
    const { client } = await joined();
    expect((await client.updateUser({ email })).error).toMatchObject({ status: 422, code: 'email_exists' });
  });

  test('makes an anonymous user a regular one', async () => {
    const client = wire.client();
    await client.signInAnonymously();
    const email = newAddress();
    await client.updateUser({ email });
    const { data } = await client.verifyOtp({ email, token: await wire.codeTo(email), type: 'email_change' });
    expect(data.user).toMatchObject({ email, is_anonymous: false, app_metadata: { provider: 'email' } });
  });
});

describe('a second factor', () => {
  test('raises the session and ends those without it', async () => {
    const { email, client, session } = await joined();
    const other = wire.client();
    await other.signInWithPassword({ email, password: PASSWORD });
    const events = eventsOf(client);
    const { id, totp } = await enrolled(client);
    expect(totp.uri).toMatch(/^otpauth:\/\/totp\/localhost%3A8080:wire\..*\?algorithm=SHA1&digits=6&issuer=/);
    expect(totp.qr_code).toContain('data:image/svg+xml;utf-8,<svg');
    const wrong = await client.mfa.challengeAndVerify({ factorId: id, code: '000000' });
    expect(wrong.error).toMatchObject({ status: 422, code: 'mfa_verification_failed' });
    const { error } = await client.mfa.challengeAndVerify({ factorId: id, code: codeFor(totp.secret) });
    expect(error).toBeNull();
    const level = await client.mfa.getAuthenticatorAssuranceLevel();
    expect(level.data).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' });
    const before = JSON.parse(atob(session?.access_token.split('.')[1] ?? ''));
    const after = await client.getClaims();
    expect(after.data?.claims.session_id).toBe(before.session_id);
    expect(after.data?.claims.amr?.map(entry => (typeof entry === 'string' ? entry : entry.method))).toEqual([
      'totp',
      'otp',
    ]);
    expect((await other.getUser()).error?.name).toBe('AuthSessionMissingError');
    expect(events).toContain('MFA_CHALLENGE_VERIFIED');
    const refreshed = await client.refreshSession();
    expect(refreshed.error).toBeNull();
    expect((await client.mfa.unenroll({ factorId: id })).data).toEqual({ id });
    await client.refreshSession();
    expect((await client.getClaims()).data?.claims.aal).toBe('aal1');
  });

  test('is required to change the password', async () => {
    const { email, client } = await joined();
    const { id, totp } = await enrolled(client);
    await client.mfa.challengeAndVerify({ factorId: id, code: codeFor(totp.secret) });
    const weak = wire.client();
    await weak.signInWithPassword({ email, password: PASSWORD });
    const changed = await weak.updateUser({ password: 'a-better-password' });
    expect(changed.error).toMatchObject({ status: 401, code: 'insufficient_aal' });
    const removed = await weak.mfa.unenroll({ factorId: id });
    expect(removed.error).toMatchObject({ status: 422, code: 'insufficient_aal' });
  });
});

describe('refreshing', () => {
  test('in three tabs at once keeps all signed in', async () => {
    const { email, session } = await joined();
    const tabs = [0, 1, 2].map(() => wire.client());
    const events = tabs.map(eventsOf);
    const held = { refresh_token: session?.refresh_token ?? '' };
    const replies = await Promise.all(tabs.map(tab => tab.refreshSession(held)));
    expect(replies.map(reply => reply.error)).toEqual([null, null, null]);
    expect(new Set(replies.map(reply => reply.data.session?.refresh_token)).size).toBe(1);
    for (const received of events) expect(received).toEqual(['INITIAL_SESSION', 'TOKEN_REFRESHED']);
    for (const tab of tabs) expect((await tab.getUser()).data.user?.email).toBe(email);
  });

  test('after signing out everywhere is refused', async () => {
    const { client, session } = await joined();
    await client.signOut({ scope: 'global' });
    const { error } = await wire.client().refreshSession({ refresh_token: session?.refresh_token ?? '' });
    expect(error).toMatchObject({ status: 400, code: 'refresh_token_not_found' });
  });

  test('works after signing out the others', async () => {
    const { email, client } = await joined();
    const other = wire.client();
    await other.signInWithPassword({ email, password: PASSWORD });
    await client.signOut({ scope: 'others' });
    expect((await other.getUser()).error).not.toBeNull();
    expect((await client.refreshSession()).error).toBeNull();
    await other.signInWithPassword({ email, password: PASSWORD });
    await other.signOut({ scope: 'local' });
    expect((await client.refreshSession()).error).toBeNull();
  });
});

describe('an operator', () => {
  test('creates, finds, changes and deletes users', async () => {
    const admin = wire.admin();
    const email = newAddress();
    const made = await admin.createUser({
      email,
      password: PASSWORD,
      email_confirm: true,
      user_metadata: { color: 'red' },
    });
    expect(made.error).toBeNull();
    const id = made.data.user?.id ?? '';
    expect(made.data.user?.user_metadata).toEqual({ color: 'red', email_verified: true });
    const signedIn = await wire.client().signInWithPassword({ email, password: PASSWORD });
    expect(signedIn.error).toBeNull();
    const listed = await admin.listUsers({ page: 1, perPage: 1 });
    expect(listed.data).toMatchObject({ nextPage: 2, total: expect.any(Number) });
    const banned = await admin.updateUserById(id, { ban_duration: '1h' });
    expect(banned.data.user?.id).toBe(id);
    const refused = await wire.client().signInWithPassword({ email, password: PASSWORD });
    expect(refused.error).toMatchObject({ status: 400, code: 'user_banned' });
    expect((await admin.deleteUser(id)).error).toBeNull();
    expect((await admin.getUserById(id)).error).toMatchObject({ status: 404, code: 'user_not_found' });
  });

  test('invites, and the link signs in', async () => {
    const email = newAddress();
    const invited = await wire.admin().inviteUserByEmail(email, { data: { last_name: 'Guest' } });
    expect(invited.data.user).toMatchObject({ email, invited_at: expect.any(String) });
    const opened = await fetch(await wire.linkTo(email), { redirect: 'manual' });
    expect(opened.headers.get('location')).toContain('type=invite');
  });

  test('generates links without a mail', async () => {
    const email = newAddress();
    const options = { data: { color: 'red' } };
    const { data, error } = await wire
      .admin()
      .generateLink({ type: 'signup', email, password: PASSWORD, options });
    expect(error).toBeNull();
    expect(data.user?.user_metadata).toEqual({ color: 'red' });
    expect(data.properties).toMatchObject({
      hashed_token: expect.stringMatching(/^[0-9a-f]{64}$/),
      email_otp: expect.stringMatching(/^\d{6}$/),
      verification_type: 'signup',
      action_link: expect.stringContaining('/verify?token='),
    });
    const tokenHash = data.properties?.hashed_token ?? '';
    const verified = await wire.client().verifyOtp({ token_hash: tokenHash, type: 'signup' });
    expect(verified.data.user?.email).toBe(email);
  });
});
