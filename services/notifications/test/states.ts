import { newId } from '@closingwire/chassis/ids';
import type { UserState } from '@closingwire/contracts/auth';
import type { AccountState, SubscriptionState } from '@closingwire/contracts/billing';

/** A user with an address of their own. */
export function aUser(changes: Partial<UserState> = {}): UserState {
  const id = changes.id ?? newId();
  return {
    id,
    version: 1,
    email: `ada-${id}@example.com`,
    firstName: 'Ada',
    lastName: 'Example',
    phone: '555-0100',
    companyName: 'Example Ltd',
    industry: 'Mortgages',
    teamSize: 'Just me (1)',
    status: 'active',
    isAdmin: false,
    emailNotifications: true,
    activatedAt: '2026-03-01T08:00:00Z',
    ...changes,
  };
}

export function aSubscription(user: UserState, changes: Partial<SubscriptionState> = {}): SubscriptionState {
  return {
    id: newId(),
    version: 1,
    accountId: user.id,
    zipCode: '90210',
    city: 'Beverly Hills',
    state: 'CA',
    industry: user.industry,
    kind: 'trial',
    claimId: newId(),
    createdAt: '2026-03-01T09:00:00Z',
    cancelledAt: null,
    ...changes,
  };
}

export function aList(changes: { zipCode?: string; version?: number; readyAt?: string } = {}) {
  return {
    id: newId(),
    version: 1,
    zipCode: '90210',
    batchId: newId(),
    agentCount: 42,
    readyAt: '2026-03-01T09:00:05Z',
    ...changes,
  };
}

export function anAccount(user: UserState, changes: Partial<AccountState> = {}): AccountState {
  return {
    id: user.id,
    version: 1,
    trialDays: 14,
    trialStartedAt: '2026-03-01T08:00:00Z',
    trialExpiresAt: '2026-03-15T08:00:00Z',
    hasActivePayment: false,
    stripeCustomerId: null,
    zipCount: 2,
    monthlyAmountCents: 3000,
    ...changes,
  };
}

/** Returns the data of an event that offered a ZIP of Austin to a user. */
export const anOffer = (userId: string, change: object = {}) => ({
  ...{
    id: newId(),
    version: 1,
    userId,
    zipCode: '78701',
    city: 'Austin',
    state: 'TX',
    industry: 'Mortgages',
  },
  endsAt: '2026-11-28T15:30:00Z',
  ...change,
});
