import type { Billing } from '../billing.ts';
import { endOrder } from '../db/orders.ts';
import type { Order } from '../domain/order.ts';
import { addMatchSubscription } from '../jobs.ts';

/** Lets an order come to nothing. Its holds end by themselves too, should the catalogue not hear of it. */
export async function dropOrder(billing: Billing, order: Pick<Order, 'id' | 'accountId'>): Promise<void> {
  await billing.pg.transaction(async tx => {
    await endOrder(tx, order.id, 'dropped');
    await addMatchSubscription(tx, order.accountId);
  });
  await billing.catalog
    .releaseClaims({ intentId: order.id })
    .catch(error => billing.log.info({ err: error, orderId: order.id }, 'holds are left to expire'));
}
