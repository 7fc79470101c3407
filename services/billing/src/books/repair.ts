import type { Tx } from '@closingwire/chassis/pg';
import type { BookClaim } from '@closingwire/contracts/catalog';
import { publishAccount } from '../accounts/publish.ts';
import type { Billing } from '../billing.ts';
import { closeAccountJob, matchSubscriptionJob, readPaymentJob } from '../jobs.ts';
import { addSubscriptions, endSubscriptions, publishCreated } from '../subscriptions/change.ts';
import { activeByClaim } from '../subscriptions/store.ts';
import type { Difference } from './compare.ts';

/* What is safe to repair, by commands that the service has anyway. Each may run again and then changes nothing. */

/** The account is locked. */
export async function repairAccount(
  tx: Tx,
  { kind }: Difference,
  { accountId, customerId }: { accountId: string; customerId: string | null },
): Promise<void> {
  switch (kind) {
    case 'two-subscriptions':
    case 'wrong-quantity':
      return matchSubscriptionJob.enqueue(tx, { accountId });
    case 'paid-without-subscription':
      if (customerId !== null) await readPaymentJob.enqueue(tx, { customerId });
      return matchSubscriptionJob.enqueue(tx, { accountId });
    case 'deleted-subscription':
    case 'deleted-checkout':
      return closeAccountJob.enqueue(tx, { accountId });
    default:
  }
}

type Released = Pick<BookClaim, 'claimId' | 'version'>;

/** The account is locked. Returns the claim that catalog is to release, after the commit. */
export async function repairClaim(
  tx: Tx,
  billing: Billing,
  { kind, subject: claimId }: Difference,
  claim: BookClaim | undefined,
): Promise<Released | undefined> {
  switch (kind) {
    case 'deleted-zip':
      await endByClaim(tx, billing, claimId);
      return claim;
    case 'deleted-claim':
      return claim;
    case 'claim-without-subscription':
      return claim && ((await isGranted(tx, billing, claim)) ? undefined : claim);
    case 'subscription-without-claim':
      await publishAgain(tx, claimId);
      return undefined;
    default:
      return undefined;
  }
}

async function endByClaim(tx: Tx, billing: Billing, claimId: string): Promise<void> {
  const subscription = await activeByClaim(tx, claimId);
  if (subscription) await endSubscriptions(tx, billing, subscription.accountId, [subscription]);
}

/** Adds the free subscription of an admin's assignment; false when it had one, which ended. */
async function isGranted(tx: Tx, { terms, clock }: Billing, claim: BookClaim): Promise<boolean> {
  if (claim.assignedBy !== 'admin') return false;
  const account = { id: claim.userId, industry: claim.industry };
  const added = await addSubscriptions(tx, account, [claim], 'granted', clock());
  if (added > 0) await publishAccount(tx, account.id, terms.centsPerZip, ['standing-changed']);
  return added > 0;
}

/** In a newer version, so that catalog confirms the claim, or refuses it, which ends the subscription. */
async function publishAgain(tx: Tx, claimId: string): Promise<void> {
  await tx.send(
    'update subscriptions set version = version + 1 where claim_id = $1 and cancelled_at is null',
    [claimId],
  );
  const subscription = await activeByClaim(tx, claimId);
  if (subscription) await publishCreated(tx, subscription);
}
