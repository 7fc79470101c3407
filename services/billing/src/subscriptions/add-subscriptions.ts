import type { Tx } from '@closingwire/chassis/pg';
import type { HeldZip } from '../db/subscriptions.ts';
import { insertSubscription, type SubscriptionKind } from '../db/subscriptions.ts';
import type { Account } from '../domain/account.ts';
import { announceCreated } from './announce.ts';

/** Gives an account these ZIPs, those that it has left out. Returns how many came new. */
export async function addSubscriptions(
  tx: Tx,
  account: Pick<Account, 'id' | 'industry'>,
  zips: readonly HeldZip[],
  kind: SubscriptionKind,
  now: Date,
): Promise<number> {
  let added = 0;
  for (const { claimId, zipCode, city, state } of zips) {
    const subscription = await insertSubscription(tx, {
      claimId,
      zipCode,
      city,
      state,
      accountId: account.id,
      industry: account.industry,
      kind,
      createdAt: now,
    });
    if (!subscription) continue;
    added += 1;
    await announceCreated(tx, subscription);
  }
  return added;
}
