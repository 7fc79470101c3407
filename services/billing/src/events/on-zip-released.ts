import { on } from '@closingwire/chassis/consume';
import { zipReleased } from '@closingwire/contracts/catalog';
import type { Billing } from '../billing.ts';
import { noteReleased } from '../db/released-claims.ts';
import { activeByClaim } from '../db/subscriptions.ts';
import { endSubscriptions } from '../subscriptions/end-subscription.ts';

/** A claim that ended, or was refused, takes its subscription with it. */
export const onZipReleased = (billing: Billing) =>
  on(zipReleased, async ({ data: { claimId } }, tx) => {
    await noteReleased(tx, claimId);
    const subscription = await activeByClaim(tx, claimId);
    if (subscription) await endSubscriptions(tx, billing, subscription.accountId, [subscription]);
  });
