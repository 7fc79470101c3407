import { AppError } from '@closingwire/chassis/app-error';
import { isInForce } from '../in-force.ts';
import type { LockedUser } from '../replicas.ts';

/**
 * One user's right to one ZIP in their industry. `held` while they order, `confirmed` once they are subscribed
 * or an admin gave it to them.
 */
export type Claim = {
  id: string;
  zipCode: string;
  industry: string;
  userId: string;
  state: 'held' | 'confirmed' | 'released';
  assignedBy: 'subscription' | 'admin';
  intentId: string | null;
  subscriptionId: string | null;
  heldUntil: Date | null;
  version: number;
};

/** A claim on a ZIP, and whether its user was deleted. */
export type StandingClaim = Claim & { isOwnerDeleted: boolean };

/** What a subscription has of the claim that it confirms. */
export type ConfirmingSubscription = { id: string; claimId: string };

/**
 * - `nothing`: the claim serves this subscription already
 * - `bind`: it is confirmed and in use; remember the subscription
 * - `assign`: it becomes theirs now, in the place of the hold `ended`
 * - `refuse`: another claim holds the ZIP, or the user was deleted
 */
export type Confirmation =
  | { outcome: 'nothing' }
  | { outcome: 'bind' }
  | { outcome: 'assign'; ended: StandingClaim | null }
  | { outcome: 'refuse' };

/**
 * `standing` is the claim that stands on the ZIP in the subscription's industry, if any. A suspended user keeps what they
 * subscribed to: an admin may reinstate them.
 */
export function decideConfirmation(
  user: LockedUser,
  subscription: ConfirmingSubscription,
  standing: StandingClaim | undefined,
  now: Date,
): Confirmation {
  if (user.status === 'deleted') return { outcome: 'refuse' };
  if (!standing) return { outcome: 'assign', ended: null };
  if (standing.id === subscription.claimId) {
    if (standing.state !== 'confirmed') return { outcome: 'assign', ended: null };
    return { outcome: standing.subscriptionId === subscription.id ? 'nothing' : 'bind' };
  }
  const isTheirOpenOrder = standing.state === 'held' && standing.userId === user.id;
  return isTheirOpenOrder || !isInForce(standing, now)
    ? { outcome: 'assign', ended: standing }
    : { outcome: 'refuse' };
}

/** A cancelled subscription ends its claim, but not one that serves a newer subscription. */
export function endsClaim(subscriptionId: string, claim: Claim | undefined): boolean {
  if (!claim || claim.state === 'released') return false;
  return claim.subscriptionId === null || claim.subscriptionId === subscriptionId;
}

export type HoldRequest = { intentId: string; zipCodes: readonly string[] };

/** What to do about one ZIP of an order: nothing (`claimId` already serves it) or a hold, in the place of `ended`. */
export type Hold = {
  zipCode: string;
  claimId: string | null;
  change: 'none' | 'extend' | 'new';
  ended: StandingClaim | null;
};

export type HoldDecision =
  | { refused: 'user_deleted' | 'user_suspended' }
  | { taken: string[] }
  | { holds: Hold[] };

type Zip = { zipCode: string; isAvailable: boolean };

/**
 * Decides over a whole order: all of its ZIPs or none. What the user has confirmed already serves any order of theirs, and
 * an open hold passes to the newer one. A suspended user gets no claim that they do not have.
 */
export function decideHolds(
  user: LockedUser,
  request: HoldRequest,
  zips: readonly Zip[],
  claims: readonly StandingClaim[],
  now: Date,
): HoldDecision {
  if (user.status === 'deleted') return { refused: 'user_deleted' };
  const onSale = new Set(zips.filter(zip => zip.isAvailable).map(zip => zip.zipCode));
  const claimOf = new Map(claims.map(claim => [claim.zipCode, claim]));
  const decided = request.zipCodes.map(zipCode => ({
    zipCode,
    hold: decideHold(user.id, request.intentId, zipCode, claimOf.get(zipCode), onSale.has(zipCode), now),
  }));
  const taken = decided.filter(each => each.hold === undefined).map(each => each.zipCode);
  if (taken.length > 0) return { taken };
  const holds = decided.flatMap(each => each.hold ?? []);
  const hasNew = holds.some(({ change }) => change === 'new');
  return user.status === 'suspended' && hasNew ? { refused: 'user_suspended' } : { holds };
}

function decideHold(
  userId: string,
  intentId: string,
  zipCode: string,
  claim: StandingClaim | undefined,
  isOnSale: boolean,
  now: Date,
): Hold | undefined {
  const isTheirs = claim?.userId === userId;
  if (claim && isTheirs && claim.state === 'confirmed') {
    return { zipCode, claimId: claim.id, change: 'none', ended: null };
  }
  if (claim && isTheirs && claim.intentId === intentId) {
    return { zipCode, claimId: claim.id, change: 'extend', ended: null };
  }
  if (!isOnSale) return undefined;
  if (!claim) return { zipCode, claimId: null, change: 'new', ended: null };
  if (isTheirs) return { zipCode, claimId: claim.id, change: 'extend', ended: null };
  return isInForce(claim, now) ? undefined : { zipCode, claimId: null, change: 'new', ended: claim };
}

const refusals = {
  user_deleted: 'A deleted user cannot be given a ZIP code',
  user_suspended: 'A suspended user cannot be given a ZIP code',
};

/** The refusal of what a user may not have. */
export const refusedFor = (code: keyof typeof refusals): AppError =>
  new AppError('conflict', code, refusals[code]);

/** The refusal of an order; names every ZIP that stands in its way. */
export function zipTaken(zipCodes: string[]): AppError {
  const message =
    zipCodes.length === 1
      ? `ZIP code ${zipCodes[0]} is no longer available`
      : `ZIP codes ${zipCodes.join(', ')} are no longer available`;
  return new AppError('conflict', 'zip_taken', message, { detail: { zipCodes } });
}
