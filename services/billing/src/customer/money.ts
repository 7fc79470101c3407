import { AppError } from '@closingwire/chassis/app-error';
import type { CustomerCard } from '@closingwire/contracts/billing';
import type { CustomerMoney } from '@closingwire/contracts/customer-money';
import { removalOf } from '../accounts/removal.ts';
import { type Account, stateOf } from '../accounts/rules.ts';
import { findAccount } from '../accounts/store.ts';
import type { Billing } from '../billing.ts';
import { readProvider } from '../overview/provider.ts';
import { creditsOf, invoicesOf, trialCreditsOf, zipsOf } from './store.ts';

async function knownAccount({ pg }: Billing, accountId: string): Promise<Account> {
  const account = await findAccount(pg, accountId);
  if (!account) throw new AppError('missing', 'not_found', 'Billing has no account of this user');
  return account;
}

/** Returns the provider's reading of a user; null if it does not answer. Throws `missing` for an unknown user. */
export async function cardOf(billing: Billing, accountId: string): Promise<CustomerCard> {
  const reading = await readProvider(billing, await knownAccount(billing, accountId));
  if (!reading) return null;
  const { card, nextCharge, creditCents } = reading.shown;
  return { card, nextCharge, creditCents };
}

/** Returns what billing knows about a user's money; throws `missing` for an unknown user. */
export async function moneyOf(billing: Billing, accountId: string): Promise<CustomerMoney> {
  const { pg, terms } = billing;
  const account = await knownAccount(billing, accountId);
  const [zips, invoices, credits, trialCredits] = await Promise.all([
    zipsOf(pg, accountId),
    invoicesOf(pg, accountId),
    creditsOf(pg, accountId),
    trialCreditsOf(pg, accountId),
  ]);
  const current = zips.filter(zip => zip.cancelledAt === null);
  const state = stateOf(account, current, terms);
  return {
    trialStartedAt: state.trialStartedAt,
    trialExpiresAt: state.trialExpiresAt,
    paymentState: account.paymentState,
    hasActivePayment: account.hasActivePayment,
    stripeCustomerId: account.stripeCustomerId,
    amountDueCents: account.amountDueCents,
    nextPaymentAttemptAt: account.nextPaymentAttemptAt?.toISOString() ?? null,
    monthlyAmountCents: state.monthlyAmountCents,
    zips: zips.map(zip => ({
      ...zip,
      removal: zip.cancelledAt === null ? removalOf(account, current, zip, terms) : null,
    })),
    invoices,
    credits,
    trialCredits,
  };
}
