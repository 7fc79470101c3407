import type { Quote } from '@closingwire/contracts/billing';
import type { Billing } from '../billing.ts';
import { activeOf } from '../db/subscriptions.ts';
import type { Account } from '../domain/account.ts';
import { type Charge, decideCharge, decideConversion } from '../domain/charge.ts';
import { type Due, quotedZips, quoteOf } from '../domain/quote.ts';
import { previewRaise, previewStart } from '../payments/preview.ts';

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
          ? quantity * terms.centsPerZip
          : await previewStart(stripe, customer, quantity, terms);
      return { dueTodayCents, firstChargeAt: now };
    }
  }
}
