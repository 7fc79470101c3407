import { once } from '@closingwire/chassis/consume';
import type { Log } from '@closingwire/chassis/log';
import { optOutDecided, optOutReviewNeeded } from '@closingwire/contracts/leads';
import * as mail from '@closingwire/contracts/mail-content';
import type { ContactKind } from '@closingwire/contracts/opt-out';
import { z } from 'zod';
import { enqueueMail, recipientOfMail } from '../delivery/store.ts';
import { calendarDay, defineTemplate, type LinkTo } from '../delivery/template.ts';
import { confirmOptOut } from './asked.ts';

const data = optOutDecided.data.pick({ outcome: true, kinds: true, confirmedAt: true, decidedAt: true });
type Decision = z.output<typeof data>;

const kindNames: Record<ContactKind, string> = {
  email: 'Email address',
  phone: 'Phone number',
  license: 'License number',
};

const list = new Intl.ListFormat('en-US');

/** 'phone number is', 'phone number and license number are' */
const nameAndVerb = (kinds: readonly ContactKind[]) =>
  `${list.format(kinds.map(kind => kindNames[kind].toLowerCase()))} ${kinds.length === 1 ? 'is' : 'are'}`;

const each = (kinds: readonly ContactKind[], text: string): Record<string, string> =>
  Object.fromEntries(kinds.map(kind => [kindNames[kind], text]));

const outSince = (at: string) => `Out of our lists since ${calendarDay(at)}`;

type Copy = Pick<mail.MailContent, 'subject' | 'preview'> & { body: mail.Block[] };

const copyOf: Record<Decision['outcome'], (decision: Decision, linkTo: LinkTo) => Copy> = {
  approved: ({ kinds, confirmedAt, decidedAt }, linkTo) => ({
    subject: 'Your opt-out is complete',
    preview: 'All that you named is out of our lists.',
    body: [
      mail.paragraph(
        'You asked ClosingWire to leave you out of every contact list. We looked at your request and approved it.',
      ),
      mail.facts({ ...each(['email'], outSince(confirmedAt)), ...each(kinds, outSince(decidedAt)) }),
      mail.paragraph(
        'There is nothing more to do. If something is wrong, reply to this email or write to us.',
      ),
      mail.button('Write to us', linkTo('/contact')),
    ],
  }),
  refused: ({ kinds, confirmedAt }, linkTo) => ({
    subject: 'We could not accept a part of your opt-out',
    preview: `Your email address is out of our lists. Your ${nameAndVerb(kinds)} not.`,
    body: [
      mail.paragraph(
        'You asked ClosingWire to leave you out of every contact list. We looked at your request and refused a part of it.',
      ),
      mail.facts({ ...each(['email'], outSince(confirmedAt)), ...each(kinds, 'Refused: not left out') }),
      mail.paragraph(
        'The reason: we leave out a phone or license number only when we can see that it is yours alone. The phone of an office, for example, would take other agents out of the lists, too.',
      ),
      mail.paragraph(
        'If it is yours alone, reply to this email or write to us, and tell us where we can see that.',
      ),
      mail.button('Write to us', linkTo('/contact')),
    ],
  }),
  undone: (decision, linkTo) => ({
    subject: 'Your opt-out request was undone',
    ...(decision.kinds.length > 0 ? freed(decision, linkTo) : stillOut(linkTo)),
  }),
};

const wasUndone = mail.paragraph(
  'You had asked ClosingWire to leave you out of every contact list. An administrator has undone this request.',
);

/** Other requests of the agent may still apply, so the mail does not claim that they are in the lists again. */
const freed = ({ kinds, decidedAt }: Decision, linkTo: LinkTo) => ({
  preview: `Your ${nameAndVerb(kinds)} no longer left out by it.`,
  body: [
    wasUndone,
    mail.facts(each(kinds, `No longer left out since ${calendarDay(decidedAt)}`)),
    mail.paragraph(
      'If you asked more than once, your other requests are as they were. If you do not agree, reply to this email, or ask again to be left out: it takes effect by the link that we mail you then.',
    ),
    mail.button('Ask to be left out', linkTo('/opt-out')),
  ],
});

const stillOut = (linkTo: LinkTo) => ({
  preview: 'Another request still leaves out what it named.',
  body: [
    wasUndone,
    mail.paragraph(
      'Another request still leaves out of our lists what it named. There is nothing more to do. If something is wrong, reply to this email or write to us.',
    ),
    mail.button('Write to us', linkTo('/contact')),
  ],
});

const optOutOutcome = defineTemplate('opt-out-outcome', {
  title: 'Outcome of an opt-out',
  purpose: 'security',
  containsSecret: false,
  forgetsRecipient: true,
  data,
  compose: (decision, linkTo) => {
    const copy = copyOf[decision.outcome](decision, linkTo);
    return {
      ...copy,
      heading: copy.subject,
      reason: 'You asked on the opt-out page of ClosingWire to be in no list.',
    };
  },
});

const reviewedKinds = { phone: 'Phone', license: 'License number' } as const;

const optOutReview = defineTemplate('opt-out-review', {
  title: 'Opt-out to review',
  purpose: 'support',
  data: z.object({ kinds: z.array(z.enum(['phone', 'license'])) }),
  compose: ({ kinds }, linkTo) => ({
    subject: '[Opt-out] A request needs review',
    preview: 'An agent named more than their address proves.',
    heading: 'An opt-out needs review',
    body: [
      mail.paragraph(
        'An agent confirmed an opt-out by email. The address is out of the lists. What else they named is not carried by that address alone in our lists, so it takes effect only when an admin approves it.',
      ),
      mail.facts({ 'To decide on': kinds.map(kind => reviewedKinds[kind]).join(', ') }),
      mail.button('Review opt-outs', linkTo('/admin/operations?tab=opt-outs')),
    ],
    reason: 'An opt-out waits for an admin.',
  }),
});

type Needs = { log: Log; supportAddress: string };

/**
 * Mails an opt-out's outcome. The event has only the id of the mail with the link, so the outcome goes to its
 * recipient. That address is gone if its owner deleted their account, or some time after the mail ended.
 */
export const onOptOutDecided = ({ log, supportAddress }: Needs) =>
  once(optOutDecided, async ({ data: { mailId, outcome, kinds, confirmedAt, decidedAt } }, tx) => {
    const to = await recipientOfMail(tx, confirmOptOut, mailId);
    if (to === undefined) {
      log.info({ mailId, outcome }, 'outcome of an opt-out not mailed: its address is deleted');
      return;
    }
    await enqueueMail(tx, optOutOutcome, {
      to,
      key: `${mailId} ${outcome}`,
      replyTo: supportAddress,
      data: { outcome, kinds, confirmedAt, decidedAt },
    });
  });

const onOptOutReviewNeeded = ({ supportAddress }: Needs) =>
  once(optOutReviewNeeded, async ({ data: { id, kinds } }, tx) => {
    await enqueueMail(tx, optOutReview, { to: supportAddress, key: id, data: { kinds } });
  });

export const optOutMailHandlers = (needs: Needs) => [onOptOutDecided(needs), onOptOutReviewNeeded(needs)];

export const optOutTemplates = [optOutOutcome, optOutReview];
