import type { userDetails } from '@closingwire/contracts/auth';
import { adminIndustries, signupIndustries } from '@closingwire/contracts/reference';
import type { User } from '@closingwire/contracts/screen-api';
import type { z } from 'zod';
import type { userSchema } from './user-schema.ts';

export type UserChanges = z.input<typeof userDetails>;
export type UserForm = z.input<typeof userSchema>;

export const formOf = (user: User): UserForm => ({
  firstName: user.firstName,
  lastName: user.lastName,
  email: user.email,
  phone: user.phone,
  industry: user.industry,
  companyName: user.companyName,
  teamSize: user.teamSize,
  emailNotifications: user.emailNotifications,
  trialDays: undefined,
});

/** Returns only edited fields, so that the call overwrites nothing else. */
export function changesOf(user: User, form: UserForm): UserChanges {
  const before = formOf(user);
  const changed = Object.entries(form).filter(
    ([name, value]) => value !== undefined && value !== before[name as keyof UserForm],
  );
  return Object.fromEntries(changed);
}

/** The fixed choices and the current value, even if it is not one of them. */
export const choicesWith = (choices: readonly string[], present: string): string[] =>
  present === '' || choices.includes(present) ? [...choices] : [present, ...choices];

const labels: readonly string[] = adminIndustries;

/** All admin labels, then the other sign-up industries: 'Home Services' is in both lists and shown once. */
export const industryGroups: readonly { label: string; industries: readonly string[] }[] = [
  { label: 'Admin labels', industries: labels },
  {
    label: 'Other sign-up industries',
    industries: signupIndustries.filter(industry => !labels.includes(industry)),
  },
];

/** An empty field credits no days; validation refuses other text. */
export const daysOf = (text: unknown): number | undefined =>
  text === undefined || text === '' ? undefined : Number(text);
