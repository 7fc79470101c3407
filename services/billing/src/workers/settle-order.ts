import { AppError } from '@closingwire/chassis/app-error';
import { addJob, type Task } from '@closingwire/chassis/jobs';
import type { Tx } from '@closingwire/chassis/pg';
import { z } from 'zod';
import type { Billing } from '../billing.ts';
import { settleOrder } from '../orders/settle-order.ts';

export const settleOrderJob = 'settle-order';
const payload = z.object({ orderId: z.string() });

/** Long enough for the request itself to settle the order; then somebody must. */
const patienceMs = 60_000;

export function addSettleOrder(tx: Tx, orderId: string): Promise<void> {
  const runAt = new Date(Date.now() + patienceMs);
  return addJob(tx, settleOrderJob, { orderId }, { key: `${settleOrderJob}:${orderId}`, runAt });
}

/** Carries on an order whose request died halfway. A refusal has dropped the order and is an end too. */
export function settleOrderTask(billing: Billing): Task {
  return async job => {
    const { orderId } = payload.parse(job);
    await settleOrder(billing, orderId, false).catch(error => {
      if (!(error instanceof AppError && ['conflict', 'invalid'].includes(error.kind))) throw error;
    });
  };
}
