import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { sameOrigin } from './same-origin.ts';

const check = sameOrigin('https://closingwire.example');
const from = (headers: Record<string, string>, method = 'POST') =>
  ({ method, headers }) as unknown as IncomingMessage;

describe('the origin check', () => {
  test('allows requests of our own pages', () => {
    check(from({ origin: 'https://closingwire.example' }), 'user', true);
    check(from({ 'sec-fetch-site': 'same-origin' }), 'user', true);
  });

  test('refuses a cookie from another site', () => {
    for (const origin of ['https://evil.example', 'null', 'https://closingwire.example.evil.example'])
      expect(() => check(from({ origin }), 'user', true)).toThrow(`got one from ${origin}`);
  });

  test('refuses a cookie without a named origin', () => {
    expect(() => check(from({}), 'user', true)).toThrow('Expected a request from this site');
    expect(() => check(from({ 'sec-fetch-site': 'same-site' }), 'user', true)).toThrow();
  });

  test('refuses a sign-in form on another site', () => {
    expect(() => check(from({ origin: 'https://evil.example' }), 'public', false)).toThrow();
  });

  test('reading needs no origin', () => {
    check(from({ origin: 'https://evil.example' }, 'GET'), 'user', true);
  });

  test('programs name no origin', () => {
    check(from({}), 'public', false);
    check(from({ origin: 'https://tool.example', authorization: 'Bearer x' }), 'partner', false);
  });

  test('allows the wire protocol from any site without cookies', () => {
    const request = {
      ...from({ origin: 'https://tool.example' }),
      url: '/api/auth/v1/token?grant_type=password',
    } as IncomingMessage;
    check(request, 'public', false);
    expect(() => check(request, 'public', true)).toThrow('got one from https://tool.example');
  });
});
