import type { Quote } from '@closingwire/contracts/billing';
import type { Account, Terms } from '../accounts/rules.ts';
import type { Billing } from '../billing.ts';
import { monthlyCents } from '../price.ts';
import { askStripe, type StripeAccess } from '../stripe/access.ts';
import { changedLine, chargedAtOnce, lineOf, monthlyPrice } from '../stripe/billed-line.ts';
import { activeOf } from '../subscriptions/store.ts';
import { type Charge, type Due, decideCharge, decideConversion, quotedZips, quoteOf } from './rules.ts';

/** What raising a running subscription to this quantity takes today, as the provider reckons. */
function previewRaise(
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
function previewStart(
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

type Asked = { zipCodes?: string[] | undefined; purpose: 'order' | 'conversion' };

/** What an order, or paying for the trial, costs now: decided as the order itself is, with the provider's amounts. */
export async function quoteFor(billing: Billing, account: Account, asked: Asked): Promise<Quote> {
  const { terms } = billing;
  const now = billing.clock();
  const isOrder = asked.purpose === 'order';
  const own = await activeOf(billing.pg, account.id);
  const zips = quotedZips(isOrder ? (asked.zipCodes ?? []) : [], own, terms.centsPerZip);
  const charge = isOrder ? decideCharge(account, now) : decideConversion(account, now);
  const due = await dueOf(billing, account, charge, zips.length, now);
  return quoteOf(account, terms, charge, { zips, due }, now);
}

async function dueOf(
  { stripe, terms }: Billing,
  account: Account,
  charge: Charge,
  quantity: number,
  now: Date,
): Promise<Due> {
  switch (charge.kind) {
    case 'trial':
      return { dueTodayCents: 0, firstChargeAt: null };
    case 'raise':
      return previewRaise(stripe, charge.stripeSubscriptionId, quantity, terms, now);
    case 'subscribe':
    case 'checkout': {
      if (quantity === 0) return { dueTodayCents: 0, firstChargeAt: null };
      if (charge.trialEnd !== null) return { dueTodayCents: 0, firstChargeAt: charge.trialEnd };
      const customer = account.stripeCustomerId;
      const dueTodayCents =
        customer === null
          ? monthlyCents(quantity, terms.centsPerZip)
          : await previewStart(stripe, customer, quantity, terms);
      return { dueTodayCents, firstChargeAt: now };
    }
  }
}
