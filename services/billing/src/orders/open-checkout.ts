import type { Stripe } from 'stripe';
import type { Account } from '../accounts/rules.ts';
import { findAccount } from '../accounts/store.ts';
import type { Billing } from '../billing.ts';
import { monthlyCents } from '../price.ts';
import { askStripe } from '../stripe/access.ts';
import { inSeconds, monthlyPrice } from '../stripe/billed-line.ts';
import { customerOf } from '../stripe/customer.ts';
import { reserveQuantity } from './charge-card.ts';
import { type Charge, checkoutSeconds, type Order } from './rules.ts';
import { startAlone } from './steps.ts';
import { storeCheckout } from './store.ts';

const returnUrls = {
  zips: { success: '/dashboard?session_id={CHECKOUT_SESSION_ID}&bulk=true', cancel: '/zips' },
  conversion: { success: '/dashboard?session_id={CHECKOUT_SESSION_ID}&converted=true', cancel: '/dashboard' },
};

type Checkout = Charge & { kind: 'checkout' };

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;

/** What the page takes and starts: the subscription, or, where that could not wait for the trial's end, a card. */
async function contentOf(
  client: Stripe,
  { terms }: Billing,
  { mode, trialEnd }: Checkout,
  { quantity, metadata }: { quantity: number; metadata: Record<string, string> },
): Promise<Stripe.Checkout.SessionCreateParams> {
  if (mode === 'setup' && trialEnd !== null) {
    const monthly = dollars(monthlyCents(quantity, terms.centsPerZip));
    const message = `Nothing is charged today. From ${day.format(trialEnd)} on, ${monthly} a month for your ZIP codes.`;
    return {
      mode,
      currency: terms.currency,
      setup_intent_data: { metadata },
      custom_text: { submit: { message } },
    };
  }
  return {
    mode: 'subscription',
    line_items: [{ price_data: await monthlyPrice(client, terms), quantity }],
    subscription_data: { metadata, ...(trialEnd && { trial_end: inSeconds(trialEnd) }) },
  };
}

/**
 * A page of the provider where the user enters a card and pays for the order and the trial's ZIPs. False when a
 * card came on file meanwhile.
 */
export async function openCheckout(
  billing: Billing,
  account: Account,
  order: Order,
  checkout: Checkout,
): Promise<boolean> {
  await startAlone(billing, order);
  if ((await findAccount(billing.pg, account.id))?.hasActivePayment) return false;
  const customer = await customerOf(billing, account);
  const quantity = await reserveQuantity(billing, order);
  const expiresAt = inSeconds(order.createdAt) + checkoutSeconds;
  const { success, cancel } = returnUrls[order.purpose === 'zips' ? 'zips' : 'conversion'];
  const metadata = { accountId: account.id, orderId: order.id };
  const session = await askStripe(billing.stripe, async client =>
    client.checkout.sessions.create(
      {
        ...(await contentOf(client, billing, checkout, { quantity, metadata })),
        customer,
        client_reference_id: account.id,
        success_url: `${billing.publicUrl}${success}`,
        cancel_url: `${billing.publicUrl}${cancel}`,
        expires_at: expiresAt,
        metadata,
      },
      { idempotencyKey: `order:${order.id}:checkout` },
    ),
  );
  await storeCheckout(billing.pg, order.id, {
    mode: checkout.mode,
    sessionId: session.id,
    url: session.url ?? billing.publicUrl,
    expiresAt: new Date(expiresAt * 1000),
  });
  return true;
}
