import { on } from '@closingwire/chassis/consume';
import { userDeleted } from '@closingwire/contracts/auth';
import type { Billing } from '../billing.ts';
import { forgetPerson, lockAccount } from '../db/accounts.ts';
import { activeOf } from '../db/subscriptions.ts';
import { addCloseAccount } from '../jobs.ts';
import { endSubscriptions } from '../subscriptions/end-subscription.ts';

/** Ends all she has, and with it the charges; what remains is an account without a name. */
export const onUserDeleted = (billing: Billing) =>
  on(userDeleted, async ({ data: { id, version, email } }, tx) => {
    const address = email || (await lockAccount(tx, id))?.email;
    const formerAddress = address ? billing.hashAddress(address) : undefined;
    await endSubscriptions(tx, billing, id, await activeOf(tx, id));
    await forgetPerson(tx, { id, version, formerAddress }, billing.clock());
    await addCloseAccount(tx, id);
  });
