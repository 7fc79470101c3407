import { sql, type Tx } from '@closingwire/chassis/pg';
import type { BookClaim } from '@closingwire/contracts/catalog';
import { publishCreated } from '../accounts/own-zips.ts';
import type { LockedAccount } from '../accounts/rules.ts';
import type { Billing } from '../billing.ts';
import { settleAccountJob } from '../jobs.ts';
import { addSubscriptions, endByClaim } from '../subscriptions/change.ts';
import { activeByClaim } from '../subscriptions/store.ts';
import type { Difference } from './compare.ts';

/* Repairs that are safe because they use the service's own commands. Each may run again and then changes nothing. */

/**
 * A pass over the account repairs these: it ends second subscriptions, corrects quantities and closes deleted
 * accounts.
 */
const repairedByPass = new Set<Difference['kind']>([
  'two-subscriptions',
  'wrong-quantity',
  'paid-without-subscription',
  'deleted-subscription',
  'deleted-checkout',
]);

export async function repairAccount(tx: Tx, { kind }: Difference, account: LockedAccount): Promise<void> {
  if (repairedByPass.has(kind)) await settleAccountJob.enqueue(tx, { accountId: account.id });
}

type Released = Pick<BookClaim, 'claimId' | 'version'>;

type Side = { claim: BookClaim | undefined; account: LockedAccount | undefined };

/** Returns the claim that catalog is to release after the commit. */
export async function repairClaim(
  tx: Tx,
  billing: Billing,
  { kind, subject: claimId }: Difference,
  { claim, account }: Side,
): Promise<Released | undefined> {
  switch (kind) {
    case 'deleted-zip':
      await endByClaim(tx, billing, claimId, account);
      return claim;
    case 'deleted-claim':
      return claim;
    case 'claim-without-subscription':
      return claim && ((await isGranted(tx, billing, claim, account)) ? undefined : claim);
    case 'subscription-without-claim':
      await publishAgain(tx, claimId);
      return undefined;
    default:
      return undefined;
  }
}

/** Adds the free subscription of an admin's assignment. Returns false if an earlier one has ended. */
async function isGranted(
  tx: Tx,
  billing: Billing,
  claim: BookClaim,
  account: LockedAccount | undefined,
): Promise<boolean> {
  if (claim.assignedBy !== 'admin' || !account) return false;
  const given = { kind: 'granted', industry: claim.industry } as const;
  return (await addSubscriptions(tx, billing, account, [claim], given)) > 0;
}

/** In reply to a newer version, catalog confirms the claim, or refuses it, which ends the subscription. */
async function publishAgain(tx: Tx, claimId: string): Promise<void> {
  await tx.execute(
    sql`update subscriptions set version = version + 1 where claim_id = ${claimId} and cancelled_at is null`,
  );
  const subscription = await activeByClaim(tx, claimId);
  if (subscription) await publishCreated(tx, subscription);
}
