import type { OwnClaim } from '@closingwire/contracts/catalog';
import { formatDay, toDay } from '../../../lib/dates.ts';

const lists = new Intl.ListFormat('en-US');

const NOT_PROMISED = 'An agent may also close in another ZIP code that a rival has.';

const sinceDay = (claim: OwnClaim) => formatDay(toDay(new Date(claim.since)));

/** Returns what a row shows of a claim, and the whole promise with its limit. */
export const claimText = (claim: OwnClaim) => ({
  line: `Only yours since ${sinceDay(claim)}`,
  promise: `Yours since ${sinceDay(claim)} as the only company here of the industry '${claim.industry}'. ${NOT_PROMISED}`,
});

/** Returns the promise for all ZIPs of the account. */
export function promiseText(claims: readonly OwnClaim[]): string {
  const industries = [...new Set(claims.map(({ industry }) => `'${industry}'`))];
  return `Each ZIP code goes to one company of an industry; these are yours in ${lists.format(industries)}. ${NOT_PROMISED}`;
}
