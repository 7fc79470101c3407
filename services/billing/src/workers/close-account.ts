import type { Task } from '@closingwire/chassis/jobs';
import type { Billing } from '../billing.ts';
import { findAccount } from '../db/accounts.ts';
import { pendingOrders } from '../db/orders.ts';
import { accountPayload } from '../jobs.ts';
import { closeCheckouts } from '../orders/close-checkouts.ts';
import { closeCustomer } from '../payments/close-customer.ts';

/** Lets the provider know that a person is gone: nothing is charged again, and her cards and name are forgotten. */
export function closeAccountTask(billing: Billing): Task {
  return async job => {
    const { accountId } = accountPayload.parse(job);
    const account = await findAccount(billing.pg, accountId);
    if (account?.status !== 'deleted') return;
    await closeCheckouts(billing, await pendingOrders(billing.pg, accountId));
    if (account.stripeCustomerId !== null) await closeCustomer(billing.stripe, account.stripeCustomerId);
  };
}
