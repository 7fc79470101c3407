import type { Tx } from '@closingwire/chassis/pg';
import {
  accountChangeCopy,
  codeMailCopy,
  emailMoveCopy,
  keyFacts,
  sectionLabels,
  sectionOf,
} from '@closingwire/contracts/mail-copy';
import { type AskedMail, accountChangeFacts } from '@closingwire/contracts/notifications';
import { z } from 'zod';
import { isForgotten } from '../delivery/forgotten.ts';
import { claimMail } from '../delivery/store.ts';
import {
  button,
  defineTemplate,
  facts,
  greet,
  instantText,
  paragraph,
  type StoredTemplate,
  type Template,
  whereAndWhen,
} from '../delivery/template.ts';

const accountChanged = defineTemplate('account-changed', {
  title: 'Account changed',
  purpose: 'security',
  data: accountChangeFacts,
  compose: ({ firstName, change, from, at, actionLink, settingsLink, apiKey }) => {
    const { subject, lead, advice, action } = accountChangeCopy[change];
    return {
      subject,
      preview: lead,
      heading: greet('A change to your account', firstName),
      body: [
        paragraph(lead),
        whereAndWhen(from, at, keyFacts(apiKey, at, instantText)),
        paragraph(from ? `If it was you, there is nothing to do. ${advice}` : advice),
        button(action, actionLink),
        ...(settingsLink ? [button(sectionLabels[sectionOf(change)], settingsLink)] : []),
      ],
      reason: 'You get this mail because something changed that keeps your account safe.',
    };
  },
});

const allowNewEmail = defineTemplate('allow-new-email', {
  title: 'Allow a new email address',
  purpose: 'security',
  data: z.object({
    firstName: z.string(),
    newEmail: z.string(),
    awaitsPassword: z.boolean().optional(),
    link: z.url(),
    resetLink: z.url(),
  }),
  compose: ({ firstName, newEmail, awaitsPassword, link, resetLink }) => ({
    subject: emailMoveCopy.subject('current', { awaitsPassword }),
    preview: awaitsPassword ? 'Nothing was changed.' : `Your account moves to ${newEmail} only if you agree.`,
    heading: greet('A new email address', firstName),
    body: [
      paragraph('Somebody who is signed in to your account asked to move it to another email address.'),
      facts({ 'New address': newEmail }),
      ...emailMoveCopy.current({ awaitsPassword }).map(paragraph),
      button(emailMoveCopy.action('current', { awaitsPassword }), link),
      button('Choose a new password', resetLink),
    ],
    reason: 'Your account at ClosingWire was asked to use another address.',
  }),
});

const alreadyRegistered = defineTemplate('already-registered', {
  title: 'Already registered',
  purpose: 'security',
  data: z.object({ firstName: z.string(), signInLink: z.url(), resetLink: z.url() }),
  compose: ({ firstName, signInLink, resetLink }) => ({
    subject: 'You already have an account',
    preview: 'Sign in as usual, or choose a new password.',
    heading: greet('You are with us already', firstName),
    body: [
      paragraph('Somebody, probably you, tried to register with this address. It has an account already.'),
      button('Sign in', signInLink),
      paragraph(`Forgotten your password? Choose a new one here: ${resetLink}`),
      paragraph('If it was not you, do nothing: your account is unchanged.'),
    ],
    reason: 'Somebody tried to register at ClosingWire with this address.',
  }),
});

const confirmEmail = defineTemplate('confirm-email', {
  title: 'Confirm the email address',
  purpose: 'security',
  data: z.object({ firstName: z.string(), link: z.url() }),
  compose: ({ firstName, link }) => ({
    subject: 'Confirm your email address',
    preview: 'One click, and you can choose your ZIP codes.',
    heading: greet('Welcome', firstName),
    body: [
      paragraph('Confirm that this is your address. You will be signed in and can choose your ZIP codes.'),
      button('Confirm my address', link),
      paragraph('If you did not sign up, do nothing: without this click there is no account.'),
    ],
    reason: 'Somebody registered at ClosingWire with this address.',
  }),
});

const confirmNewEmail = defineTemplate('confirm-new-email', {
  title: 'Confirm a new email address',
  purpose: 'security',
  data: z.object({
    firstName: z.string(),
    oldEmail: z.string(),
    newEmail: z.string(),
    needsOldEmail: z.boolean().optional(),
    awaitsPassword: z.boolean().optional(),
    link: z.url(),
  }),
  compose: ({ firstName, oldEmail, newEmail, needsOldEmail, awaitsPassword, link }) => ({
    subject: emailMoveCopy.subject('new', { awaitsPassword }),
    preview: awaitsPassword
      ? 'Nothing was changed.'
      : needsOldEmail
        ? `Your account moves to ${newEmail} once both links are confirmed.`
        : `One click, and your account moves to ${newEmail}.`,
    heading: greet('Your new email address', firstName),
    body: [
      paragraph('An account at ClosingWire asked to use this email address from now on.'),
      facts({ 'Address now': oldEmail, 'New address': newEmail }),
      ...emailMoveCopy.new({ oldEmail, needsOldEmail, awaitsPassword }).map(paragraph),
      button(emailMoveCopy.action('new', { awaitsPassword }), link),
    ],
    reason: 'Somebody entered this address as the new one of an account at ClosingWire.',
  }),
});

export const confirmOptOut = defineTemplate('confirm-opt-out', {
  title: 'Confirm an opt-out',
  purpose: 'security',
  forgetsRecipient: true,
  data: z.object({ link: z.url() }),
  compose: ({ link }) => ({
    subject: 'Confirm that you want to be in no list',
    preview: 'The link works once and expires in 7 days.',
    heading: 'Opt out of our lists',
    body: [
      paragraph(
        'Somebody asked ClosingWire to leave the real estate agent with this email address out of every contact list.',
      ),
      paragraph(
        'It takes effect when you open the page and press its button. The link works once and expires in 7 days.',
      ),
      button('Opt out of all lists', link),
      paragraph('If you did not ask for this, do nothing: without the link nothing changes.'),
    ],
    reason: 'Somebody entered this address on the opt-out page of ClosingWire.',
  }),
});

const newSignIn = defineTemplate('new-sign-in', {
  title: 'New sign-in',
  purpose: 'security',
  data: z.object({
    firstName: z.string(),
    device: z.string(),
    address: z.string(),
    at: z.iso.datetime({ offset: true }),
    settingsLink: z.url(),
  }),
  compose: ({ firstName, device, address, at, settingsLink }) => ({
    subject: 'New sign-in to your account',
    preview: `Somebody signed in with ${device}.`,
    heading: greet('A new sign-in', firstName),
    body: [
      paragraph('Somebody signed in to your account from a browser or a place that is new to us.'),
      whereAndWhen({ device, address }, at),
      paragraph(
        'If it was you, there is nothing to do. If not, sign that session out and change your password.',
      ),
      button('See where you are signed in', settingsLink),
    ],
    reason: 'You get this mail because somebody signed in to your account.',
  }),
});

const abouts = Object.keys(codeMailCopy) as (keyof typeof codeMailCopy)[];

const oneTimeCode = defineTemplate('one-time-code', {
  title: 'One-time code',
  purpose: 'security',
  data: z.object({ about: z.enum(abouts), code: z.string(), link: z.url().optional() }),
  compose: ({ about, code, link }) => {
    const { subject, lead, action, reason } = codeMailCopy[about];
    const way = link ? [button(action, link)] : [];
    return {
      subject,
      preview: lead,
      heading: subject,
      body: [paragraph(lead), ...way, paragraph(`Your code is ${code}.`)],
      reason,
    };
  },
});

const resetPassword = defineTemplate('reset-password', {
  title: 'Reset the password',
  purpose: 'security',
  data: z.object({ firstName: z.string(), link: z.url() }),
  compose: ({ firstName, link }) => ({
    subject: 'Choose a new password',
    preview: 'The link works once and expires in 1 hour.',
    heading: greet('Choose a new password', firstName),
    body: [
      paragraph('The link works once and expires in 1 hour.'),
      button('Choose a new password', link),
      paragraph('If you did not ask for this, do nothing: your password stays as it is.'),
    ],
    reason: 'Somebody asked for a new password for the account with this address.',
  }),
});

/** Each mail that is asked for has the data of its template, by the name of which it is found. */
const templateOf: {
  [Name in AskedMail['template']]: Template<Extract<AskedMail, { template: Name }>> & StoredTemplate;
} = {
  'confirm-email': confirmEmail,
  'confirm-new-email': confirmNewEmail,
  'allow-new-email': allowNewEmail,
  'already-registered': alreadyRegistered,
  'reset-password': resetPassword,
  'one-time-code': oneTimeCode,
  'new-sign-in': newSignIn,
  'account-changed': accountChanged,
  'confirm-opt-out': confirmOptOut,
};

export const askedTemplates: readonly StoredTemplate[] = Object.values(templateOf);

type Asked = { mailId: string; to: string; mail: AskedMail; askedAt?: string | undefined };

/**
 * Stores a mail that another service asks for; the same `mailId` again changes nothing. One that was asked for before its
 * recipient was deleted is dropped.
 */
export async function acceptAskedMail(tx: Tx, { mailId, to, mail, ...asked }: Asked): Promise<void> {
  const askedAt = asked.askedAt === undefined ? new Date() : new Date(asked.askedAt);
  if (await isForgotten(tx, to, askedAt)) return;
  await claimMail(tx, templateOf[mail.template], { id: mailId, key: mailId, to, data: mail, askedAt });
}
