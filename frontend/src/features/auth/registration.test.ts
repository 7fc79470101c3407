import { describe, expect, it } from 'vitest';
import { isComplete, userFields } from './registration.ts';

describe('a registration step', () => {
  const draft = {
    firstName: 'Ada',
    lastName: 'Byron',
    email: 'ada@example.com',
    password: 'secret-enough',
    phone: '555-0100',
  };

  it('is complete when every field has text', () => {
    expect(isComplete(draft, userFields)).toBe(true);
  });

  it('is incomplete when a field holds only spaces', () => {
    expect(isComplete({ ...draft, phone: '  ' }, userFields)).toBe(false);
  });

  it('starts out incomplete', () => {
    expect(isComplete({}, userFields)).toBe(false);
  });
});
