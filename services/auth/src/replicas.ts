import { replica } from '@closingwire/chassis/replica';
import { type AccountState, standingEvents } from '@closingwire/contracts/billing';

/** Billing's accounts: what the product's screens show of a user's trial and payment. */
export const accounts = replica('account_copies', {
  on: standingEvents,
  key: 'user_id',
  row: (account: AccountState) => ({
    user_id: account.id,
    version: account.version,
    trial_days: account.trialDays,
    trial_expires_at: account.trialExpiresAt,
    has_active_payment: account.hasActivePayment,
    stripe_customer_id: account.stripeCustomerId,
  }),
  ownedBy: { table: 'users', column: 'user_id', mustExist: true },
});
