import { createHash, randomInt } from 'node:crypto';

/** Marks the tokens of sign-ins that end with a code and its verifier. */
export const PKCE_PREFIX = 'pkce_';

export function newCode(digits: number): string {
  return Array.from({ length: digits }, () => randomInt(10)).join('');
}

/** What a mailed link carries: 56 hex digits made of the address and the code, as the wire protocol has it. */
export function linkToken(email: string, code: string): string {
  return createHash('sha224')
    .update(email + code)
    .digest('hex');
}
