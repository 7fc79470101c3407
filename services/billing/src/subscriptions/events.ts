import { AppError } from '@closingwire/chassis/app-error';
import { on } from '@closingwire/chassis/consume';
import type { Tx } from '@closingwire/chassis/pg';
import { zipAssigned, zipReleased } from '@closingwire/contracts/catalog';
import { announceAccount } from '../accounts/publish.ts';
import { lockAccount } from '../accounts/store.ts';
import type { Billing } from '../billing.ts';
import { addSubscriptions, endSubscriptions } from './change.ts';
import { activeByClaim } from './store.ts';

async function noteReleased(tx: Tx, claimId: string): Promise<void> {
  await tx.query('insert into released_claims (id) values ($1) on conflict do nothing', [claimId]);
}

async function isReleased(tx: Tx, claimId: string): Promise<boolean> {
  return (await tx.maybe('select 1 from released_claims where id = $1', [claimId])) !== undefined;
}

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

/** A claim that ended, or was refused, takes its subscription with it. */
export const onZipReleased = (billing: Billing) =>
  on(zipReleased, async ({ data: { claimId } }, tx) => {
    await noteReleased(tx, claimId);
    const subscription = await activeByClaim(tx, claimId);
    if (subscription) await endSubscriptions(tx, billing, subscription.accountId, [subscription]);
  });
