import type { Billing } from '../billing.ts';
import type { Order } from '../domain/order.ts';
import { askStripe } from '../payments/ask-stripe.ts';
import { dropOrder } from './drop-order.ts';

/** Closes the checkouts of these orders, so that nobody pays there any more; one that was paid goes its way. */
export async function closeCheckouts(billing: Billing, orders: readonly Order[]): Promise<void> {
  for (const order of orders) {
    const sessionId = order.checkoutSessionId;
    if (sessionId === null) continue;
    const isClosed = await askStripe(billing.stripe, async client => {
      const { status } = await client.checkout.sessions.retrieve(sessionId);
      if (status === 'open') await client.checkout.sessions.expire(sessionId);
      return status !== 'complete';
    });
    if (isClosed) await dropOrder(billing, order);
  }
}
