import { optOutDecided } from '@closingwire/contracts/leads';
import type { ContactKind } from '@closingwire/contracts/opt-out';
import type { z } from 'zod';
import { type Block, button, facts, type MailContent, paragraph } from '../domain/mail-content.ts';
import { defineTemplate, type LinkTo } from '../domain/template.ts';
import { calendarDay } from './calendar-day.ts';

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

type Copy = Pick<MailContent, 'subject' | 'preview'> & { body: Block[] };

const copyOf: Record<Decision['outcome'], (decision: Decision, linkTo: LinkTo) => Copy> = {
  approved: ({ kinds, confirmedAt, decidedAt }, linkTo) => ({
    subject: 'Your opt-out is complete',
    preview: 'All that you named is out of our lists.',
    body: [
      paragraph(
        'You asked ClosingWire to leave you out of every contact list. We looked at your request and approved it.',
      ),
      facts({ ...each(['email'], outSince(confirmedAt)), ...each(kinds, outSince(decidedAt)) }),
      paragraph('There is nothing more to do. If something is wrong, reply to this email or write to us.'),
      button('Write to us', linkTo('/contact')),
    ],
  }),
  refused: ({ kinds, confirmedAt }, linkTo) => ({
    subject: 'We could not accept a part of your opt-out',
    preview: `Your email address is out of our lists. Your ${nameAndVerb(kinds)} not.`,
    body: [
      paragraph(
        'You asked ClosingWire to leave you out of every contact list. We looked at your request and refused a part of it.',
      ),
      facts({ ...each(['email'], outSince(confirmedAt)), ...each(kinds, 'Refused: not left out') }),
      paragraph(
        'The reason: we leave out a phone or license number only when we can see that it is yours alone. The phone of an office, for example, would take other agents out of the lists, too.',
      ),
      paragraph(
        'If it is yours alone, reply to this email or write to us, and tell us where we can see that.',
      ),
      button('Write to us', linkTo('/contact')),
    ],
  }),
  undone: (decision, linkTo) => ({
    subject: 'Your opt-out request was undone',
    ...(decision.kinds.length > 0 ? freed(decision, linkTo) : stillOut(linkTo)),
  }),
};

const wasUndone = paragraph(
  'You had asked ClosingWire to leave you out of every contact list. An administrator has undone this request.',
);

/** Of an agent who asked several times, other requests may hold: it does not say that they are in the lists again. */
const freed = ({ kinds, decidedAt }: Decision, linkTo: LinkTo) => ({
  preview: `Your ${nameAndVerb(kinds)} no longer left out by it.`,
  body: [
    wasUndone,
    facts(each(kinds, `No longer left out since ${calendarDay(decidedAt)}`)),
    paragraph(
      'If you asked more than once, your other requests are as they were. If you do not agree, reply to this email, or ask again to be left out: it takes effect by the link that we mail you then.',
    ),
    button('Ask to be left out', linkTo('/opt-out')),
  ],
});

const stillOut = (linkTo: LinkTo) => ({
  preview: 'Another request still leaves out what it named.',
  body: [
    wasUndone,
    paragraph(
      'Another request still leaves out of our lists what it named. There is nothing more to do. If something is wrong, reply to this email or write to us.',
    ),
    button('Write to us', linkTo('/contact')),
  ],
});

/** To an agent, who has no account: what came of their opt-out. */
export const optOutOutcome = defineTemplate('opt-out-outcome', {
  title: 'Outcome of an opt-out',
  purpose: 'security',
  holdsSecret: false,
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
