import { type Claim, isInForce } from './claim.ts';

/** What a subscription says about the claim that it confirms. */
export type ConfirmingSubscription = { id: string; claimId: string; accountId: string };

/**
 * - `nothing`: the claim serves this subscription already
 * - `bind`: it is confirmed and in use; remember the subscription
 * - `assign`: it becomes hers now, in the place of the hold `ended`
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
  const isHerOpenOrder = standing.state === 'held' && standing.userId === subscription.accountId;
  return isHerOpenOrder || !isInForce(standing, now)
    ? { outcome: 'assign', ended: standing.id }
    : { outcome: 'refuse' };
}

/** A cancelled subscription ends its claim, but not one that serves a newer subscription. */
export function endsClaim(subscriptionId: string, claim: Claim | undefined): boolean {
  if (!claim || claim.state === 'released') return false;
  return claim.subscriptionId === null || claim.subscriptionId === subscriptionId;
}
