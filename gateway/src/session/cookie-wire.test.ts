import { expect, test } from 'vitest';
import { describeSession, describeToken } from './cookie-wire.ts';

const claims = Buffer.from(JSON.stringify({ sub: 'a', exp: 1_900 })).toString('base64url');
const token = `e30.${claims}.c2lnbmF0dXJl`;

test('a described session keeps claims but no credentials', () => {
  const session = { access_token: token, refresh_token: 'secret', expires_in: 900, user: { id: 'a' } };
  expect(describeSession(session)).toEqual({
    ...session,
    access_token: `e30.${claims}.`,
    refresh_token: 'kept-in-a-cookie',
  });
});

test('a described token has its remaining lifetime', () => {
  expect(describeToken(token, 1_000_000)).toMatchObject({ expires_at: 1_900, expires_in: 900 });
});

test('a token past its time has no seconds left', () => {
  expect(describeToken(token, 2_000_000)).toMatchObject({ expires_in: 0 });
});
