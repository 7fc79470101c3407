import { replica } from '@closingwire/chassis/replica';
import {
  type AccountState,
  type SubscriptionState,
  standingEvents,
  subscriptionEvents,
} from '@closingwire/contracts/billing';

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

/** Billing's subscriptions: admins find users by their ZIPs and cities. */
export const subscriptions = replica('subscription_copies', {
  on: subscriptionEvents,
  row: ({ id, version, accountId, zipCode, city, cancelledAt }: SubscriptionState) => ({
    id,
    version,
    user_id: accountId,
    zip_code: zipCode,
    city,
    cancelled_at: cancelledAt,
  }),
  ownedBy: { table: 'users', column: 'user_id', mustExist: true },
});
