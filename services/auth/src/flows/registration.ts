import { signUp } from '@closingwire/contracts/user';
import { z } from 'zod';
import { type Account, isActivated } from '../users/user.ts';

/**
 * What a person signed up with. It waits beside the confirmation token and takes effect with it, so that
 * somebody who signs up with another's address cannot plant a password there.
 */
export const registration = signUp.omit({ email: true, password: true }).extend({ passwordHash: z.string() });
export type Registration = z.output<typeof registration>;

/** A sign-up for an address: new, waiting for its confirmation, or taken. All answer alike. */
export function registrationOf(existing: Account | undefined): 'new' | 'waiting' | 'taken' {
  if (!existing) return 'new';
  return isActivated(existing) ? 'taken' : 'waiting';
}

export function newAccount(id: string, email: string, form: Registration, now: Date): Account {
  return {
    id,
    version: 0,
    email,
    emailConfirmedAt: null,
    newEmail: null,
    profileImageUrl: null,
    status: 'active',
    isAdmin: false,
    emailNotifications: true,
    createdAt: now,
    trialDays: null,
    trialExpiresAt: null,
    hasActivePayment: false,
    stripeCustomerId: null,
    bannedUntil: null,
    role: 'authenticated',
    isAnonymous: false,
    hasSecondFactor: false,
    appMetadata: { provider: 'email', providers: ['email'] },
    userMetadata: {},
    ...form,
  };
}

/** The account with the e-mail confirmed and the form that belongs to the confirmed link. */
export function activate(account: Account, form: Registration, now: Date) {
  return { ...account, ...form, version: account.version + 1, emailConfirmedAt: now };
}
