import { messageOf } from '../lib/api-error.ts';
import { codeOf } from './auth-reply.ts';

const WRONG_CODE = 'That code is not right. Wait for the next one and try again.';

/** What an authenticator is called; the wire protocol lets one be without a name. */
export const authenticatorName = ({ friendly_name }: { friendly_name?: string }): string =>
  friendly_name || 'Authenticator app';

/** Why a code of an authenticator, or what it was given for, was refused. */
export const codeFailure = (error: unknown, fallback: string): string =>
  codeOf(error) === 'mfa_verification_failed' ? WRONG_CODE : messageOf(error, fallback);
