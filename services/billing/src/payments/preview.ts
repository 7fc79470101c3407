import type { Terms } from '../domain/account.ts';
import type { Due } from '../domain/quote.ts';
import { askStripe } from './ask-stripe.ts';
import { changedLine, chargedAtOnce, lineOf } from './raise.ts';
import type { StripeAccess } from './stripe-access.ts';
import { monthlyPrice } from './zip-product.ts';

/** What raising a running subscription to this quantity takes today, as the provider reckons. */
export function previewRaise(
  access: StripeAccess,
  stripeSubscriptionId: string,
  quantity: number,
  terms: Terms,
  now: Date,
): Promise<Due> {
  return askStripe(access, async client => {
    const subscription = await client.subscriptions.retrieve(stripeSubscriptionId);
    const line = lineOf(subscription);
    if (!line) return { dueTodayCents: 0, firstChargeAt: null };
    const firstChargeAt = line.periodEnd;
    const isFree = subscription.status === 'trialing' || quantity <= line.quantity;
    if (isFree) return { dueTodayCents: 0, firstChargeAt };
    const { amount_due: dueTodayCents } = await client.invoices.createPreview({
      subscription: stripeSubscriptionId,
      subscription_details: {
        items: [await changedLine(client, line, quantity, terms)],
        ...chargedAtOnce(line, now),
      },
    });
    return { dueTodayCents, firstChargeAt };
  });
}

/** What a subscription that starts now takes today; the customer may have a credit from before. */
export function previewStart(
  access: StripeAccess,
  customer: string,
  quantity: number,
  terms: Terms,
): Promise<number> {
  return askStripe(access, async client => {
    const { amount_due } = await client.invoices.createPreview({
      customer,
      subscription_details: { items: [{ price_data: await monthlyPrice(client, terms), quantity }] },
    });
    return amount_due;
  });
}
