import { on } from '@closingwire/chassis/consume';
import type { Task } from '@closingwire/chassis/jobs';
import { userDeleted } from '@closingwire/contracts/auth';
import { findAccount, forgetPerson, lockAccount } from '../accounts/store.ts';
import type { Billing } from '../billing.ts';
import { accountPayload, addCloseAccount } from '../jobs.ts';
import { closeCheckouts } from '../orders/steps.ts';
import { pendingOrders } from '../orders/store.ts';
import { closeCustomer } from '../stripe/customer.ts';
import { endSubscriptions } from '../subscriptions/change.ts';
import { activeOf } from '../subscriptions/store.ts';

/** Ends all she has, and with it the charges; what remains is an account without a name. */
export const onUserDeleted = (billing: Billing) =>
  on(userDeleted, async ({ data: { id, version, email } }, tx) => {
    const address = email || (await lockAccount(tx, id))?.email;
    const formerAddress = address ? billing.hashAddress(address) : undefined;
    await endSubscriptions(tx, billing, id, await activeOf(tx, id));
    await forgetPerson(tx, { id, version, formerAddress }, billing.clock());
    await addCloseAccount(tx, id);
  });

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
