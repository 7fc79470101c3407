import { z } from 'zod';
import { personFactsRoute } from './person-facts.ts';
import { done, emailAddress, id, instant } from './primitive.ts';
import { routesOf } from './route.ts';

const route = routesOf('notifications');

/** The changes that a person is told of, so that nobody makes them behind her back. */
export const accountChange = z.enum([
  'password-changed',
  'email-change-asked',
  'email-changed',
  'second-factor-added',
  'second-factor-removed',
  'api-key-made',
]);

/** Mails that auth asks for: they carry a secret, or where somebody was, which no event may carry. */
export const secretMail = z.discriminatedUnion('template', [
  z.object({ template: z.literal('confirm-email'), firstName: z.string(), link: z.url() }),
  z.object({
    template: z.literal('confirm-new-email'),
    firstName: z.string(),
    /** The address that holds until the link is opened. */
    oldEmail: z.string(),
    newEmail: z.string(),
    link: z.url(),
  }),
  z.object({
    template: z.literal('already-registered'),
    firstName: z.string(),
    signInLink: z.url(),
    resetLink: z.url(),
  }),
  z.object({ template: z.literal('reset-password'), firstName: z.string(), link: z.url() }),
  z.object({
    template: z.literal('one-time-code'),
    about: z.enum(['sign-up', 'invite', 'sign-in', 'recovery', 'email-change', 'reauthentication']),
    code: z.string(),
    /** Does the same as entering the code; absent where only the code does. */
    link: z.url().optional(),
  }),
  z.object({
    template: z.literal('new-sign-in'),
    firstName: z.string(),
    /** Such as 'Firefox on Windows'. */
    device: z.string(),
    address: z.string(),
    at: instant,
    settingsLink: z.url(),
  }),
  z.object({
    template: z.literal('account-changed'),
    firstName: z.string(),
    change: accountChange,
    device: z.string(),
    address: z.string(),
    at: instant,
    /** What to do when it was somebody else. */
    actionLink: z.url(),
    sessionsLink: z.url(),
  }),
]);
export type SecretMail = z.output<typeof secretMail>;

export const notificationsApi = {
  exportPerson: personFactsRoute('notifications'),

  sendTrialNotifications: route('admin', {
    method: 'POST',
    path: '/api/admin/send-trial-notifications',
    summary: 'Mail those whose trial ends in so many days; 0 means already over',
  })
    .input(z.object({ daysBeforeExpiration: z.int().min(0).max(30).default(3) }))
    .output(z.object({ notificationsSent: z.int(), errors: z.array(z.string()) })),

  unsubscribe: route('public', {
    method: 'POST',
    path: '/api/unsubscribe/{token}',
    summary: 'Stop notification mails; one click (RFC 8058)',
  })
    .input(z.object({ token: z.string().min(16).max(512) }))
    .output(
      done.extend({
        /** Whose notices stopped, with all but its first letter hidden. */
        email: z.string(),
        /** They had been turned off before. */
        wasOff: z.boolean(),
      }),
    ),

  sendMail: route('internal', {
    method: 'POST',
    path: '/internal/mails',
    summary: 'Accept a mail for delivery; idempotent by `mailId`',
    status: 202,
  })
    .input(z.object({ mailId: id, to: emailAddress, mail: secretMail }))
    .output(done),
};
