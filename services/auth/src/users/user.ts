/** A person as this service stores her. `email` is lower case. */
export type Account = {
  id: string;
  /** Rises with every change that an event tells of; 0 until the first. */
  version: number;
  email: string;
  emailConfirmedAt: Date | null;
  /** An address that waits for its confirmation; `email` holds until then. */
  newEmail: string | null;
  passwordHash: string | null;
  firstName: string;
  lastName: string;
  phone: string;
  profileImageUrl: string | null;
  companyName: string;
  industry: string;
  teamSize: string;
  status: 'active' | 'suspended';
  isAdmin: boolean;
  emailNotifications: boolean;
  createdAt: Date;
  /** Until when the wire protocol's admin keeps the person out. */
  bannedUntil: Date | null;
  role: string;
  isAnonymous: boolean;
  /** True with a verified authenticator: a password alone then opens nothing. */
  hasSecondFactor: boolean;
  /** What clients of the wire protocol store, and the providers she signs in with. */
  appMetadata: Record<string, unknown>;
  userMetadata: Record<string, unknown>;
  /** Billing's facts, from its events; null before the first. */
  trialDays: number | null;
  trialExpiresAt: Date | null;
  hasActivePayment: boolean;
  stripeCustomerId: string | null;
};

/** An account whose e-mail is confirmed. */
export type ActiveAccount = Account & { emailConfirmedAt: Date };

export function isActivated(account: Account): account is ActiveAccount {
  return account.emailConfirmedAt !== null;
}

/** The form in which addresses are stored and compared. */
export function normalEmail(email: string): string {
  return email.trim().toLowerCase();
}
