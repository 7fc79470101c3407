import { type Sql, sql } from '@closingwire/chassis/pg';
import { claimIndustryOf } from '@closingwire/contracts/reference';

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

/** A user who looks at ZIPs, with their industry. */
export type Viewer = { id: string; industry: string };

/** Whether a ZIP `z` is offered to another user of the viewer's industry who waited for it. */
export const isOfferedToOther = (viewer: Viewer, now: Date): Sql => sql`
  exists (select from zip_waits w where w.zip_code = z.zip_code and w.industry = ${claimIndustryOf(viewer.industry)}
    and w.offer_ends_at is not null and w.offer_ends_at > ${now} and w.user_id <> ${viewer.id})`;
