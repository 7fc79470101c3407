export type Purpose = 'confirmation' | 'recovery' | 'email_change_new';

export type OneTimeToken = {
  id: string;
  userId: string;
  purpose: Purpose;
  relatesTo: string;
  payload: unknown;
  expiresAt: Date;
  usedAt: Date | null;
};

const HOUR_MS = 60 * 60 * 1000;

export const lifeMs: Record<Purpose, number> = {
  confirmation: 24 * HOUR_MS,
  recovery: HOUR_MS,
  email_change_new: 24 * HOUR_MS,
};

export type TokenState = 'valid' | 'used' | 'expired' | 'unknown';

export function tokenState(token: OneTimeToken | undefined, now: Date): TokenState {
  if (!token) return 'unknown';
  if (token.usedAt) return 'used';
  return now >= token.expiresAt ? 'expired' : 'valid';
}

/** What a person reads who opened a link that does not work. */
export const linkMessage: Record<Exclude<TokenState, 'valid'>, string> = {
  used: 'This link was already used. Sign in with your email and password.',
  expired: 'This link has expired. Sign up again to get a new one.',
  unknown: 'This link is not valid. Use the link in the newest mail, or sign up again.',
};
