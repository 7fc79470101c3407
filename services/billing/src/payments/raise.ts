import type { Stripe } from 'stripe';
import type { Terms } from '../domain/account.ts';
import { prorationStart } from '../domain/charge.ts';
import { monthlyPrice } from './zip-product.ts';

/** The one line of a subscription of ours. */
export type BilledLine = {
  itemId: string;
  quantity: number;
  centsPerZip: number;
  periodStart: Date;
  periodEnd: Date;
};

const at = (seconds: number) => new Date(seconds * 1000);
export const inSeconds = (date: Date) => Math.floor(date.getTime() / 1000);

const liveStatuses = new Set<Stripe.Subscription.Status>(['trialing', 'active', 'past_due']);
export const isLive = ({ status }: Stripe.Subscription) => liveStatuses.has(status);

export function lineOf(subscription: Stripe.Subscription): BilledLine | undefined {
  const item = subscription.items.data[0];
  return (
    item && {
      itemId: item.id,
      quantity: item.quantity ?? 0,
      centsPerZip: item.price.unit_amount ?? 0,
      periodStart: at(item.current_period_start),
      periodEnd: at(item.current_period_end),
    }
  );
}

/** The line with another quantity, at the configured price. */
export async function changedLine(client: Stripe, line: BilledLine, quantity: number, terms: Terms) {
  const price = line.centsPerZip === terms.centsPerZip ? undefined : await monthlyPrice(client, terms);
  return { id: line.itemId, quantity, ...(price && { price_data: price }) };
}

/** What charging the rest of the period for more ZIPs means; a preview and the change itself say the same. */
export const chargedAtOnce = (line: BilledLine, now: Date) => ({
  proration_behavior: 'always_invoice' as const,
  proration_date: inSeconds(prorationStart(line.periodStart, now)),
});
