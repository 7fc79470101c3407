import type { Tx } from '@closingwire/chassis/pg';
import type { SubscriptionState } from '@closingwire/contracts/billing';
import { findClaim, releaseClaims, standingClaimsOf } from '../db/claims.ts';
import { lockZip, lockZips } from '../db/zips.ts';
import { endsClaim } from '../domain/confirmation.ts';
import { announceReleased } from './announce.ts';

/** Ends the claim that a cancelled subscription held. */
export async function releaseFor(tx: Tx, subscription: SubscriptionState, now: Date): Promise<void> {
  const zip = await lockZip(tx, subscription.zipCode);
  const claim = await findClaim(tx, subscription.claimId);
  if (!claim || !endsClaim(subscription.id, claim)) return;
  for (const released of await releaseClaims(tx, [claim.id], now)) {
    await announceReleased(tx, released, zip, now);
  }
}

/** Ends all claims of a person; open orders end silently, for nobody heard of them. */
export async function releaseAllOf(tx: Tx, userId: string, now: Date): Promise<void> {
  const standing = await standingClaimsOf(tx, userId);
  const zips = await lockZips(
    tx,
    standing.map(claim => claim.zipCode),
  );
  const placeOf = new Map(zips.map(zip => [zip.zipCode, zip]));
  const wasConfirmed = new Set(standing.filter(claim => claim.state === 'confirmed').map(claim => claim.id));
  const ids = standing.map(claim => claim.id);
  for (const released of await releaseClaims(tx, ids, now)) {
    const place = placeOf.get(released.zipCode);
    if (place && wasConfirmed.has(released.id)) await announceReleased(tx, released, place, now);
  }
}
