import { AppError } from '@closingwire/chassis/app-error';
import type { CustomerMoney } from '@closingwire/contracts/customer-money';
import { stateOf } from '../accounts/rules.ts';
import { findAccount } from '../accounts/store.ts';
import type { Billing } from '../billing.ts';
import { creditsOf, invoicesOf, trialCreditsOf, zipsOf } from './store.ts';

/** Returns what billing knows about a user's money; throws `missing` for an unknown user. */
export async function moneyOf({ pg, terms }: Billing, accountId: string): Promise<CustomerMoney> {
  const account = await findAccount(pg, accountId);
  if (!account) throw new AppError('missing', 'not_found', 'Billing has no account of this user');
  const [zips, invoices, credits, trialCredits] = await Promise.all([
    zipsOf(pg, accountId),
    invoicesOf(pg, accountId),
    creditsOf(pg, accountId),
    trialCreditsOf(pg, accountId),
  ]);
  const state = stateOf(
    account,
    zips.filter(zip => zip.cancelledAt === null),
    terms,
  );
  return {
    trialStartedAt: state.trialStartedAt,
    trialExpiresAt: state.trialExpiresAt,
    paymentState: account.paymentState,
    hasActivePayment: account.hasActivePayment,
    stripeCustomerId: account.stripeCustomerId,
    amountDueCents: account.amountDueCents,
    nextPaymentAttemptAt: account.nextPaymentAttemptAt?.toISOString() ?? null,
    monthlyAmountCents: state.monthlyAmountCents,
    zips,
    invoices,
    credits,
    trialCredits,
  };
}
