import type { Billing } from '../billing.ts';
import type { Account } from '../domain/account.ts';
import { addReadPayment } from '../jobs.ts';

const visitMs = 60 * 60_000;

/** Whoever comes back from the billing portal may have put a card on file: the provider is asked, not waited for. */
export async function noteReturn({ pg, clock }: Billing, account: Account): Promise<void> {
  const { stripeCustomerId: customer, portalOpenedAt, paymentState } = account;
  const isSettled = paymentState === 'active' || paymentState === 'trialing';
  if (customer === null || portalOpenedAt === null || isSettled) return;
  if (clock().getTime() - portalOpenedAt.getTime() > visitMs) return;
  await pg.transaction(tx => addReadPayment(tx, customer));
}
