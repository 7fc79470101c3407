import { formatCents } from '@closingwire/contracts/prices';
import { button, facts, paragraph } from '../domain/mail-content.ts';
import { defineTemplate } from '../domain/template.ts';
import { greet } from './greet.ts';
import { trialEnd } from './trial-expiring.ts';

export const trialExpiredMail = defineTemplate('trial-expired', {
  title: 'Trial ended',
  purpose: 'notice',
  data: trialEnd,
  compose: ({ firstName, zipCount, monthlyAmountCents }, linkTo) => ({
    subject: 'Your free trial is over',
    preview: 'Your ZIP codes are kept for you; add a payment method to read them again.',
    heading: greet('Your free trial is over', firstName),
    body: [
      paragraph('Your lists are paused. Add a payment method and they are back at once.'),
      facts({ 'ZIP codes': String(zipCount), 'A month': formatCents(monthlyAmountCents) }),
      button('Continue with my ZIP codes', linkTo('/dashboard')),
      paragraph('You have not been charged.'),
    ],
    reason: 'Your free trial at ClosingWire has ended.',
  }),
});
