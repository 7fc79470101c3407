import { expect, test } from 'vitest';
import { codeRedirect, errorRedirect, messageRedirect, sessionRedirect } from './redirect-url.ts';

const TARGET = 'https://app.example.com/back?keep=1';
const expired = { status: 403, code: 'otp_expired', message: 'Email link is invalid or has expired' };

test('a session goes into the fragment, sorted', () => {
  const session = {
    access_token: 'a.b.c',
    refresh_token: 'r',
    expires_at: 2,
    expires_in: 1,
    token_type: 'bearer',
  };
  expect(sessionRedirect(TARGET, session, 'recovery')).toBe(
    `${TARGET}#access_token=a.b.c&expires_at=2&expires_in=1&refresh_token=r&sb=&token_type=bearer&type=recovery`,
  );
});

test('a code goes into the query', () => {
  expect(codeRedirect(TARGET, 'c-1')).toBe(`${TARGET}&code=c-1`);
});

test('an error goes into the fragment, and with PKCE into both', () => {
  const values =
    'error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired';
  expect(errorRedirect('https://a.example', expired, false)).toBe(`https://a.example#${values}&sb=`);
  expect(errorRedirect('https://a.example', expired, true)).toBe(`https://a.example?${values}#${values}&sb=`);
});

test('a message goes the same ways', () => {
  expect(messageRedirect('https://a.example', 'Go on', false)).toBe('https://a.example#message=Go+on&sb=');
  expect(messageRedirect('https://a.example', 'Go on', true)).toContain('?message=Go+on#');
});
