import { AppError } from '@closingwire/chassis/app-error';
import type { Task } from '@closingwire/chassis/jobs';
import type { Billing } from '../billing.ts';
import { settleOrderPayload } from '../jobs.ts';
import { settleOrder } from '../orders/settle-order.ts';

/** Carries on an order whose request died halfway. A refusal has dropped the order and is an end too. */
export function settleOrderTask(billing: Billing): Task {
  return async job => {
    const { orderId } = settleOrderPayload.parse(job);
    await settleOrder(billing, orderId, false).catch(error => {
      if (!(error instanceof AppError && ['conflict', 'invalid'].includes(error.kind))) throw error;
    });
  };
}
