import { describe, expect, it } from 'vitest';
import { isComplete, personFields } from './registration.ts';

describe('a registration step', () => {
  const person = {
    firstName: 'Ada',
    lastName: 'Byron',
    email: 'ada@example.com',
    password: 'secret-enough',
    phone: '555-0100',
  };

  it('is complete when every field has text', () => {
    expect(isComplete(person, personFields)).toBe(true);
  });

  it('is incomplete when a field holds only spaces', () => {
    expect(isComplete({ ...person, phone: '  ' }, personFields)).toBe(false);
  });

  it('starts out incomplete', () => {
    expect(isComplete({}, personFields)).toBe(false);
  });
});
