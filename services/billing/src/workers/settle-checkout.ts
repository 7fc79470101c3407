import type { Task } from '@closingwire/chassis/jobs';
import type { Billing } from '../billing.ts';
import { settleCheckoutPayload } from '../jobs.ts';
import { settleCheckout } from '../orders/settle-checkout.ts';

/** Looks at a checkout that a webhook hinted at. */
export function settleCheckoutTask(billing: Billing): Task {
  return async job => {
    await settleCheckout(billing, settleCheckoutPayload.parse(job).sessionId);
  };
}
