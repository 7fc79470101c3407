import { AppError } from '@closingwire/chassis/app-error';
import type { Pg } from '@closingwire/chassis/pg';
import type { WebhookDelivery } from '@closingwire/contracts/catalog';
import { reopen } from '../db/deliveries.ts';
import { findDelivery } from '../db/delivery-log.ts';
import { scheduleAttempt } from './schedule-delivery.ts';

const unknown = () => new AppError('missing', 'delivery_unknown', 'This delivery does not exist');

export async function deliveryOf(pg: Pg, id: string): Promise<WebhookDelivery> {
  const delivery = await findDelivery(pg, id);
  if (!delivery) throw unknown();
  return delivery;
}

/** Sends a delivery again now, whatever came of it. Asked twice before it left, it leaves once. */
export async function replayDelivery(pg: Pg, id: string): Promise<WebhookDelivery> {
  await pg.transaction(async tx => {
    const reopened = await reopen(tx, id);
    if (!reopened) throw unknown();
    await scheduleAttempt(tx, id, reopened.attempts + 1, new Date());
  });
  return deliveryOf(pg, id);
}
