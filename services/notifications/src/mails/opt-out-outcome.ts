import { optOutDecided } from '@closingwire/contracts/events/lead-events';
import type { ContactKind } from '@closingwire/contracts/opt-out-api';
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

/** 'phone number and license number' */
const named = (kinds: readonly ContactKind[]) =>
  kinds.map(kind => kindNames[kind].toLowerCase()).join(' and ');

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
    preview: `Your email address is out of our lists. Your ${named(kinds)} is not.`,
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
  undone: ({ kinds, decidedAt }, linkTo) => ({
    subject: 'Your opt-out was undone',
    preview: 'You can be in our lists again.',
    body: [
      paragraph(
        'You had asked ClosingWire to leave you out of every contact list. An administrator has undone this: you can be in our lists again.',
      ),
      facts(each(kinds, `No longer left out since ${calendarDay(decidedAt)}`)),
      paragraph(
        'If you do not agree, reply to this email, or ask again to be left out: it takes effect when you open the link that we mail you then.',
      ),
      button('Ask to be left out', linkTo('/opt-out')),
    ],
  }),
};

/** To an agent, who has no account: what came of their opt-out. */
export const optOutOutcome = defineTemplate('opt-out-outcome', {
  title: 'Outcome of an opt-out',
  purpose: 'security',
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
