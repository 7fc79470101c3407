import { addJob, type Task } from '@closingwire/chassis/jobs';
import type { Tx } from '@closingwire/chassis/pg';
import { z } from 'zod';
import type { Billing } from '../billing.ts';
import { findByCustomer } from '../db/accounts.ts';
import { refreshPayment } from '../payments/apply-payment.ts';

export const readPaymentJob = 'read-payment';
const payload = z.object({ customerId: z.string() });

export function addReadPayment(tx: Tx, customerId: string): Promise<void> {
  return addJob(
    tx,
    readPaymentJob,
    { customerId },
    { key: `${readPaymentJob}:${customerId}`, queue: customerId },
  );
}

/** Reads a customer that a webhook hinted at. Customers of other products on the same keys are not ours. */
export function readPaymentTask(billing: Billing): Task {
  return async job => {
    const { customerId } = payload.parse(job);
    const account = await findByCustomer(billing.pg, customerId);
    if (account) await refreshPayment(billing, account, customerId);
  };
}
