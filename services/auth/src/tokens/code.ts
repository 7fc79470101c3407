import { randomInt } from 'node:crypto';

/** Marks the link tokens of sign-ins that end with a code and its verifier. */
export const PKCE_PREFIX = 'pkce_';

export function newCode(digits: number): string {
  return Array.from({ length: digits }, () => randomInt(10)).join('');
}
