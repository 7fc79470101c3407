import { randomBytes } from 'node:crypto';

/** An id in Stripe's manner: a prefix that tells the kind, then 24 random characters. */
export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(18).toString('base64url').replaceAll(/[-_]/g, 'x')}`;
}
