import type { UserState } from '@closingwire/contracts/events/user-events';
import type { User } from '@closingwire/contracts/user';
import type { Account, ActiveAccount } from './user.ts';

/** The account as the product shows it. */
export function toUser(account: Account): User {
  return {
    id: account.id,
    email: account.email,
    firstName: account.firstName,
    lastName: account.lastName,
    phone: account.phone,
    profileImageUrl: account.profileImageUrl,
    companyName: account.companyName,
    industry: account.industry,
    teamSize: account.teamSize,
    status: account.status,
    isAdmin: account.isAdmin,
    emailNotifications: account.emailNotifications,
    trialDays: account.trialDays,
    trialExpiresAt: account.trialExpiresAt?.toISOString() ?? null,
    hasActivePayment: account.hasActivePayment,
    stripeCustomerId: account.stripeCustomerId,
    createdAt: account.createdAt.toISOString(),
  };
}

/** The account as events carry it. */
export function toUserState(account: ActiveAccount): UserState {
  return {
    id: account.id,
    version: account.version,
    email: account.email,
    firstName: account.firstName,
    lastName: account.lastName,
    phone: account.phone,
    companyName: account.companyName,
    industry: account.industry,
    teamSize: account.teamSize,
    status: account.status,
    isAdmin: account.isAdmin,
    emailNotifications: account.emailNotifications,
    activatedAt: account.emailConfirmedAt.toISOString(),
  };
}
