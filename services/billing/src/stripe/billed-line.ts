import { zipProduct } from '@closingwire/contracts/payment-provider';
import { Stripe } from 'stripe';
import type { BilledLine } from '../accounts/payment-standing.ts';
import type { Terms } from '../accounts/rules.ts';
import { prorationStart, recurringPrice } from '../price.ts';

/** Returns the id of the product. Creates it if `closingwire stripe-setup` has not run. */
async function productOf(client: Stripe): Promise<string> {
  try {
    await client.products.retrieve(zipProduct.id);
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    await client.products.create(zipProduct).catch(ignoreExisting);
  }
  return zipProduct.id;
}

function ignoreExisting(error: unknown): void {
  const isThere =
    error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_already_exists';
  if (!isThere) throw error;
}

export async function monthlyPrice(client: Stripe, terms: { centsPerZip: number; currency: string }) {
  return {
    ...recurringPrice(terms),
    product: await productOf(client),
  };
}

const at = (seconds: number) => new Date(seconds * 1000);
export const inSeconds = (date: Date) => Math.floor(date.getTime() / 1000);

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

/** Returns the subscription's item with another quantity, at the configured price. */
export async function changedLine(client: Stripe, line: BilledLine, quantity: number, terms: Terms) {
  const isAtPrice = line.centsPerZip === terms.centsPerZip;
  const price = isAtPrice ? undefined : await monthlyPrice(client, terms);
  return { id: line.itemId, quantity, ...(price && { price_data: price }) };
}

/** Charges the rest of the period for more ZIPs. Preview and change use the same parameters. */
export const chargedAtOnce = (line: BilledLine, now: Date) => ({
  proration_behavior: 'always_invoice' as const,
  proration_date: inSeconds(prorationStart(line.periodStart, now)),
});
