import { newId } from '@closingwire/chassis/ids';
import type { UserState } from '@closingwire/contracts/auth';
import type { AccountState, SubscriptionState } from '@closingwire/contracts/billing';

const THEN = '2026-03-01T00:00:00Z';

export const accountOf = (id: string, changes: Partial<AccountState> = {}): AccountState => ({
  id,
  version: 1,
  trialDays: 14,
  trialStartedAt: THEN,
  trialExpiresAt: '2026-03-15T00:00:00Z',
  hasActivePayment: false,
  stripeCustomerId: null,
  zipCount: 0,
  monthlyAmountCents: 0,
  ...changes,
});

export const subscriptionOf = (
  accountId: string,
  zipCode: string,
  changes: Partial<SubscriptionState> = {},
): SubscriptionState => ({
  id: newId(),
  version: 1,
  accountId,
  zipCode,
  city: 'Kent',
  state: 'WA',
  industry: 'Mortgages',
  kind: 'trial',
  claimId: newId(),
  createdAt: THEN,
  cancelledAt: null,
  ...changes,
});

export const userOf = (id: string, changes: Partial<UserState> = {}): UserState => ({
  id,
  version: 1,
  email: 'ada@example.com',
  firstName: 'Ada',
  lastName: 'Example',
  phone: '(206) 555-0142',
  companyName: 'Example Ltd',
  industry: 'Mortgages',
  teamSize: 'Just me (1)',
  status: 'active',
  isAdmin: false,
  emailNotifications: true,
  activatedAt: THEN,
  ...changes,
});
