/**
 * One person's right to one ZIP in her industry. `held` while she orders, `confirmed` once she is subscribed
 * or an admin gave it to her.
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
