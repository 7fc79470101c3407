import { expect, test } from 'vitest';
import { linkInAddress } from './link-in-address.ts';

const token = 'a'.repeat(64);

test('a link of the product has its token, and where to go next', () => {
  expect(linkInAddress(`#token=${token}&next=%2Fhelp`)).toEqual({
    token,
    type: null,
    redirectTo: null,
    next: '/help',
  });
});

test('a link of the wire protocol has its type and target', () => {
  const fragment = `#token=pkce_${token}&type=recovery&redirect_to=myapp%3A%2F%2Fback`;
  expect(linkInAddress(fragment)).toEqual({
    token: `pkce_${token}`,
    type: 'recovery',
    redirectTo: 'myapp://back',
    next: null,
  });
});

test.each(['', '#', '#token=', '#token=abc', `#${token}`])('the fragment %j is no whole link', fragment => {
  expect(linkInAddress(fragment)).toBeNull();
});
