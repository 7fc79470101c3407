import { newId } from '@closingwire/chassis/ids';
import { addJob } from '@closingwire/chassis/jobs';
import type { Tx } from '@closingwire/chassis/pg';
import { insertDelivery, type NewDelivery } from '../db/deliveries.ts';

export const DELIVER_TASK = 'deliver-webhook';

/** Notes a delivery and the job that makes its first attempt. */
export async function scheduleDelivery(tx: Tx, delivery: Omit<NewDelivery, 'id'>, now: Date): Promise<void> {
  const id = newId();
  await insertDelivery(tx, { ...delivery, id }, now);
  await addJob(tx, DELIVER_TASK, { deliveryId: id, attempt: 1 }, { key: `${id} 1` });
}

/** Each attempt is a job of its own, so that its key never meets the job that is running. */
export async function scheduleAttempt(tx: Tx, id: string, attempt: number, runAt: Date): Promise<void> {
  await addJob(tx, DELIVER_TASK, { deliveryId: id, attempt }, { key: `${id} ${attempt}`, runAt });
}
