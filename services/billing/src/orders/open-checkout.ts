import type { Billing } from '../billing.ts';
import { keepCheckout, pendingOrders } from '../db/orders.ts';
import type { Account } from '../domain/account.ts';
import { checkoutSeconds, type Order } from '../domain/order.ts';
import { askStripe } from '../payments/ask-stripe.ts';
import { customerOf } from '../payments/customer.ts';
import { monthlyPrice } from '../payments/zip-product.ts';
import { reserveQuantity } from './charge-card.ts';
import { closeCheckouts } from './close-checkouts.ts';

/** Closes the account's earlier checkouts, so that it cannot pay twice. */
async function closeOthers(billing: Billing, order: Order): Promise<void> {
  const pending = await pendingOrders(billing.pg, order.accountId);
  await closeCheckouts(
    billing,
    pending.filter(({ id }) => id !== order.id),
  );
}

const waysBack = {
  zips: { success: '/dashboard?session_id={CHECKOUT_SESSION_ID}&bulk=true', cancel: '/zips' },
  conversion: { success: '/dashboard?session_id={CHECKOUT_SESSION_ID}&converted=true', cancel: '/dashboard' },
};

/** A page of the provider where the person enters a card and pays for the order and her trial's ZIPs. */
export async function openCheckout(
  billing: Billing,
  account: Account,
  order: Order,
  trialEnd: Date | null,
): Promise<void> {
  await closeOthers(billing, order);
  const customer = await customerOf(billing, account);
  const quantity = await reserveQuantity(billing, order);
  const expiresAt = Math.floor(order.createdAt.getTime() / 1000) + checkoutSeconds;
  const { success, cancel } = waysBack[order.purpose === 'zips' ? 'zips' : 'conversion'];
  const metadata = { accountId: account.id, orderId: order.id };
  const session = await askStripe(billing.stripe, async client =>
    client.checkout.sessions.create(
      {
        mode: 'subscription',
        customer,
        client_reference_id: account.id,
        line_items: [{ price_data: await monthlyPrice(client, billing.terms), quantity }],
        success_url: `${billing.publicUrl}${success}`,
        cancel_url: `${billing.publicUrl}${cancel}`,
        expires_at: expiresAt,
        metadata,
        subscription_data: {
          metadata,
          ...(trialEnd && { trial_end: Math.floor(trialEnd.getTime() / 1000) }),
        },
      },
      { idempotencyKey: `order:${order.id}:checkout` },
    ),
  );
  await keepCheckout(billing.pg, order.id, {
    sessionId: session.id,
    url: session.url ?? billing.publicUrl,
    expiresAt: new Date(expiresAt * 1000),
  });
}
