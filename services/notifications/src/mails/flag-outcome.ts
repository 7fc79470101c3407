import { once } from '@closingwire/chassis/consume';
import type { Tx } from '@closingwire/chassis/pg';
import { type CreditRefusal, creditRefusal, zipCreditDecided } from '@closingwire/contracts/credits';
import type { EventData } from '@closingwire/contracts/event';
import { flaggedContact, type leadFlagged } from '@closingwire/contracts/leads';
import { button, greet, paragraph, quote } from '@closingwire/contracts/mail-content';
import { formatCents } from '@closingwire/contracts/prices';
import { z } from 'zod';
import { enqueueMail, isAnyPlanned, isPlanned } from '../delivery/store.ts';
import { defineTemplate, type LinkTo } from '../delivery/template.ts';
import { recipientOf } from '../users/store.ts';

const reason = 'You flagged a lead at ClosingWire.';

const flagResolved = defineTemplate('flag-resolved', {
  title: 'Flag resolved',
  purpose: 'notice',
  data: z.object({
    firstName: z.string(),
    agentName: z.string(),
    note: z.string(),
    /** Absent in older mails. */
    isHidden: z.boolean().optional(),
  }),
  compose: ({ firstName, agentName, note, isHidden = false }, linkTo) => ({
    subject: 'We looked at the lead that you flagged',
    preview: 'An administrator has closed your flag.',
    heading: greet('We looked at your flag', firstName),
    body: [
      paragraph(
        agentName
          ? `An administrator has closed your flag on ${agentName}. You wrote:`
          : 'An administrator has closed your flag. You wrote:',
      ),
      quote(note),
      paragraph(
        isHidden
          ? 'The lead is no longer in your lists.'
          : 'The lead in your lists shows what we know now. If it is still wrong, flag it again.',
      ),
      button('Go to my dashboard', linkTo('/dashboard')),
    ],
    reason,
  }),
});

/** Why a confirmed flag brings no credit, as the end of a sentence. */
const refusals: Record<CreditRefusal, string> = {
  trial: 'you are on a free trial of this ZIP code',
  granted: 'you pay nothing for this ZIP code',
  unpaid: 'the charge of this month is not paid',
  'not-subscribed': 'you do not have this ZIP code this month',
  'credited-before': 'the month of this ZIP code is credited already',
  'account-closed': 'your account is closed',
  'customer-gone': 'our payment provider no longer has your customer account',
};

const creditData = z.object({
  firstName: z.string(),
  zipCode: z.string(),
  amountCents: z.int(),
  refusal: creditRefusal.nullable(),
  /** The confirmation was taken back before the credit was decided. Absent in older mails. */
  isTakenBack: z.boolean().optional(),
});
type FlagCredit = z.output<typeof creditData>;

const composeConfirmed = ({ firstName, zipCode, amountCents, refusal }: FlagCredit, linkTo: LinkTo) => ({
  subject:
    amountCents > 0
      ? `${formatCents(amountCents)} credited for a wrong contact in ${zipCode}`
      : `You were right about a contact in ${zipCode}`,
  preview: 'An administrator has confirmed your flag.',
  heading: greet('You were right', firstName),
  body: [
    paragraph(
      `You flagged a lead in ZIP code ${zipCode}. An administrator has confirmed that a contact is wrong. Thank you for telling us.`,
    ),
    paragraph(
      amountCents > 0
        ? `You get a credit of ${formatCents(amountCents)}. Your next invoice uses it.`
        : `There is nothing to credit${refusal ? `, because ${refusals[refusal]}` : ''}.`,
    ),
    amountCents > 0
      ? button('See my billing', linkTo('/settings#billing'))
      : button('Go to my dashboard', linkTo('/dashboard')),
  ],
  reason,
});

/** Says only that the user gets the money. */
const composeKept = ({ zipCode, amountCents }: FlagCredit, linkTo: LinkTo) => ({
  subject: `${formatCents(amountCents)} credited for your flag in ${zipCode}`,
  preview: 'Your next invoice uses it.',
  heading: `You get a credit of ${formatCents(amountCents)}`,
  body: [
    paragraph(
      `You flagged a lead in ZIP code ${zipCode}. An administrator has taken the confirmation of your flag back, but you keep its credit of ${formatCents(amountCents)}. Your next invoice uses it.`,
    ),
    button('See my billing', linkTo('/settings#billing')),
  ],
  reason,
});

/** About money, so it is sent to users without notices, too. */
const flagCredit = defineTemplate('flag-credit', {
  title: 'Flag credited',
  purpose: 'billing',
  data: creditData,
  compose: (data, linkTo) => (data.isTakenBack ? composeKept : composeConfirmed)(data, linkTo),
});

const flagConfirmed = defineTemplate('flag-confirmed', {
  title: 'Flag confirmed',
  purpose: 'notice',
  data: creditData,
  compose: composeConfirmed,
});

const flagTakenBack = defineTemplate('flag-taken-back', {
  title: 'Flag taken back',
  purpose: 'notice',
  data: z.object({ firstName: z.string(), agentName: z.string(), contact: flaggedContact, note: z.string() }),
  compose: ({ firstName, agentName, contact, note }, linkTo) => ({
    subject: 'We looked again at the lead that you flagged',
    preview: 'An administrator has taken back the confirmation of your flag.',
    heading: greet('We looked again at your flag', firstName),
    body: [
      paragraph(
        `An administrator had confirmed that the ${contact}${agentName ? ` of ${agentName}` : ''} is wrong. After another look, they have taken that back. You wrote:`,
      ),
      quote(note),
      paragraph(
        'Your flag no longer marks the contact as wrong. If you got a credit for this flag, you keep it. If the contact is still wrong, flag it again.',
      ),
      button('Go to my dashboard', linkTo('/dashboard')),
    ],
    reason,
  }),
});

const flagConfirmedAgain = defineTemplate('flag-confirmed-again', {
  title: 'Flag confirmed again',
  purpose: 'notice',
  data: z.object({ firstName: z.string(), agentName: z.string(), contact: flaggedContact, note: z.string() }),
  compose: ({ firstName, agentName, contact, note }, linkTo) => ({
    subject: 'You were right about the lead that you flagged',
    preview: 'An administrator has confirmed your flag again.',
    heading: greet('You were right', firstName),
    body: [
      paragraph(
        `After another look, an administrator has confirmed that the ${contact}${agentName ? ` of ${agentName}` : ''} is wrong. You wrote:`,
      ),
      quote(note),
      paragraph('A flag brings at most one credit. If you got one for this flag, you keep it.'),
      button('Go to my dashboard', linkTo('/dashboard')),
    ],
    reason,
  }),
});

type Flag = EventData<typeof leadFlagged>;

/** The key of the mail about a decision at this instant. A flag can be confirmed and taken back several times. */
const keyOf = (flagId: string, at: string) => `${flagId} ${at}`;

/** Whether the user was told that a confirmation of the flag was taken back. */
const wasTakenBack = (tx: Tx, flagId: string) => isAnyPlanned(tx, flagTakenBack, keyOf(flagId, ''));

/**
 * Mails that a flag was confirmed after a confirmation was taken back, once each time. Of the first confirmation the user
 * hears with the decision about its credit.
 */
export async function mailConfirmedAgain(
  tx: Tx,
  { id, userId, agentName, note, confirmed }: Flag,
): Promise<void> {
  if (!confirmed || !(await wasTakenBack(tx, id))) return;
  const user = await recipientOf(tx, userId);
  const key = keyOf(id, confirmed.at);
  if (!user || (await isPlanned(tx, flagConfirmedAgain, key))) return;
  const data = { firstName: user.firstName, agentName, contact: confirmed.contact, note };
  await enqueueMail(tx, flagConfirmedAgain, { to: user.email, key, userId, data });
}

/** Mails that a confirmation was taken back, once each time. Later events of the flag name it, too. */
export async function mailTakenBack(tx: Tx, { id, userId, agentName, note, takenBack }: Flag): Promise<void> {
  if (!takenBack) return;
  const user = await recipientOf(tx, userId);
  if (!user) return;
  const key = keyOf(id, takenBack.at);
  if (await isPlanned(tx, flagTakenBack, key)) return;
  const data = { firstName: user.firstName, agentName, contact: takenBack.contact, note };
  await enqueueMail(tx, flagTakenBack, { to: user.email, key, userId, data });
}

/** Mails that a flag was closed, once. A flag with a credit gets the mail of the credit instead. */
export async function mailResolved(tx: Tx, flag: Flag): Promise<void> {
  if (flag.status !== 'resolved' || flag.hasCredit !== false) return;
  const user = await recipientOf(tx, flag.userId);
  if (!user) return;
  const { id: userId, email: to, firstName } = user;
  const data = { firstName, agentName: flag.agentName, note: flag.note, isHidden: flag.isHidden ?? false };
  await enqueueMail(tx, flagResolved, { to, key: flag.id, userId, data });
}

const onCreditDecided = once(
  zipCreditDecided,
  async ({ data: { id, accountId, zipCode, amountCents, reason: refusal } }, tx) => {
    if (refusal === 'account-closed') return;
    const user = await recipientOf(tx, accountId);
    if (!user) return;
    const { id: userId, email: to, firstName } = user;
    const isTakenBack = await wasTakenBack(tx, id);
    if (isTakenBack && amountCents === 0) return;
    const data = { firstName, zipCode, amountCents, refusal, isTakenBack };
    await enqueueMail(tx, amountCents > 0 ? flagCredit : flagConfirmed, { to, key: id, userId, data });
  },
);

export const flagOutcomeHandlers = [onCreditDecided];

export const flagOutcomeTemplates = [
  flagResolved,
  flagCredit,
  flagConfirmed,
  flagTakenBack,
  flagConfirmedAgain,
];
