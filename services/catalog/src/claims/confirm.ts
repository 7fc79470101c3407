import type { Tx } from '@closingwire/chassis/pg';
import type { SubscriptionState } from '@closingwire/contracts/billing';
import { claimIndustryOf } from '@closingwire/contracts/reference';
import { bindSubscription, confirmClaim, refuseClaim, releaseClaims, standingClaims } from '../db/claims.ts';
import { lockZip } from '../db/zips.ts';
import type { Claim } from '../domain/claim.ts';
import { decideConfirmation } from '../domain/confirmation.ts';
import { scheduleDelivery } from '../webhook/schedule-delivery.ts';
import { announceAssigned, announceReleased } from './announce.ts';

type NewClaim = Pick<Claim, 'id' | 'zipCode' | 'industry' | 'userId' | 'assignedBy' | 'subscriptionId'>;

/** Makes a claim hers in the place of the hold `ended`, tells everybody, and asks for the first list. */
export async function assign(
  tx: Tx,
  claim: NewClaim,
  { ended, city, state }: { ended: string | null; city: string; state: string },
  now: Date,
): Promise<void> {
  if (ended) await releaseClaims(tx, [ended], now);
  const confirmed = await confirmClaim(tx, claim, now);
  await announceAssigned(tx, confirmed, { city, state }, now);
  await scheduleDelivery(tx, { zipCode: claim.zipCode, userId: claim.userId, reason: 'assigned' }, now);
}

/** Settles what a new subscription means for its claim; see `decideConfirmation`. */
export async function confirmFor(tx: Tx, subscription: SubscriptionState, now: Date): Promise<void> {
  const { zipCode, claimId } = subscription;
  const industry = claimIndustryOf(subscription.industry);
  const zip = await lockZip(tx, zipCode);
  const [standing] = await standingClaims(tx, industry, [zipCode]);
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
      return bindSubscription(tx, claimId, subscription.id);
    case 'assign':
      return assign(tx, claim, { ...zip, ended: decision.ended }, now);
    case 'refuse':
      return announceReleased(tx, await refuseClaim(tx, claim, now), zip, now);
  }
}
