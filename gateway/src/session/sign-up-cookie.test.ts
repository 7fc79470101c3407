import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { signUpCookiePasser } from './sign-up-cookie.ts';

const cookieOf = signUpCookiePasser('http://localhost:8080');
const request = { headers: { cookie: 'cw_access=a; cw_sign_up=mark; other=b' } } as IncomingMessage;

test.each(['/api/auth/confirm', '/api/auth/signup'])('%s gets the cookie of a sign-up alone', path => {
  expect(cookieOf(request, path)).toBe('cw_sign_up=mark');
});

test('other routes get no cookie', () => {
  expect(cookieOf(request, '/api/auth/signin')).toBeUndefined();
});
