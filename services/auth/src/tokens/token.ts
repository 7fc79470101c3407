import { randomInt } from 'node:crypto';

/** What a mailed secret is for: one that signs in (`magiclink`) chooses no new password, and the other way round. */
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
  /** Where the mail went. */
  address: string;
  /** What takes effect with the token: for a confirmation, what was signed up with. */
  payload: unknown;
  flowStateId: string | null;
  expiresAt: Date;
  usedAt: Date | null;
};

const HOUR_MS = 60 * 60 * 1000;

/** How long the links in the product's own mails work. */
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

/** What somebody reads who opened a link that does not work. */
export const linkMessage: Record<Exclude<TokenState, 'valid'>, string> = {
  used: 'This link was already used. Sign in with your email and password.',
  expired: 'This link has expired. Sign up again to get a new one.',
  unknown: 'This link is not valid. Use the link in our latest email, or sign up again.',
};

/** Marks the link tokens of sign-ins that end with a code and its verifier. */
export const PKCE_PREFIX = 'pkce_';

export function newCode(digits: number): string {
  return Array.from({ length: digits }, () => randomInt(10)).join('');
}
