import { randomInt } from 'node:crypto';

/** The use of a mailed secret: `magiclink` only signs in, `recovery` also allows a new password. */
export type Purpose =
  | 'confirmation'
  | 'recovery'
  | 'magiclink'
  | 'email_change_current'
  | 'email_change_new'
  | 'reauthentication';

export type MailedToken = {
  id: string;
  userId: string;
  purpose: Purpose;
  /** The recipient of the mail. */
  address: string;
  /** The input that the token applies: for a confirmation, the sign-up. */
  payload: unknown;
  flowStateId: string | null;
  expiresAt: Date;
  usedAt: Date | null;
};

const HOUR_MS = 60 * 60 * 1000;

/** Lifetime of the links in the product's own mails. */
export const lifeMs = {
  confirmation: 24 * HOUR_MS,
  recovery: HOUR_MS,
  emailChange: 24 * HOUR_MS,
};

export type TokenState = 'valid' | 'used' | 'expired' | 'unknown';

export function tokenState(token: MailedToken | undefined, now: Date): TokenState {
  if (!token) return 'unknown';
  if (token.usedAt) return 'used';
  return now >= token.expiresAt ? 'expired' : 'valid';
}

/** Shown to users who open an invalid link. */
export const linkMessage: Record<Exclude<TokenState, 'valid'>, string> = {
  used: 'This link was already used. Sign in with your email and password.',
  expired: 'This link has expired. Sign up again to get a new one.',
  unknown: 'This link is not valid. Use the link in our latest email, or sign up again.',
};

/** Prefix of link tokens of PKCE sign-ins. */
export const PKCE_PREFIX = 'pkce_';

export function newCode(digits: number): string {
  return Array.from({ length: digits }, () => randomInt(10)).join('');
}
