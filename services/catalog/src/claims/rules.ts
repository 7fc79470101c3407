import { AppError } from '@closingwire/chassis/app-error';
import { isInForce } from '../in-force.ts';
import type { LockedUser } from '../replicas.ts';

/**
 * One user's right to one ZIP in their industry. `held` while an order is open, `confirmed` by a subscription or an
 * admin.
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

/** A claim that is not released. An expired hold is current until another claim replaces it. */
export type CurrentClaim = Claim & { isOwnerDeleted: boolean };

/**
 * - `nothing`: the claim already serves this subscription
 * - `bind`: the claim is confirmed; store the subscription
 * - `assign`: confirm the claim, in place of the claim `ended`
 * - `refuse`: another claim is in force on the ZIP, or the user was deleted
 */
export type Confirmation =
  | { outcome: 'nothing' }
  | { outcome: 'bind' }
  | { outcome: 'assign'; ended: CurrentClaim | null }
  | { outcome: 'refuse' };

/**
 * Decides what a new subscription does to its claim. `current` is the claim on the ZIP in the subscription's industry. A
 * suspended user keeps what they subscribed to: an admin may reinstate them.
 */
export function decideConfirmation(
  user: LockedUser,
  subscription: { id: string; claimId: string },
  current: CurrentClaim | undefined,
  now: Date,
): Confirmation {
  if (user.status === 'deleted') return { outcome: 'refuse' };
  if (!current) return { outcome: 'assign', ended: null };
  if (current.id === subscription.claimId) {
    if (current.state !== 'confirmed') return { outcome: 'assign', ended: null };
    return { outcome: current.subscriptionId === subscription.id ? 'nothing' : 'bind' };
  }
  const isTheirOpenOrder = current.state === 'held' && current.userId === user.id;
  return isTheirOpenOrder || !isInForce(current, now)
    ? { outcome: 'assign', ended: current }
    : { outcome: 'refuse' };
}

/** A canceled subscription ends its claim, unless the claim serves another subscription. */
export function endsClaim(subscriptionId: string, claim: Claim | undefined): boolean {
  if (!claim || claim.state === 'released') return false;
  return claim.subscriptionId === null || claim.subscriptionId === subscriptionId;
}

/**
 * The change that holds one ZIP for an order. `none`: the user's confirmed claim `claimId` serves the order. `ended`
 * is the claim that the hold replaces.
 */
export type HoldChange = {
  zipCode: string;
  claimId: string | null;
  change: 'none' | 'extend' | 'new';
  ended: CurrentClaim | null;
};

/** `isOffered`: to another user, who waited for it. */
export type ZipForSale = { zipCode: string; isAvailable: boolean; isOffered?: boolean };

export type HoldDecision =
  | { refused: 'user_deleted' | 'user_suspended' }
  | { taken: string[] }
  | { holds: HoldChange[] };

/**
 * Decides whether an order gets all of its ZIPs; otherwise it gets none. A user's confirmed claim serves each of their
 * orders; their open hold moves to the newer order. A suspended user gets no new claim. Nobody else gets a ZIP
 * while it is offered to a user who waited for it, not even with an expired hold.
 */
export function decideHolds(
  user: LockedUser,
  order: { intentId: string; zipCodes: readonly string[] },
  zips: readonly ZipForSale[],
  claims: readonly CurrentClaim[],
  now: Date,
): HoldDecision {
  if (user.status === 'deleted') return { refused: 'user_deleted' };
  const zipOf = new Map(zips.map(zip => [zip.zipCode, zip]));
  const claimOf = new Map(claims.map(claim => [claim.zipCode, claim]));
  const decided = order.zipCodes.map(zipCode => ({
    zipCode,
    hold: decideHold(user.id, order.intentId, zipCode, claimOf.get(zipCode), zipOf.get(zipCode), now),
  }));
  const taken = decided.filter(each => each.hold === undefined).map(each => each.zipCode);
  if (taken.length > 0) return { taken };
  const holds = decided.flatMap(each => each.hold ?? []);
  const hasNew = holds.some(({ change }) => change === 'new');
  return user.status === 'suspended' && hasNew ? { refused: 'user_suspended' } : { holds };
}

/** Returns undefined when the ZIP cannot be had. */
function decideHold(
  userId: string,
  intentId: string,
  zipCode: string,
  claim: CurrentClaim | undefined,
  zip: ZipForSale | undefined,
  now: Date,
): HoldChange | undefined {
  const isTheirs = claim?.userId === userId;
  if (claim && isTheirs && claim.state === 'confirmed') {
    return { zipCode, claimId: claim.id, change: 'none', ended: null };
  }
  if (zip?.isOffered) return undefined;
  if (claim && isTheirs && claim.intentId === intentId) {
    return { zipCode, claimId: claim.id, change: 'extend', ended: null };
  }
  if (!zip?.isAvailable) return undefined;
  if (!claim) return { zipCode, claimId: null, change: 'new', ended: null };
  if (isTheirs) return { zipCode, claimId: claim.id, change: 'extend', ended: null };
  return isInForce(claim, now) ? undefined : { zipCode, claimId: null, change: 'new', ended: claim };
}

const refusals = {
  user_deleted: 'A deleted user cannot be given a ZIP code',
  user_suspended: 'A suspended user cannot be given a ZIP code',
};

export const refusedFor = (code: keyof typeof refusals): AppError =>
  new AppError('conflict', code, refusals[code]);

/** The refusal of an order. It names every ZIP that cannot be had. */
export function zipTaken(zipCodes: string[]): AppError {
  const message =
    zipCodes.length === 1
      ? `ZIP code ${zipCodes[0]} is no longer available`
      : `ZIP codes ${zipCodes.join(', ')} are no longer available`;
  return new AppError('conflict', 'zip_taken', message, { detail: { zipCodes } });
}
