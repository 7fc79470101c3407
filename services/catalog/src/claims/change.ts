import { newId } from '@closingwire/chassis/ids';
import { publish } from '@closingwire/chassis/outbox';
import type { Tx } from '@closingwire/chassis/pg';
import type { SubscriptionState } from '@closingwire/contracts/billing';
import { type Claim as ClaimedZip, zipAssigned, zipReleased } from '@closingwire/contracts/catalog';
import { claimIndustryOf } from '@closingwire/contracts/reference';
import { scheduleDelivery } from '../webhook/schedule.ts';
import { lockZip, lockZips } from '../zips/store.ts';
import { type Claim, decideConfirmation, decideHolds, endsClaim, type Hold, zipTaken } from './rules.ts';
import * as store from './store.ts';

type Place = { city: string; state: string };

const eventOf = (claim: Claim, { city, state }: Place, now: Date) => ({
  zipCode: claim.zipCode,
  city,
  state,
  version: claim.version,
  claimId: claim.id,
  userId: claim.userId,
  industry: claim.industry,
  assignedBy: claim.assignedBy,
  at: now.toISOString(),
});

const publishAssigned = (tx: Tx, claim: Claim, place: Place, now: Date): Promise<void> =>
  publish(tx, zipAssigned, eventOf(claim, place, now));

const publishReleased = (tx: Tx, claim: Claim, place: Place, now: Date): Promise<void> =>
  publish(tx, zipReleased, eventOf(claim, place, now));

type NewClaim = Pick<Claim, 'id' | 'zipCode' | 'industry' | 'userId' | 'assignedBy' | 'subscriptionId'>;

/** Makes a claim theirs in the place of the hold `ended`, publishes it, and asks for the first list. */
export async function assign(
  tx: Tx,
  claim: NewClaim,
  { ended, city, state }: { ended: string | null; city: string; state: string },
  now: Date,
): Promise<void> {
  if (ended) await store.releaseClaims(tx, [ended], now);
  const confirmed = await store.confirmClaim(tx, claim, now);
  await publishAssigned(tx, confirmed, { city, state }, now);
  await scheduleDelivery(tx, { zipCode: claim.zipCode, userId: claim.userId, reason: 'assigned' }, now);
}

/** Settles what a new subscription means for its claim; see `decideConfirmation`. */
export async function confirmFor(tx: Tx, subscription: SubscriptionState, now: Date): Promise<void> {
  const { zipCode, claimId } = subscription;
  const industry = claimIndustryOf(subscription.industry);
  const zip = await lockZip(tx, zipCode);
  const [standing] = await store.standingClaims(tx, industry, [zipCode]);
  const decision = decideConfirmation(subscription, standing, now);
  const claim: NewClaim = {
    id: claimId,
    zipCode,
    industry,
    userId: subscription.accountId,
    assignedBy: 'subscription',
    subscriptionId: subscription.id,
  };
  switch (decision.outcome) {
    case 'nothing':
      return;
    case 'bind':
      return store.bindSubscription(tx, claimId, subscription.id);
    case 'assign':
      return assign(tx, claim, { ...zip, ended: decision.ended }, now);
    case 'refuse':
      return publishReleased(tx, await store.refuseClaim(tx, claim, now), zip, now);
  }
}

export type HoldOrder = {
  intentId: string;
  userId: string;
  industry: string;
  zipCodes: string[];
  heldUntil: Date;
};

/** Holds all ZIPs of an order, or throws `zip_taken` and holds none. */
export async function holdZips(tx: Tx, asked: HoldOrder, now: Date): Promise<ClaimedZip[]> {
  const zipCodes = [...new Set(asked.zipCodes)];
  const order = { ...asked, zipCodes, industry: claimIndustryOf(asked.industry) };
  const zips = await lockZips(tx, zipCodes);
  const standing = await store.standingClaims(tx, order.industry, zipCodes);
  const decision = decideHolds(order, zips, standing, now);
  if ('taken' in decision) throw zipTaken(decision.taken);

  const claimIdOf = await saveHolds(tx, decision.holds, order, now);
  return zips.map(({ zipCode, city, state }) => {
    return { claimId: claimIdOf.get(zipCode) ?? '', zipCode, city, state };
  });
}

async function saveHolds(tx: Tx, holds: Hold[], order: HoldOrder, now: Date): Promise<Map<string, string>> {
  const named = holds.map(hold => ({ ...hold, claimId: hold.claimId ?? newId() }));
  const ofKind = (change: Hold['change']) => named.filter(hold => hold.change === change);
  await store.releaseClaims(
    tx,
    named.flatMap(hold => hold.ended ?? []),
    now,
  );
  await store.insertHolds(tx, ofKind('new'), order, now);
  await store.extendHolds(
    tx,
    ofKind('extend').map(hold => hold.claimId),
    order,
    now,
  );
  return new Map(named.map(hold => [hold.zipCode, hold.claimId]));
}

/** Ends the claim that a cancelled subscription held. */
export async function releaseFor(tx: Tx, subscription: SubscriptionState, now: Date): Promise<void> {
  const zip = await lockZip(tx, subscription.zipCode);
  const claim = await store.findClaim(tx, subscription.claimId);
  if (!claim || !endsClaim(subscription.id, claim)) return;
  for (const released of await store.releaseClaims(tx, [claim.id], now)) {
    await publishReleased(tx, released, zip, now);
  }
}

/** Ends a confirmed claim that no subscription uses; one that changed since `version` was read stays as it is. */
export async function releaseUnpaid(
  tx: Tx,
  { claimId, version }: { claimId: string; version: number },
  now: Date,
): Promise<void> {
  const found = await store.findClaim(tx, claimId);
  if (!found) return;
  const zip = await lockZip(tx, found.zipCode);
  const claim = await store.findClaim(tx, claimId);
  if (claim?.state !== 'confirmed' || claim.version !== version) return;
  for (const released of await store.releaseClaims(tx, [claimId], now)) {
    await publishReleased(tx, released, zip, now);
  }
}

/** Ends all claims of a user; open orders end without an event, for none was published of them. */
export async function releaseAllOf(tx: Tx, userId: string, now: Date): Promise<void> {
  const standing = await store.standingClaimsOf(tx, userId);
  const zips = await lockZips(
    tx,
    standing.map(claim => claim.zipCode),
  );
  const placeOf = new Map(zips.map(zip => [zip.zipCode, zip]));
  const wasConfirmed = new Set(standing.filter(claim => claim.state === 'confirmed').map(claim => claim.id));
  const ids = standing.map(claim => claim.id);
  for (const released of await store.releaseClaims(tx, ids, now)) {
    const place = placeOf.get(released.zipCode);
    if (place && wasConfirmed.has(released.id)) await publishReleased(tx, released, place, now);
  }
}
