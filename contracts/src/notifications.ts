import { z } from 'zod';
import { logTotal } from './counted.ts';
import { defineEvent } from './event.ts';
import { done, emailAddress, id, instant, optionalQuery, pageQuery } from './primitive.ts';
import { routesOf } from './route.ts';
import { userFactsRoute } from './user-facts.ts';

const route = routesOf('notifications');

/** The changes that users get a mail about, so that nobody makes them unnoticed. */
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

/** Where users did something: a browser such as 'Firefox on Windows', and a network address. */
export const userPlace = z.object({ device: z.string(), address: z.string() });
export type UserPlace = z.output<typeof userPlace>;

/** A key of the partner API as its owner knows it. The prefix is the part that the list of keys shows, never more. */
const mailedKey = z.object({
  name: z.string(),
  prefix: z.string(),
  /** The rolled key whose place it takes. */
  replaces: z.object({ prefix: z.string(), worksUntil: instant }).optional(),
});
export type MailedKey = z.output<typeof mailedKey>;

const changeFacts = z.object({
  firstName: z.string(),
  change: accountChange,
  /** Absent when an administrator made the change. */
  from: userPlace.optional(),
  at: instant,
  /** What to do when it was somebody else. */
  actionLink: z.url(),
  /** Where the settings show what was changed. */
  settingsLink: z.url().optional(),
  /** The key that was made or revoked; absent in mails of versions that did not name it. */
  apiKey: mailedKey.optional(),
  /** Under their earlier names: see `withEarlierNames`. */
  ...userPlace.partial().shape,
  sessionsLink: z.url().optional(),
});

/**
 * The same facts under their earlier names too. In an update, auth and notifications of the version before read what
 * this one sends and stores, and mails that wait have the earlier names alone. From the next version on `from` and
 * `settingsLink` suffice.
 */
export function withEarlierNames<Facts extends z.output<typeof changeFacts>>(facts: Facts): Facts {
  const { device, address } = facts;
  const from =
    facts.from ?? (device !== undefined && address !== undefined ? { device, address } : undefined);
  const link = facts.settingsLink ?? facts.sessionsLink;
  return { ...facts, ...from, from, settingsLink: link, sessionsLink: link };
}

/** Mails that auth asks for: they carry a secret, or where somebody was, which no event may carry. */
export const secretMail = z.discriminatedUnion('template', [
  z.object({ template: z.literal('confirm-email'), firstName: z.string(), link: z.url() }),
  z.object({
    template: z.literal('confirm-new-email'),
    firstName: z.string(),
    /** The address that holds until the link is opened. */
    oldEmail: z.string(),
    newEmail: z.string(),
    /** Whether the link to the old address has to be opened, too; absent in mails of versions that did not have it. */
    needsOldEmail: z.boolean().optional(),
    /** The change was asked for without the password: the link shows it, and changes nothing. */
    awaitsPassword: z.boolean().optional(),
    link: z.url(),
  }),
  z.object({
    template: z.literal('allow-new-email'),
    firstName: z.string(),
    newEmail: z.string(),
    awaitsPassword: z.boolean().optional(),
    link: z.url(),
    /** What to do when it was somebody else. */
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
    /** Does the same as entering the code; absent where only the code does. */
    link: z.url().optional(),
  }),
  z.object({
    template: z.literal('new-sign-in'),
    firstName: z.string(),
    ...userPlace.shape,
    at: instant,
    settingsLink: z.url(),
  }),
  changeFacts.extend({ template: z.literal('account-changed') }).transform(withEarlierNames),
]);
export type SecretMail = z.output<typeof secretMail>;

/** The link by which an agent's opt-out takes effect; leads asks for it. */
export const optOutMail = z.object({ template: z.literal('confirm-opt-out'), link: z.url() });

/** Every mail that another service asks for by a call. */
const askedMail = z.discriminatedUnion('template', [...secretMail.options, optOutMail]);
export type AskedMail = z.output<typeof askedMail>;

/**
 * waiting: on its way, or to be tried again; skipped: nobody wants it; refused: the mail server will not take it;
 * unknown: the connection broke or the process ended while it was sent
 */
export const mailState = z.enum(['waiting', 'sending', 'sent', 'skipped', 'refused', 'unknown']);

/** One mail and what came of it. `reason` is why it was not sent, or why the last try failed. */
export const loggedMail = z.object({
  id,
  template: z.string(),
  /** What that kind of mail is called on screens. */
  title: z.string(),
  /** '' when it is no longer kept: of a deleted account at once, of an opt-out 90 days after the mail. */
  to: z.string(),
  state: mailState,
  attempts: z.int(),
  reason: z.string().nullable(),
  createdAt: instant,
  doneAt: instant.nullable(),
  /** False for what was sent, and for what is no longer kept: links and codes are forgotten at once. */
  canReplay: z.boolean(),
});
export type LoggedMail = z.output<typeof loggedMail>;

/** `refused`: by the mail server at delivery. `bounced`, `complained`: reported later by the mail provider. */
export const markReason = z.enum(['refused', 'bounced', 'complained']);
export type MarkReason = z.output<typeof markReason>;

/** Why an address gets no more notices. */
export const addressMark = z.object({
  reason: markReason,
  since: instant,
  /** What the mail server or the provider reported. */
  detail: z.string().nullable(),
});
export type AddressMark = z.output<typeof addressMark>;

/** Whether email reaches a user. */
const emailStatus = z.object({
  email: z.string(),
  /** Null while nothing is known against the address. */
  mark: addressMark.nullable(),
  /** The latest test email that was asked for while this mark holds. */
  test: mailState.nullable(),
});

const notReplayable = {
  mail_unknown: { status: 404, message: 'This mail does not exist' },
  mail_not_replayable: { status: 409, message: 'This mail was sent, or what it said is no longer kept' },
};

/** Ids in one query parameter, separated by commas. */
const idList = z
  .string()
  .max(8_000)
  .transform(list => list.split(',').filter(Boolean))
  .pipe(z.array(id).max(200));

export const notificationsApi = {
  exportUser: userFactsRoute('notifications'),

  sendTrialNotifications: route('admin', {
    method: 'POST',
    path: '/api/admin/send-trial-notifications',
    summary: 'Mail those whose trial ends in so many days; 0 means already over',
  })
    .input(z.object({ daysBeforeExpiration: z.int().min(0).max(30).default(3) }))
    .output(z.object({ notificationsSent: z.int(), errors: z.array(z.string()) })),

  listMails: route('admin', {
    method: 'GET',
    path: '/api/admin/mails',
    summary: 'A page of the mails, newest first, by address and state',
  })
    .input(
      z.object({
        ...pageQuery(25),
        search: z.string().trim().max(254).optional(),
        state: optionalQuery(mailState),
      }),
    )
    .output(z.object({ mails: z.array(loggedMail), total: logTotal })),

  replayMail: route('admin', {
    method: 'POST',
    path: '/api/admin/mails/{id}/replay',
    summary: 'Try a mail again now that was not sent',
  })
    .errors(notReplayable)
    .input(z.object({ id }))
    .output(loggedMail),

  unsubscribe: route('public', {
    method: 'POST',
    path: '/api/unsubscribe/{token}',
    summary: 'Stop notification mails; one click (RFC 8058)',
  })
    .errors({ token_unknown: { status: 404, message: 'This unsubscribe link is not valid' } })
    .input(z.object({ token: z.string().min(16).max(512) }))
    .output(
      done.extend({
        /** Whose notices stopped, with all but its first letter hidden. */
        email: z.string(),
        /** They had been turned off before. */
        wasOff: z.boolean(),
      }),
    ),

  emailStatus: route('user', {
    method: 'GET',
    path: '/api/user/email-status',
    summary: 'Whether email reaches the own address',
  }).output(emailStatus),

  testEmail: route('user', {
    method: 'POST',
    path: '/api/user/email-status/test',
    summary: 'Send a test email to the own address if it is marked; its delivery ends the mark',
    status: 202,
  })
    .errors({ too_many_tests: { status: 429, message: 'Too many test emails; try again in an hour' } })
    .output(emailStatus),

  listMarkedUsers: route('admin', {
    method: 'GET',
    path: '/api/admin/marked-addresses',
    summary: 'Which of these users have an address that gets no more notices, and why',
  })
    .input(z.object({ userIds: idList }))
    .output(z.object({ marks: z.array(addressMark.extend({ userId: id })) })),

  endAddressMark: route('admin', {
    method: 'POST',
    path: '/api/admin/marked-addresses/{userId}/end',
    summary: "End the mark of a user's address; notices go to it again",
  })
    .errors({ address_not_marked: { status: 404, message: 'The address of this user is not marked' } })
    .input(z.object({ userId: id }))
    .output(done),

  sendMail: route('internal', {
    method: 'POST',
    path: '/internal/mails',
    summary: 'Accept a mail for delivery; idempotent by `mailId`',
    status: 202,
  })
    .input(
      z.object({
        mailId: id,
        to: emailAddress,
        mail: askedMail,
        /** When the mail was asked for; by default now. One from before the deletion of its recipient is dropped. */
        askedAt: instant.optional(),
      }),
    )
    .output(done),
};

export const noticesDeclined = defineEvent('notices.declined', {
  by: 'notifications',
  summary: 'A user followed the unsubscribe link of a mail; their preferences decline notices from now on',
  data: z.object({
    /** The user's. */
    id,
    /** When they declined, in milliseconds: a later no has a higher version. */
    version: z.int(),
    declinedAt: instant,
  }),
  key: user => user.id,
});
