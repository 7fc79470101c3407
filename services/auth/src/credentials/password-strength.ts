import { isBreached } from './breached-passwords.ts';

export type Weakness = { message: string; reasons: ('length' | 'characters' | 'pwned')[] };

export type PasswordRules = { passwordMinLength: number; refuseBreached: boolean };

/** As long as the hashing stays cheap. */
export const LONGEST_PASSWORD = 1000;

const BREACHED = 'Password is known to be weak and easy to guess, please choose a different one.';

/** What makes the password too weak, or undefined. */
export function weaknessOf(
  password: string,
  { passwordMinLength, refuseBreached }: PasswordRules,
): Weakness | undefined {
  const isShort = password.length < passwordMinLength;
  const reasons: Weakness['reasons'] = [];
  if (isShort) reasons.push('length');
  if (refuseBreached && isBreached(password)) reasons.push('pwned');
  if (reasons.length === 0) return undefined;
  const message = isShort ? `Password should be at least ${passwordMinLength} characters.` : BREACHED;
  return { message, reasons };
}
