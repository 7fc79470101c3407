import { z } from 'zod';
import { logTotal } from './counted.ts';
import { defineEvent } from './event.ts';
import { day, done, emailAddress, id, instant, optionalQuery, pageQuery } from './primitive.ts';
import { routesOf } from './route.ts';
import { userFactsRoute } from './user-facts.ts';

const route = routesOf('notifications');

/** The changes of an account that its user gets a mail about. */
export const accountChange = z.enum([
  'password-changed',
  'password-changed-by-admin',
  'email-change-asked',
  'email-changed',
  'email-changed-by-admin',
  'email-given-by-admin',
  'second-factor-added',
  'second-factor-removed',
  'api-key-made',
  'api-key-rolled',
  'api-key-revoked',
]);

/** A browser, such as 'Firefox on Windows', and a network address. */
const userOrigin = z.object({ device: z.string(), address: z.string() });
export type UserOrigin = z.output<typeof userOrigin>;

/** A key of the partner API. The prefix is the part that the list of keys shows. */
const mailedKey = z.object({
  name: z.string(),
  prefix: z.string(),
  /** The rolled key that it replaces. */
  replaces: z.object({ prefix: z.string(), worksUntil: instant }).optional(),
});
export type MailedKey = z.output<typeof mailedKey>;

const changeFacts = z.object({
  firstName: z.string(),
  change: accountChange,
  /** Absent when an administrator made the change. */
  from: userOrigin.optional(),
  at: instant,
  /** The link for a user who did not make the change. */
  actionLink: z.url(),
  /** The section of the settings that shows the change. */
  settingsLink: z.url().optional(),
  /** The key that was made or revoked; absent in older mails. */
  apiKey: mailedKey.optional(),
  /** Earlier names: see `withEarlierNames`. */
  ...userOrigin.partial().shape,
  sessionsLink: z.url().optional(),
});

/**
 * Gives the facts both their earlier and their new names. The previous version of auth and notifications reads the earlier
 * ones during an update, and waiting mails may have only these. The next version needs only `from` and `settingsLink`.
 */
export function withEarlierNames<Facts extends z.output<typeof changeFacts>>(facts: Facts): Facts {
  const { device, address } = facts;
  const from =
    facts.from ?? (device !== undefined && address !== undefined ? { device, address } : undefined);
  const link = facts.settingsLink ?? facts.sessionsLink;
  return { ...facts, ...from, from, settingsLink: link, sessionsLink: link };
}

/** Mails that auth asks for by a call, because their secrets and origins must not be in events. */
export const secretMail = z.discriminatedUnion('template', [
  z.object({ template: z.literal('confirm-email'), firstName: z.string(), link: z.url() }),
  z.object({
    template: z.literal('confirm-new-email'),
    firstName: z.string(),
    oldEmail: z.string(),
    newEmail: z.string(),
    /** Whether the link to the old address must be confirmed, too; absent in older mails. */
    needsOldEmail: z.boolean().optional(),
    /** The change was requested without the password: the link shows it and changes nothing. */
    awaitsPassword: z.boolean().optional(),
    link: z.url(),
  }),
  z.object({
    template: z.literal('allow-new-email'),
    firstName: z.string(),
    newEmail: z.string(),
    awaitsPassword: z.boolean().optional(),
    link: z.url(),
    /** The link for a user who did not request the change. */
    resetLink: z.url(),
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
    /** A link with the effect of the code; absent when only the code works. */
    link: z.url().optional(),
  }),
  z.object({
    template: z.literal('new-sign-in'),
    firstName: z.string(),
    ...userOrigin.shape,
    at: instant,
    settingsLink: z.url(),
  }),
  changeFacts.extend({ template: z.literal('account-changed') }).transform(withEarlierNames),
]);
export type SecretMail = z.output<typeof secretMail>;

/** The link that an agent confirms their opt-out with; requested by leads. */
const optOutMail = z.object({ template: z.literal('confirm-opt-out'), link: z.url() });

const askedMail = z.discriminatedUnion('template', [...secretMail.options, optOutMail]);
export type AskedMail = z.output<typeof askedMail>;

/**
 * waiting: not sent yet, or to be retried; skipped: not wanted; refused: never delivered; unknown: the connection or the
 * process ended while it was sent
 */
export const mailState = z.enum(['waiting', 'sending', 'sent', 'skipped', 'refused', 'unknown']);

/** `reason` is why a mail was not sent, or why the last attempt failed. */
const loggedMail = z.object({
  id,
  template: z.string(),
  /** The template's name on screens. */
  title: z.string(),
  /** '' once deleted: at once for a deleted account, 90 days after the mail for an opt-out. */
  to: z.string(),
  state: mailState,
  attempts: z.int(),
  reason: z.string().nullable(),
  createdAt: instant,
  doneAt: instant.nullable(),
  /** False for sent mails, and for those whose content was deleted, such as links and codes. */
  canReplay: z.boolean(),
});
export type LoggedMail = z.output<typeof loggedMail>;

/** `refused`: by the mail server at delivery. `bounced`, `complained`: reported later by the mail provider. */
const markReason = z.enum(['refused', 'bounced', 'complained']);
export type MarkReason = z.output<typeof markReason>;

/** Why an address gets no more notices. */
const addressMark = z.object({
  reason: markReason,
  since: instant,
  /** The report of the mail server or provider. */
  detail: z.string().nullable(),
});
export type AddressMark = z.output<typeof addressMark>;

const emailStatus = z.object({
  email: z.string(),
  /** Null while email reaches the address. */
  mark: addressMark.nullable(),
  /** The latest test email since the mark. */
  test: mailState.nullable(),
});

const notReplayable = {
  mail_unknown: { status: 404, message: 'This mail does not exist' },
  mail_not_replayable: { status: 409, message: 'This mail was sent, or its content was deleted' },
};

/** Ids separated by commas. */
const idList = z
  .string()
  .max(8_000)
  .transform(list => list.split(',').filter(Boolean))
  .pipe(z.array(id).max(200));

const mailQuery = z.object({
  ...pageQuery(25),
  search: z.string().trim().max(254).optional(),
  state: optionalQuery(mailState),
  userId: optionalQuery(id).describe('Only mails to this user'),
  month: optionalQuery(day).describe('Only mails that were written in the UTC month of this day'),
});
export type MailQuery = z.output<typeof mailQuery>;

const endingTrial = z.object({
  userId: id,
  email: z.string(),
  name: z.string().describe('Empty if the user gave none'),
  zips: z.int().min(0).describe('The ZIPs of the user, also those that an admin gave'),
  expiresAt: instant,
  getsNotices: z.boolean().describe('False if the user turned notices off, or the address is marked'),
  lastMail: z
    .object({ title: z.string(), state: mailState, createdAt: instant })
    .nullable()
    .describe('The last email about the end of the trial'),
  nextMailAt: instant.nullable().describe('When the next one is due; null if none will be sent'),
});
export type EndingTrial = z.output<typeof endingTrial>;

export const notificationsApi = {
  exportUser: userFactsRoute('notifications'),

  sendTrialNotifications: route('admin', 'POST /api/admin/send-trial-notifications', {
    summary: 'Mail users whose trial ends in this many days; 0 means it is over',
  })
    .input(z.object({ daysBeforeExpiration: z.int().min(0).max(30).default(3) }))
    .output(z.object({ notificationsSent: z.int(), errors: z.array(z.string()) })),

  listEndingTrials: route('admin', 'GET /api/admin/ending-trials', {
    summary: 'List the unpaid trials that end next, with their last and next email',
  }).output(z.object({ trials: z.array(endingTrial) })),

  listMails: route('admin', 'GET /api/admin/mails', {
    summary: 'List mails by address, state and month, newest first, by page',
  })
    .input(mailQuery)
    .output(z.object({ mails: z.array(loggedMail), total: logTotal })),

  mailsByMonth: route('admin', 'GET /api/admin/mails/by-month', {
    summary: 'Count the sent mails of the mail log by month, newest first',
    description:
      'The last six months, by the UTC month in which a mail was written. Mails of deleted users are gone.',
  }).output(z.object({ months: z.array(z.object({ month: day.describe('Its first day'), sent: z.int() })) })),

  replayMail: route('admin', 'POST /api/admin/mails/{id}/replay', {
    summary: 'Send an unsent mail again now',
  })
    .errors(notReplayable)
    .input(z.object({ id }))
    .output(loggedMail),

  unsubscribe: route('public', 'POST /api/unsubscribe/{token}', {
    summary: 'Stop notification mails; one click (RFC 8058)',
  })
    .errors({ token_unknown: { status: 404, message: 'This unsubscribe link is not valid' } })
    .input(z.object({ token: z.string().min(16).max(512) }))
    .output(
      done.extend({
        /** The user's address, masked but for its first letter. */
        email: z.string(),
        /** Whether notices were off already. */
        wasOff: z.boolean(),
      }),
    ),

  emailStatus: route('user', 'GET /api/user/email-status', {
    summary: "Get whether email reaches the user's address",
  }).output(emailStatus),

  testEmail: route('user', 'POST /api/user/email-status/test', {
    summary: "Send a test email to the user's marked address; its delivery ends the mark",
    status: 202,
  })
    .errors({ too_many_tests: { status: 429, message: 'Too many test emails; try again in an hour' } })
    .output(emailStatus),

  listMarkedUsers: route('admin', 'GET /api/admin/marked-addresses', {
    summary: 'List the marked addresses of these users, which get no more notices',
  })
    .input(z.object({ userIds: idList }))
    .output(z.object({ marks: z.array(addressMark.extend({ userId: id })) })),

  endAddressMark: route('admin', 'POST /api/admin/marked-addresses/{userId}/end', {
    summary: "End the mark of a user's address, so that it gets notices again",
  })
    .errors({ address_not_marked: { status: 404, message: 'The address of this user is not marked' } })
    .input(z.object({ userId: id }))
    .output(done),

  sendMail: route('internal', 'POST /internal/mails', {
    summary: 'Accept a mail for delivery; idempotent by `mailId`',
    status: 202,
  })
    .input(
      z.object({
        mailId: id,
        to: emailAddress,
        mail: askedMail,
        /** By default now. A request older than the deletion of its recipient is dropped. */
        askedAt: instant.optional(),
      }),
    )
    .output(done),
};

export const noticesDeclined = defineEvent('notices.declined', {
  by: 'notifications',
  summary: 'A user unsubscribed by the link of a mail; their preferences now decline notices',
  data: z.object({
    id,
    /** `declinedAt` in milliseconds, so that a later one has a higher version. */
    version: z.int(),
    declinedAt: instant,
  }),
  key: user => user.id,
});
