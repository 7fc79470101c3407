import type { Task } from '@closingwire/chassis/jobs';
import type { Billing } from '../billing.ts';
import { findByCustomer } from '../db/accounts.ts';
import { readPaymentPayload } from '../jobs.ts';
import { refreshPayment } from '../payments/apply-payment.ts';

/** Reads a customer that a webhook hinted at. Customers of other products on the same keys are not ours. */
export function readPaymentTask(billing: Billing): Task {
  return async job => {
    const { customerId } = readPaymentPayload.parse(job);
    const account = await findByCustomer(billing.pg, customerId);
    if (account) await refreshPayment(billing, account, customerId);
  };
}
