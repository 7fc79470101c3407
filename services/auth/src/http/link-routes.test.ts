import { expect, test } from 'vitest';
import { nextPath } from './link-routes.ts';

test.each(['/zips', '/agents/90210?page=2', '/help#billing', '/a/../settings'])(
  '%s stays on this site',
  next => {
    expect(new URL(nextPath(next, '/home'), 'https://closingwire.example').href).toBe(
      new URL(next, 'https://closingwire.example').href,
    );
  },
);

test.each([
  undefined,
  ['/zips'],
  '',
  'zips',
  'https://evil.example.com/',
  'javascript:alert(1)',
  '//evil.example.com',
  '/\\evil.example.com',
  '\\\\evil.example.com',
  '/\t/evil.example.com',
  '/\n/evil.example.com',
  '/..//evil.example.com',
  ' //evil.example.com',
])('%j is replaced by the fallback', next => {
  expect(nextPath(next, '/home')).toBe('/home');
});
