import { AppError } from '@closingwire/chassis/app-error';
import { on } from '@closingwire/chassis/consume';
import { zipAssigned } from '@closingwire/contracts/catalog';
import { announceAccount } from '../accounts/announce.ts';
import type { Billing } from '../billing.ts';
import { lockAccount } from '../db/accounts.ts';
import { isReleased } from '../db/released-claims.ts';
import { addSubscriptions } from '../subscriptions/add-subscriptions.ts';

/** An admin's assignment becomes a free subscription, so that the person sees the ZIP. Our own claims we know. */
export const onZipAssigned = (billing: Billing) =>
  on(zipAssigned, async ({ data: claim }, tx) => {
    if (claim.assignedBy !== 'admin' || (await isReleased(tx, claim.claimId))) return;
    const account = await lockAccount(tx, claim.userId);
    if (!account) {
      throw new AppError('missing', 'account_unknown', `No account yet for the user ${claim.userId}`);
    }
    if (account.status === 'deleted') return;
    const holder = { id: account.id, industry: claim.industry };
    const added = await addSubscriptions(tx, holder, [claim], 'granted', billing.clock());
    if (added > 0) await announceAccount(tx, account.id, billing.terms.centsPerZip, ['standing-changed']);
  });
