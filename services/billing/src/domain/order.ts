import type { HeldZip } from '../db/subscriptions.ts';
import type { CheckoutMode } from './charge.ts';

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
  checkoutMode: CheckoutMode | null;
  checkoutSessionId: string | null;
  checkoutUrl: string | null;
  checkoutExpiresAt: Date | null;
  createdAt: Date;
};

/** How long a checkout may stay open, and the ZIPs held for it: a little longer, for late news of the payment. */
export const checkoutSeconds = 31 * 60;
export const holdSeconds = 60 * 60;

/** Whether a repeated request is this order again instead of a new one; `billable`: ZIPs that the account pays for. */
export function isSameRequest(
  order: Order,
  request: { purpose: Order['purpose']; zipCodes: readonly string[] },
  billable: number,
  now: Date,
): boolean {
  // A checkout asks for what there was when it was opened; with other ZIPs it would ask for a wrong amount.
  const isOfNow =
    (order.checkoutExpiresAt ?? now) > now && order.quantity === billable + order.zipCodes.length;
  const isAlive = order.state === 'open' || (order.state === 'checkout' && isOfNow);
  return isAlive && order.purpose === request.purpose && order.zipCodes.join() === request.zipCodes.join();
}
