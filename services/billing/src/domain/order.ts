/** A ZIP that the catalogue holds for an order. */
export type HeldZip = { claimId: string; zipCode: string; city: string; state: string };

export type Order = {
  id: string;
  accountId: string;
  /**
   * - `zips`: new ZIPs
   * - `conversion`: the trial's ZIPs are to be paid for, in a checkout
   * - `activation`: the same, on the card that came on file
   */
  purpose: 'zips' | 'conversion' | 'activation';
  zipCodes: string[];
  state: 'open' | 'checkout' | 'done' | 'dropped';
  claims: HeldZip[];
  quantity: number | null;
  checkoutSessionId: string | null;
  checkoutUrl: string | null;
  checkoutExpiresAt: Date | null;
  createdAt: Date;
};

/** How long a checkout may stay open, and the ZIPs held for it: a little longer, for late news of the payment. */
export const checkoutSeconds = 31 * 60;
export const holdSeconds = 60 * 60;

/** Whether a repeated request is answered with this order instead of a new one. */
export function isSameRequest(
  order: Order,
  request: { purpose: Order['purpose']; zipCodes: readonly string[] },
  now: Date,
): boolean {
  const isAlive =
    order.state === 'open' || (order.state === 'checkout' && (order.checkoutExpiresAt ?? now) > now);
  return isAlive && order.purpose === request.purpose && order.zipCodes.join() === request.zipCodes.join();
}
