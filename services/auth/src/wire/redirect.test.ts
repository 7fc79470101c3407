import { expect, test } from 'vitest';
import {
  codeRedirect,
  errorRedirect,
  globPattern,
  mayRedirectTo,
  messageRedirect,
  redirectTarget,
  sessionRedirect,
} from './redirect.ts';

const rules = {
  siteUrl: 'https://app.example.com',
  allowList: ['https://*.preview.example.com/**', 'com.example.app://callback', 'https://two.example/a/*'],
};

test.each([
  ['https://app.example.com/zips?x=1#y'],
  ['http://127.0.0.1:5000/cb'],
  ['https://one.preview.example.com/deep/path'],
  ['com.example.app://callback'],
  ['https://two.example/a/b#fragment'],
])('%s is allowed', url => {
  expect(mayRedirectTo(url, rules)).toBe(true);
});

test.each([
  ['http://app.example.com/'],
  ['https://app.example.com:8443/'],
  ['https://evil.example'],
  ['https://a.b.preview.example.com/'],
  ['https://two.example/a/b/c'],
  ['https://app.example.com@evil.example/'],
  ['https://evil.example\\.preview.example.com/x'],
  ['http://2130706433/'],
  ['http://10.0.0.1/'],
  ['javascript:alert(1)//https://app.example.com'],
  ['/zips'],
  [''],
])('%s is refused', url => {
  expect(mayRedirectTo(url, rules)).toBe(false);
});

test('any port of this machine is allowed for a local site', () => {
  const local = { siteUrl: 'http://localhost:8080', allowList: [] };
  expect(mayRedirectTo('http://localhost:5173/x', local)).toBe(true);
});

test('a refused address falls back to the referer, then the site', () => {
  const wanted = 'https://evil.example';
  expect(redirectTarget(wanted, 'https://app.example.com/a', rules)).toBe('https://app.example.com/a');
  expect(redirectTarget(wanted, wanted, rules)).toBe(rules.siteUrl);
  expect(redirectTarget(undefined, undefined, rules)).toBe(rules.siteUrl);
});

test('globs have classes and alternatives', () => {
  const glob = globPattern('https://{one,two}.example/[a-c]?x+y');
  expect(glob.test('https://two.example/bzx+y')).toBe(true);
  expect(glob.test('https://three.example/bzx+y')).toBe(false);
  expect(glob.test('https://one.example/dzx+y')).toBe(false);
});

const TARGET = 'https://app.example.com/back?keep=1';
const expired = { status: 403, code: 'otp_expired', message: 'Email link is invalid or has expired' };

test('a session goes into the fragment, sorted', () => {
  const session = {
    access_token: 'a.b.c',
    refresh_token: 'r',
    expires_at: 2,
    expires_in: 1,
    token_type: 'bearer' as const,
  };
  expect(sessionRedirect(TARGET, session, 'recovery')).toBe(
    `${TARGET}#access_token=a.b.c&expires_at=2&expires_in=1&refresh_token=r&sb=&token_type=bearer&type=recovery`,
  );
});

test('a code goes into the query', () => {
  expect(codeRedirect(TARGET, 'c-1')).toBe(`${TARGET}&code=c-1`);
});

test('an error goes into the fragment, with PKCE also into the query', () => {
  const values =
    'error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired';
  expect(errorRedirect('https://a.example', expired, false)).toBe(`https://a.example#${values}&sb=`);
  expect(errorRedirect('https://a.example', expired, true)).toBe(`https://a.example?${values}#${values}&sb=`);
});

test('a message goes into the same places', () => {
  expect(messageRedirect('https://a.example', 'Go on', false)).toBe('https://a.example#message=Go+on&sb=');
  expect(messageRedirect('https://a.example', 'Go on', true)).toContain('?message=Go+on#');
});
