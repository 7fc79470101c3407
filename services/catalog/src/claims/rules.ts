import { AppError } from '@closingwire/chassis/app-error';

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

/** A hold that ran out keeps nobody away, though its row still stands. */
export function isInForce(claim: Claim, now: Date): boolean {
  if (claim.state === 'confirmed') return true;
  return claim.state === 'held' && claim.heldUntil !== null && claim.heldUntil > now;
}

/** What a subscription has of the claim that it confirms. */
export type ConfirmingSubscription = { id: string; claimId: string; accountId: string };

/**
 * - `nothing`: the claim serves this subscription already
 * - `bind`: it is confirmed and in use; remember the subscription
 * - `assign`: it becomes theirs now, in the place of the hold `ended`
 * - `refuse`: somebody holds the ZIP under another claim
 */
export type Confirmation =
  | { outcome: 'nothing' }
  | { outcome: 'bind' }
  | { outcome: 'assign'; ended: string | null }
  | { outcome: 'refuse' };

/** `standing` is the claim that stands on the ZIP in the subscription's industry, if any. */
export function decideConfirmation(
  subscription: ConfirmingSubscription,
  standing: Claim | undefined,
  now: Date,
): Confirmation {
  if (!standing) return { outcome: 'assign', ended: null };
  if (standing.id === subscription.claimId) {
    if (standing.state !== 'confirmed') return { outcome: 'assign', ended: null };
    return { outcome: standing.subscriptionId === subscription.id ? 'nothing' : 'bind' };
  }
  const isTheirOpenOrder = standing.state === 'held' && standing.userId === subscription.accountId;
  return isTheirOpenOrder || !isInForce(standing, now)
    ? { outcome: 'assign', ended: standing.id }
    : { outcome: 'refuse' };
}

/** A cancelled subscription ends its claim, but not one that serves a newer subscription. */
export function endsClaim(subscriptionId: string, claim: Claim | undefined): boolean {
  if (!claim || claim.state === 'released') return false;
  return claim.subscriptionId === null || claim.subscriptionId === subscriptionId;
}

export type HoldRequest = { intentId: string; userId: string; zipCodes: readonly string[] };

/** What to do about one ZIP of an order: nothing (`claimId` already serves it) or a hold, in the place of `ended`. */
export type Hold = {
  zipCode: string;
  claimId: string | null;
  change: 'none' | 'extend' | 'new';
  ended: string | null;
};

export type HoldDecision = { taken: string[] } | { holds: Hold[] };

type Zip = { zipCode: string; isAvailable: boolean };

/**
 * Decides over a whole order: all of its ZIPs or none. An open hold of the same user passes to the newer
 * order; what they have confirmed already is taken like anybody else's, until its subscription ends.
 */
export function decideHolds(
  request: HoldRequest,
  zips: readonly Zip[],
  claims: readonly Claim[],
  now: Date,
): HoldDecision {
  const onSale = new Set(zips.filter(zip => zip.isAvailable).map(zip => zip.zipCode));
  const claimOf = new Map(claims.map(claim => [claim.zipCode, claim]));
  const decided = request.zipCodes.map(zipCode => ({
    zipCode,
    hold: decideHold(request, zipCode, claimOf.get(zipCode), onSale.has(zipCode), now),
  }));
  const taken = decided.filter(each => each.hold === undefined).map(each => each.zipCode);
  return taken.length > 0 ? { taken } : { holds: decided.flatMap(each => each.hold ?? []) };
}

function decideHold(
  { intentId, userId }: HoldRequest,
  zipCode: string,
  claim: Claim | undefined,
  isOnSale: boolean,
  now: Date,
): Hold | undefined {
  const isTheirs = claim?.userId === userId;
  if (claim && isTheirs && claim.intentId === intentId) {
    const change = claim.state === 'confirmed' ? 'none' : 'extend';
    return { zipCode, claimId: claim.id, change, ended: null };
  }
  if (!isOnSale) return undefined;
  if (!claim) return { zipCode, claimId: null, change: 'new', ended: null };
  if (claim.state === 'held' && isTheirs)
    return { zipCode, claimId: claim.id, change: 'extend', ended: null };
  return isInForce(claim, now) ? undefined : { zipCode, claimId: null, change: 'new', ended: claim.id };
}

/** The refusal of an order; names every ZIP that stands in its way. */
export function zipTaken(zipCodes: string[]): AppError {
  const message =
    zipCodes.length === 1
      ? `ZIP code ${zipCodes[0]} is no longer available`
      : `ZIP codes ${zipCodes.join(', ')} are no longer available`;
  return new AppError('conflict', 'zip_taken', message, { detail: { zipCodes } });
}
