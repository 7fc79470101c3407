import { AppError } from '@closingwire/chassis/app-error';
import type { Quote } from '@closingwire/contracts/billing';
import { lockAccount } from '../accounts/lock.ts';
import type { Account } from '../accounts/rules.ts';
import type { Billing } from '../billing.ts';
import { monthlyCents } from '../price.ts';
import { askStripe, ignoreUnknown } from '../stripe/access.ts';
import { changedLine, chargedAtOnce, monthlyPrice } from '../stripe/billed-line.ts';
import { readSubscription } from '../stripe/reading.ts';
import { type Charge, type Due, decideCharge, decideConversion, quotedZips, quoteOf } from './rules.ts';
import { settleNow } from './wait.ts';

const free: Due = { dueTodayCents: 0, firstChargeAt: null };

type Priced = { account: Account; quantity: number; now: Date };

/**
 * Returns the amount due today for raising a subscription, as the provider computes it. Returns undefined if the
 * provider no longer runs the subscription.
 */
function previewRaise(
  { stripe, terms }: Billing,
  subscriptionId: string,
  { account, quantity, now }: Priced,
): Promise<Due | undefined> {
  return askStripe(stripe, account.paymentMode ?? 'test', async client => {
    const { line, status } = readSubscription(await client.subscriptions.retrieve(subscriptionId));
    if (!line || status === 'canceled') return undefined;
    const firstChargeAt = line.periodEnd;
    const isFree = status === 'trialing' || quantity <= line.quantity;
    if (isFree) return { dueTodayCents: 0, firstChargeAt };
    const { amount_due: dueTodayCents } = await client.invoices.createPreview({
      subscription: subscriptionId,
      subscription_details: {
        items: [await changedLine(client, line, quantity, terms)],
        ...chargedAtOnce(line, now),
      },
    });
    return { dueTodayCents, firstChargeAt };
  }).catch(ignoreUnknown);
}

/** Returns the amount due today for a new subscription. A credit of the customer reduces it. */
async function previewStart({ stripe, terms }: Billing, { account, quantity }: Priced): Promise<number> {
  const whole = monthlyCents({ ...terms, zipCount: quantity });
  const { stripeCustomerId: customer, paymentMode } = account;
  if (customer === null || paymentMode === null) return whole;
  const preview = await askStripe(stripe, paymentMode, async client =>
    client.invoices.createPreview({
      customer,
      subscription_details: { items: [{ price_data: await monthlyPrice(client, terms), quantity }] },
    }),
  ).catch(ignoreUnknown);
  return preview?.amount_due ?? whole;
}

type Asked = { zipCodes?: string[] | undefined; purpose: 'order' | 'conversion' };

/** Decides how the ZIPs are charged, under the account's lock, as an order does. */
function decide(billing: Billing, accountId: string, asked: Asked, now: Date) {
  const isOrder = asked.purpose === 'order';
  return billing.pg.transaction(async tx => {
    const account = await lockAccount(tx, billing, accountId);
    if (!account) return undefined;
    const zips = quotedZips(isOrder ? (asked.zipCodes ?? []) : [], account.zips, billing.terms);
    const charge = isOrder ? decideCharge(account, now) : decideConversion(account, now);
    return { account: account as Account, zips, charge };
  });
}

/**
 * The most decisions for one quote. If the provider no longer runs the subscription, a pass reads the provider, and
 * the quote is decided again.
 */
const mostTries = 3;

/** Returns the cost of an order, or of paying for the trial's ZIPs, with the provider's amounts. */
export async function quoteFor(billing: Billing, { id }: Account, asked: Asked): Promise<Quote> {
  const { terms } = billing;
  const now = billing.clock();
  for (let tries = 1; ; tries += 1) {
    const decided = await decide(billing, id, asked, now);
    if (!decided) throw new AppError('missing', 'account_unknown', 'This user has no account');
    const { account, zips, charge } = decided;
    const due = await dueOf(billing, charge, { account, quantity: zips.length, now });
    if (due) return quoteOf(account, terms, charge, { zips, due }, now);
    if (tries === mostTries) {
      throw new AppError(
        'unavailable',
        'order_under_way',
        'Your payment is being changed; try again shortly',
      );
    }
    await settleNow(billing, id);
  }
}

async function dueOf(billing: Billing, charge: Charge, priced: Priced): Promise<Due | undefined> {
  switch (charge.kind) {
    case 'trial':
      return free;
    case 'raise':
      return previewRaise(billing, charge.stripeSubscriptionId, priced);
    case 'subscribe':
    case 'checkout': {
      if (priced.quantity === 0) return free;
      if (charge.trialEnd !== null) return { dueTodayCents: 0, firstChargeAt: charge.trialEnd };
      return { dueTodayCents: await previewStart(billing, priced), firstChargeAt: priced.now };
    }
  }
}
