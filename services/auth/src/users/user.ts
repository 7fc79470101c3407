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

/** Billing's facts about a user, from its events; null before the first. */
export type BillingFacts = {
  trialDays: number | null;
  trialExpiresAt: Date | null;
  hasActivePayment: boolean;
  stripeCustomerId: string | null;
};

/** A row of users without what hangs on it. */
export type UserRow = {
  id: string;
  /** Rises with every change that an event publishes; 0 until the first. */
  version: number;
  aud: string;
  role: string;
  /** Lower case; '' for the anonymous. */
  email: string;
  emailConfirmedAt: Date | null;
  /** A phone to sign in with, digits alone. The phone of the profile is `contactPhone`. */
  phone: string | null;
  phoneConfirmedAt: Date | null;
  confirmedAt: Date | null;
  passwordHash: string | null;
  invitedAt: Date | null;
  confirmationSentAt: Date | null;
  recoverySentAt: Date | null;
  /** An address that waits for its confirmation; `email` holds until then. */
  newEmail: string | null;
  emailChangeSentAt: Date | null;
  /** Which of the two addresses of a change was confirmed so far; `either`: one confirmation is enough. */
  emailChangeProven: 'current' | 'new' | 'either' | null;
  reauthenticationSentAt: Date | null;
  lastSignInAt: Date | null;
  /** Until when the wire protocol's admin keeps the user out. */
  bannedUntil: Date | null;
  isAnonymous: boolean;
  /** What clients of the wire protocol store, and the providers that the user signs in with. */
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
  createdAt: Date;
  updatedAt: Date;
  /** Always null: a deletion takes the row. The provider's protocol shows the field. */
  deletedAt: Date | null;
};

/** A user as this service stores them, with their billing facts: what the product's screens show. */
export type ListedUser = UserRow & BillingFacts;

/** A user with their ways to sign in and their second factors. */
export type User = ListedUser & { identities: StoredIdentity[]; factors: StoredFactor[] };

type Confirmed = { emailConfirmedAt: Date };

/** A user whose address is confirmed. */
export type ActivatedUser = User & Confirmed;

export function isActivated<U extends UserRow>(user: U): user is U & Confirmed {
  return user.emailConfirmedAt !== null;
}

type Bannable = Pick<UserRow, 'status' | 'bannedUntil'>;

/** Suspended by an admin of the product, or banned for a while by the wire protocol's. */
export function isBanned({ status, bannedUntil }: Bannable, now: Date): boolean {
  return status === 'suspended' || (bannedUntil !== null && bannedUntil > now);
}

/** True with a verified authenticator: a password alone then opens nothing. */
export const hasSecondFactor = ({ factors }: Pick<User, 'factors'>): boolean =>
  factors.some(({ status }) => status === 'verified');

/** The form in which addresses are stored and compared. */
export function normalEmail(email: string): string {
  return email.trim().toLowerCase();
}

const address = z.email();
const LONGEST = 255;

/** The address as it is stored, or what is wrong with it. */
export function readEmail(given: string): { email: string } | { problem: string } {
  if (given === '') return { problem: 'An email address is required' };
  if (given.length > LONGEST) return { problem: 'An email address is too long' };
  const email = normalEmail(given);
  if (address.safeParse(email).success) return { email };
  return { problem: 'Unable to validate email address: invalid format' };
}

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
