import { describe, expect, it } from 'vitest';
import { recoveryToken } from './recovery-token.ts';

describe('the recovery token', () => {
  it('is read from a recovery fragment', () => {
    expect(recoveryToken('#access_token=abc.def&expires_in=3600&type=recovery')).toBe('abc.def');
  });

  it('is refused for another link type', () => {
    row('reset/token-from-fragment');
    expect(recoveryToken('#access_token=abc.def&type=signup')).toBeNull();
  });

  it('is absent when the token is empty', () => {
    row('validation/recovery-token');
    expect(recoveryToken('#access_token=&type=recovery')).toBeNull();
  });
});
