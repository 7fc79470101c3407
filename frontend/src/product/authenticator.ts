import { messageOf } from '../lib/api-error.ts';
import { codeOf } from './auth-reply.ts';

const WRONG_CODE = 'That code is not right. Wait for the next one and try again.';

/** The wire protocol permits authenticators without a name. */
export const authenticatorName = ({ friendly_name }: { friendly_name?: string }): string =>
  friendly_name || 'Authenticator app';

/**
 * Returns the text for a failed action that needs an authenticator's code: the code was wrong, or the server's
 * message.
 */
export const codeFailure = (error: unknown, fallback: string): string =>
  codeOf(error) === 'mfa_verification_failed' ? WRONG_CODE : messageOf(error, fallback);
