import { z } from 'zod';
import { defineEvent } from '../event.ts';
import { id, instant } from '../primitive.ts';

export const userState = z.object({
  id,
  version: z.int(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  phone: z.string(),
  companyName: z.string(),
  industry: z.string(),
  teamSize: z.string(),
  status: z.enum(['active', 'suspended']),
  isAdmin: z.boolean(),
  emailNotifications: z.boolean(),
  /** When the e-mail was confirmed; the trial runs from here. */
  activatedAt: instant,
});
export type UserState = z.output<typeof userState>;

const ofUser = { by: 'auth', data: userState, key: (user: UserState) => user.id } as const;

export const userRegistered = defineEvent('user.registered', {
  ...ofUser,
  summary: 'A person confirmed their email address',
});
export const userUpdated = defineEvent('user.updated', {
  ...ofUser,
  summary: 'Profile, preferences or role changed',
});
export const userSuspended = defineEvent('user.suspended', {
  ...ofUser,
  summary: 'An admin suspended a person',
});
export const userReinstated = defineEvent('user.reinstated', {
  ...ofUser,
  summary: 'An admin let a person in again',
});
export const userDeleted = defineEvent('user.deleted', {
  by: 'auth',
  summary: 'A person is to be forgotten everywhere',
  data: z.object({
    id,
    version: z.int(),
    deletedAt: instant,
    /** Their last address: where to say good-bye, and by which some of their things are kept. */
    email: z.string().optional(),
  }),
  key: user => user.id,
});

export const sessionRevoked = defineEvent('session.revoked', {
  by: 'auth',
  summary: 'A session ended; its access tokens are refused from now on',
  data: z.object({ id, version: z.int(), userId: id, revokedAt: instant }),
  key: session => session.id,
  retentionHours: 24,
});
