import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@closingwire/chassis/app-error';
import type { Billing } from '../billing.ts';
import { takeStart } from '../db/accounts.ts';
import { pendingOrders } from '../db/orders.ts';
import type { Order } from '../domain/order.ts';
import { closeCheckouts } from './close-checkouts.ts';

const tries = 25;
const pauseMs = 200;

/**
 * Makes this order the only one that may start the account's subscription: two of them, or one and an open
 * checkout, would make two subscriptions. Waits a moment for another that is just being charged.
 */
export async function startAlone(billing: Billing, order: Order): Promise<void> {
  const pending = await pendingOrders(billing.pg, order.accountId);
  await closeCheckouts(
    billing,
    pending.filter(({ id }) => id !== order.id),
  );
  for (let attempt = 0; attempt < tries; attempt += 1) {
    if (attempt > 0) await sleep(pauseMs);
    if (await billing.pg.transaction(tx => takeStart(tx, order))) return;
  }
  const text = 'Another order of yours is being charged; try again shortly';
  throw new AppError('unavailable', 'order_under_way', text);
}
