import { z } from 'zod';
import { emailAddress, id, instant } from './primitive.ts';
import { signupIndustries, teamSizes } from './reference.ts';

const name = z.string().trim().min(1).max(100);

/** A phone number as typed: free text of at most 40 characters. */
const phone = z.string().trim().min(1).max(40);

/** A new password. In NFC an accented letter counts once, whether a keyboard sends one code point or two. */
export const password = z
  .string()
  .normalize('NFC')
  .min(6, 'Password must be at least 6 characters long')
  .max(1000, 'A password has at most 1,000 characters');

/**
 * A password to compare, unchanged: earlier versions hashed it as sent. A character in NFC is at most four characters as
 * sent, hence the length.
 */
export const knownPassword = z.string().min(1).max(4000);

export const userStatus = z.enum(['active', 'suspended']);

/** A user in the product's API. The fields of the trial come from billing's events. */
export const user = z.object({
  id,
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  phone: z.string(),
  profileImageUrl: z.string().nullable(),
  companyName: z.string(),
  industry: z.string(),
  teamSize: z.string(),
  status: userStatus,
  isAdmin: z.boolean(),
  emailNotifications: z.boolean(),
  trialDays: z.int().nullable(),
  trialExpiresAt: instant.nullable(),
  hasActivePayment: z.boolean(),
  stripeCustomerId: z.string().nullable(),
  /** The version of the Terms of use that the user accepted last; null before. */
  termsVersion: z.string().nullable(),
  createdAt: instant,
});
export type User = z.output<typeof user>;

export const signUp = z.object({
  firstName: name,
  lastName: name,
  email: emailAddress,
  password,
  phone,
  industry: z.enum(signupIndustries),
  companyName: z.string().trim().min(1).max(200),
  teamSize: z.enum(teamSizes),
});

export const company = signUp.pick({ industry: true, companyName: true, teamSize: true });

export const signIn = z.object({
  email: z.string().trim().min(1).max(254),
  password: knownPassword,
});

export const profile = z.object({
  firstName: name,
  lastName: name,
  email: emailAddress,
  phone: z.string().trim().max(40),
  companyName: z.string().trim().max(200),
  teamSize: z.enum(teamSizes).or(z.literal('')),
});

/** Tokens of one sign-in. `expires_at` is in Unix seconds, `expires_in` in seconds. */
export const session = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  expires_in: z.int(),
  expires_at: z.int(),
  token_type: z.literal('bearer'),
  user,
});
export type Session = z.output<typeof session>;
