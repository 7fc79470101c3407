import { describe, expect, it } from 'vitest';
import { ApiError } from '../lib/api-error.ts';
import { authenticatorName, codeFailure } from './authenticator.ts';

describe('an authenticator', () => {
  it('has a default name', () => {
    expect(authenticatorName({ friendly_name: 'My phone' })).toBe('My phone');
    expect(authenticatorName({})).toBe('Authenticator app');
  });

  it('distinguishes a wrong code from other refusals', () => {
    const wrong = new ApiError(422, 'Invalid TOTP code entered', { code: 'mfa_verification_failed' });
    expect(codeFailure(wrong, 'Not now')).toMatch(/Wait for the next one/);
    expect(codeFailure(new ApiError(500, 'Broken'), 'Not now')).not.toMatch(/Wait for the next one/);
  });
});
