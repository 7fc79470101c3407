import { type Sql, sql } from '@closingwire/chassis/pg';

type ClaimState = {
  state: 'held' | 'confirmed' | 'released';
  heldUntil: Date | null;
  isOwnerDeleted: boolean;
};

/** Whether a claim keeps others off its ZIP. An expired hold and a claim of a deleted user do not. */
export function isInForce(claim: ClaimState, now: Date): boolean {
  if (claim.isOwnerDeleted) return false;
  if (claim.state === 'confirmed') return true;
  return claim.state === 'held' && claim.heldUntil !== null && claim.heldUntil > now;
}

/**
 * `isInForce` of a claim `c` in SQL. Views do not look at the owner: the deletion of a user releases their claims, and
 * `release-stray-claims` any that are left.
 */
export const inForce = (now: Date): Sql =>
  sql`(c.state = 'confirmed' or c.state = 'held' and c.held_until > ${now})`;
