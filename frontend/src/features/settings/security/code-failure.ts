import { messageOf } from '../../../lib/api-error.ts';
import { codeOf } from '../../../lib/auth-answer.ts';
import { factorCopy } from '../copy.ts';

/** Why a code, or what it was given for, was refused. */
export const codeFailure = (error: unknown, fallback: string): string =>
  codeOf(error) === 'mfa_verification_failed' ? factorCopy.wrongCode : messageOf(error, fallback);
