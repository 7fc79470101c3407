import { addJob, type Task } from '@closingwire/chassis/jobs';
import type { Tx } from '@closingwire/chassis/pg';
import { z } from 'zod';
import type { Billing } from '../billing.ts';
import { settleCheckout } from '../orders/settle-checkout.ts';

export const settleCheckoutJob = 'settle-checkout';
const payload = z.object({ sessionId: z.string() });

export function addSettleCheckout(tx: Tx, sessionId: string): Promise<void> {
  return addJob(tx, settleCheckoutJob, { sessionId }, { key: `${settleCheckoutJob}:${sessionId}` });
}

/** Looks at a checkout that a webhook hinted at. */
export function settleCheckoutTask(billing: Billing): Task {
  return async job => {
    await settleCheckout(billing, payload.parse(job).sessionId);
  };
}
