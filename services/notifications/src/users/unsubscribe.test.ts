import { describe, expect, it } from 'vitest';
import { maskedAddress } from './unsubscribe.ts';

describe('a masked address', () => {
  it.each([
    ['ada@example.com', 'a•••@example.com'],
    ['x@example.com', 'x•••@example.com'],
    ['ada.lovelace+lists@mail.example.com', 'a•••@mail.example.com'],
    ['"ada@home"@example.com', '"•••@example.com'],
  ])('hides all but the first letter of %s', (email, masked) => {
    expect(maskedAddress(email)).toBe(masked);
  });
});
