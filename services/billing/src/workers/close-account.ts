import { addJob, type Task } from '@closingwire/chassis/jobs';
import type { Tx } from '@closingwire/chassis/pg';
import { z } from 'zod';
import type { Billing } from '../billing.ts';
import { findAccount } from '../db/accounts.ts';
import { pendingOrders } from '../db/orders.ts';
import { closeCheckouts } from '../orders/close-checkouts.ts';
import { closeCustomer } from '../payments/close-customer.ts';

export const closeAccountJob = 'close-account';
const payload = z.object({ accountId: z.string() });

/** Waits in the account's queue, so that nothing else changes its charges meanwhile. */
export function addCloseAccount(tx: Tx, accountId: string): Promise<void> {
  return addJob(
    tx,
    closeAccountJob,
    { accountId },
    { key: `${closeAccountJob}:${accountId}`, queue: accountId },
  );
}

/** Lets the provider know that a person is gone: nothing is charged again, and her cards and name are forgotten. */
export function closeAccountTask(billing: Billing): Task {
  return async job => {
    const { accountId } = payload.parse(job);
    const account = await findAccount(billing.pg, accountId);
    if (account?.status !== 'deleted') return;
    await closeCheckouts(billing, await pendingOrders(billing.pg, accountId));
    if (account.stripeCustomerId !== null) await closeCustomer(billing.stripe, account.stripeCustomerId);
  };
}
