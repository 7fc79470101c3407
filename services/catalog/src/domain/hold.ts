import { type Claim, isInForce } from './claim.ts';

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
 * Decides over a whole order: all of its ZIPs or none. An open hold of the same person passes to the newer
 * order; what she has confirmed already is taken like anybody else's, until its subscription ends.
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
  const isHers = claim?.userId === userId;
  if (claim && isHers && claim.intentId === intentId) {
    const change = claim.state === 'confirmed' ? 'none' : 'extend';
    return { zipCode, claimId: claim.id, change, ended: null };
  }
  if (!isOnSale) return undefined;
  if (!claim) return { zipCode, claimId: null, change: 'new', ended: null };
  if (claim.state === 'held' && isHers) return { zipCode, claimId: claim.id, change: 'extend', ended: null };
  return isInForce(claim, now) ? undefined : { zipCode, claimId: null, change: 'new', ended: claim.id };
}
