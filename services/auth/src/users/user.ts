import type { UserState } from '@closingwire/contracts/auth';
import type { User as UserView } from '@closingwire/contracts/user';
import { z } from 'zod';

export type StoredIdentity = {
  id: string;
  userId: string;
  provider: string;
  providerId: string;
  identityData: Record<string, unknown>;
  email: string | null;
  lastSignInAt: string | null;
  createdAt: string;
  updatedAt: string;
};

export type StoredFactor = {
  id: string;
  friendlyName: string | null;
  factorType: 'totp' | 'phone' | 'webauthn';
  status: 'unverified' | 'verified';
  createdAt: string;
  updatedAt: string;
  lastChallengedAt: string | null;
};

/** The user's trial and payment state, from billing's events; null before the first event. */
export type BillingFacts = {
  trialDays: number | null;
  trialExpiresAt: Date | null;
  hasActivePayment: boolean;
  stripeCustomerId: string | null;
};

/** A row of `users`. */
export type UserRow = {
  id: string;
  /** The version of the user in events. `publishUser` raises it; 0 before the first change. */
  version: number;
  aud: string;
  role: string;
  /** Lower case; '' for anonymous users. */
  email: string;
  emailConfirmedAt: Date | null;
  /** A phone to sign in with, digits only. The phone of the profile is `contactPhone`. */
  phone: string | null;
  phoneConfirmedAt: Date | null;
  confirmedAt: Date | null;
  passwordHash: string | null;
  invitedAt: Date | null;
  confirmationSentAt: Date | null;
  recoverySentAt: Date | null;
  /** An address to confirm; `email` is valid until then. */
  newEmail: string | null;
  emailChangeSentAt: Date | null;
  /** The address of a change that is confirmed so far; `either`: one confirmation is enough. */
  emailChangeProven: 'current' | 'new' | 'either' | null;
  reauthenticationSentAt: Date | null;
  lastSignInAt: Date | null;
  /** End of a ban by the wire protocol's admin. */
  bannedUntil: Date | null;
  isAnonymous: boolean;
  /** `app_metadata` of the wire protocol: an operator's values and the user's providers. */
  appMetadata: Record<string, unknown>;
  userMetadata: Record<string, unknown>;
  firstName: string;
  lastName: string;
  contactPhone: string;
  profileImageUrl: string | null;
  companyName: string;
  industry: string;
  teamSize: string;
  status: 'active' | 'suspended';
  isAdmin: boolean;
  emailNotifications: boolean;
  /** The version of the Terms of use that the user accepted last. */
  termsVersion: string | null;
  createdAt: Date;
  updatedAt: Date;
  /** Always null, because a deletion deletes the row. The wire protocol has the field. */
  deletedAt: Date | null;
};

export type ListedUser = UserRow & BillingFacts;

export type User = ListedUser & { identities: StoredIdentity[]; factors: StoredFactor[] };

type Confirmed = { emailConfirmedAt: Date };

export type ActivatedUser = User & Confirmed;

export function isActivated<U extends UserRow>(user: U): user is U & Confirmed {
  return user.emailConfirmedAt !== null;
}

type Bannable = Pick<UserRow, 'status' | 'bannedUntil'>;

/** Returns true for a user suspended by an admin of the product, or banned by the wire protocol's. */
export function isBanned({ status, bannedUntil }: Bannable, now: Date): boolean {
  return status === 'suspended' || (bannedUntil !== null && bannedUntil > now);
}

/** Returns true for a user with a verified authenticator, who needs it to sign in. */
export const hasSecondFactor = ({ factors }: Pick<User, 'factors'>): boolean =>
  factors.some(({ status }) => status === 'verified');

/** Returns the form in which addresses are stored and compared. */
export function normalEmail(email: string): string {
  return email.trim().toLowerCase();
}

const address = z.email();
const LONGEST = 255;

/** Returns the address in its stored form, or its fault. */
export function readEmail(given: string): { email: string } | { problem: string } {
  if (given === '') return { problem: 'An email address is required' };
  if (given.length > LONGEST) return { problem: 'An email address is too long' };
  const email = normalEmail(given);
  if (address.safeParse(email).success) return { email };
  return { problem: 'Unable to validate email address: invalid format' };
}

const fieldsOf = (user: UserRow) => ({
  id: user.id,
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
});

/** Returns the user for the product's API. */
export function toUser(user: ListedUser): UserView {
  return {
    ...fieldsOf(user),
    profileImageUrl: user.profileImageUrl,
    trialDays: user.trialDays,
    trialExpiresAt: user.trialExpiresAt?.toISOString() ?? null,
    hasActivePayment: user.hasActivePayment,
    stripeCustomerId: user.stripeCustomerId,
    termsVersion: user.termsVersion,
    createdAt: user.createdAt.toISOString(),
  };
}

/** Returns the user for events. */
export function toUserState(user: UserRow & Confirmed): UserState {
  return {
    ...fieldsOf(user),
    version: user.version,
    activatedAt: user.emailConfirmedAt.toISOString(),
  };
}
