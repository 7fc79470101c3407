import { randomBytes } from 'node:crypto';
import { replica } from '@closingwire/chassis/replica';
import type { UserState } from '@closingwire/contracts/auth';
import type { AccountState, SubscriptionState } from '@closingwire/contracts/billing';
import type { EventData } from '@closingwire/contracts/event';
import type { leadListReady } from '@closingwire/contracts/leads';

const newToken = () => randomBytes(24).toString('base64url');

/** Copies of auth's users. A deleted user's row keeps only the id, so that a late event cannot restore them. */
export const users = replica('users', {
  row: (user: UserState) => ({
    id: user.id,
    version: user.version,
    email: user.email,
    first_name: user.firstName,
    last_name: user.lastName,
    is_active: user.status === 'active',
    is_admin: user.isAdmin,
    email_notifications: user.emailNotifications,
    is_deleted: false,
    unsubscribe_token: newToken(),
  }),
  insertOnly: ['unsubscribe_token'],
  forgotten: () => ({
    email: '',
    first_name: '',
    last_name: '',
    is_active: false,
    is_admin: false,
    email_notifications: false,
    is_deleted: true,
    unsubscribe_token: newToken(),
  }),
  isForgotten: 'is_deleted',
});

const deletedUsers = { table: 'users', isForgotten: 'is_deleted' };

/** Copies of the trial and payment state of billing's accounts. The table has an older name. */
export const accounts = replica('trials', {
  key: 'account_id',
  row: (account: AccountState) => ({
    account_id: account.id,
    version: account.version,
    expires_at: account.trialExpiresAt,
    has_active_payment: account.hasActivePayment,
    zip_count: account.zipCount - (account.grantedZipCount ?? 0),
    monthly_amount_cents: account.monthlyAmountCents,
    payment_state: account.paymentState ?? 'none',
    granted_zip_count: account.grantedZipCount ?? 0,
  }),
  ownedBy: { ...deletedUsers, column: 'account_id' },
});

export const subscriptions = replica('subscriptions', {
  row: (subscription: SubscriptionState) => ({
    id: subscription.id,
    version: subscription.version,
    account_id: subscription.accountId,
    zip_code: subscription.zipCode,
    city: subscription.city,
    state: subscription.state,
    created_at: subscription.createdAt,
    cancelled_at: subscription.cancelledAt,
    is_granted: subscription.kind === 'granted',
    order_id: subscription.order?.id ?? null,
    order_size: subscription.order?.zipCount ?? null,
  }),
  insertOnly: ['account_id', 'zip_code', 'created_at', 'order_id', 'order_size'],
  ownedBy: { ...deletedUsers, column: 'account_id' },
});

export const leadLists = replica('lead_lists', {
  key: 'zip_code',
  row: (list: EventData<typeof leadListReady>) => ({
    zip_code: list.zipCode,
    version: list.version,
    agent_count: list.agentCount,
    ready_at: list.readyAt,
  }),
});
