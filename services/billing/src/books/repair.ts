import { sql, type Tx } from '@closingwire/chassis/pg';
import type { BookClaim } from '@closingwire/contracts/catalog';
import { publishCreated } from '../accounts/own-zips.ts';
import type { LockedAccount } from '../accounts/rules.ts';
import type { Billing } from '../billing.ts';
import { giveCreditJob, settleAccountJob } from '../jobs.ts';
import { addSubscriptions, endByClaim } from '../subscriptions/change.ts';
import { activeByClaim } from '../subscriptions/store.ts';
import type { BookCredit, Difference } from './compare.ts';

/* The repairs are safe because they use the service's own commands. Running one again changes nothing. */

/**
 * Kinds that a pass over the account repairs: it ends second subscriptions, corrects quantities and closes deleted
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

/** Runs the job of a credit again whose job was lost. A given one that the provider lacks is only reported. */
export async function repairCredit(tx: Tx, { state, accountId, creditId }: BookCredit): Promise<void> {
  if (state === 'requested' || state === 'owed') await giveCreditJob.enqueue(tx, { accountId, creditId });
}

type Released = Pick<BookClaim, 'claimId' | 'version'>;

type Side = { claim: BookClaim | undefined; account: LockedAccount | undefined };

/** Repairs a difference about a claim. Returns the claim that catalog must release after the commit. */
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

/**
 * Adds the free subscription that an admin's assignment should have. Returns false if the claim has an ended
 * subscription.
 */
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

/**
 * Publishes the subscription again in a newer version. Catalog then confirms its claim, or refuses it, which ends the
 * subscription.
 */
async function publishAgain(tx: Tx, claimId: string): Promise<void> {
  await tx.execute(
    sql`update subscriptions set version = version + 1 where claim_id = ${claimId} and cancelled_at is null`,
  );
  const subscription = await activeByClaim(tx, claimId);
  if (subscription) await publishCreated(tx, subscription);
}
