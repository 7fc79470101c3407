import { expect, test } from 'vitest';
import { cookieOf } from './session.ts';

test.each([
  [undefined, undefined],
  ['', undefined],
  ['cw_access=a.b.c', 'a.b.c'],
  ['x=1; cw_access=token; y=2', 'token'],
  ['cw_access_old=no;cw_access=yes', 'yes'],
  ['cw_access=', undefined],
  ['; ;cw_access=v', 'v'],
])('of %j the access cookie is %j', (header, expected) => {
  expect(cookieOf(header, 'cw_access')).toBe(expected);
});
