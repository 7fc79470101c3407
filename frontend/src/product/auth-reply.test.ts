import { AuthApiError, AuthRetryableFetchError, AuthSessionMissingError } from '@supabase/auth-js';
import { describe, expect, it } from 'vitest';
import { ApiError, isUnauthorized } from '../lib/api-error.ts';
import { codeOf, dataOf } from './auth-reply.ts';

const thrownBy = (error: AuthApiError | AuthSessionMissingError | AuthRetryableFetchError): unknown => {
  try {
    return dataOf({ data: null, error });
  } catch (thrown) {
    return thrown;
  }
};

describe('a reply of auth-js', () => {
  it('is its data without an error', () => {
    expect(dataOf({ data: { id: 'a' }, error: null })).toEqual({ id: 'a' });
  });

  it("has the server's message and code", () => {
    const thrown = thrownBy(new AuthApiError('Invalid TOTP code entered', 422, 'mfa_verification_failed'));
    expect(thrown).toMatchObject({ status: 422, message: 'Invalid TOTP code entered' });
    expect(codeOf(thrown)).toBe('mfa_verification_failed');
  });

  it('is a 401 without a session', () => {
    expect(isUnauthorized(thrownBy(new AuthSessionMissingError()))).toBe(true);
  });

  it('distinguishes a failed connection from a refusal', () => {
    expect(thrownBy(new AuthRetryableFetchError('fetch failed', 0))).not.toBeInstanceOf(ApiError);
  });
});
