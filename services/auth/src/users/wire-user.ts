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

/** A row of users as the wire protocol sees it, with identities and factors. */
export type WireUser = {
  id: string;
  aud: string;
  role: string;
  email: string | null;
  emailConfirmedAt: Date | null;
  phone: string | null;
  phoneConfirmedAt: Date | null;
  confirmedAt: Date | null;
  passwordHash: string | null;
  invitedAt: Date | null;
  confirmationSentAt: Date | null;
  recoverySentAt: Date | null;
  newEmail: string | null;
  emailChangeSentAt: Date | null;
  emailChangeProven: 'current' | 'new' | null;
  reauthenticationSentAt: Date | null;
  lastSignInAt: Date | null;
  bannedUntil: Date | null;
  status: 'active' | 'suspended';
  isAnonymous: boolean;
  appMetadata: Record<string, unknown>;
  userMetadata: Record<string, unknown>;
  firstName: string;
  lastName: string;
  companyName: string;
  teamSize: string;
  createdAt: Date;
  updatedAt: Date;
  deletedAt: Date | null;
  identities: StoredIdentity[];
  factors: StoredFactor[];
};

type Bannable = { status: 'active' | 'suspended'; bannedUntil: Date | null };

/** Suspended by an admin of the product, or banned for a while by the wire protocol's. */
export function isBanned({ status, bannedUntil }: Bannable, now: Date): boolean {
  return status === 'suspended' || (bannedUntil !== null && bannedUntil > now);
}

export const hasSecondFactor = ({ factors }: WireUser) => factors.some(({ status }) => status === 'verified');
