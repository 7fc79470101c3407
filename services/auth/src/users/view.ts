import type { UserState } from '@closingwire/contracts/auth';
import type { User as UserView } from '@closingwire/contracts/user';
import type { ListedUser, UserRow } from './user.ts';

/** The user as the product shows them. */
export function toUser(user: ListedUser): UserView {
  return {
    id: user.id,
    email: user.email,
    firstName: user.firstName,
    lastName: user.lastName,
    phone: user.contactPhone,
    profileImageUrl: user.profileImageUrl,
    companyName: user.companyName,
    industry: user.industry,
    teamSize: user.teamSize,
    status: user.status,
    isAdmin: user.isAdmin,
    emailNotifications: user.emailNotifications,
    trialDays: user.trialDays,
    trialExpiresAt: user.trialExpiresAt?.toISOString() ?? null,
    hasActivePayment: user.hasActivePayment,
    stripeCustomerId: user.stripeCustomerId,
    createdAt: user.createdAt.toISOString(),
  };
}

/** The user as events carry them. */
export function toUserState(user: UserRow & { emailConfirmedAt: Date }): UserState {
  return {
    id: user.id,
    version: user.version,
    email: user.email,
    firstName: user.firstName,
    lastName: user.lastName,
    phone: user.contactPhone,
    companyName: user.companyName,
    industry: user.industry,
    teamSize: user.teamSize,
    status: user.status,
    isAdmin: user.isAdmin,
    emailNotifications: user.emailNotifications,
    activatedAt: user.emailConfirmedAt.toISOString(),
  };
}
