import { formatCents } from '@closingwire/contracts/prices';
import { z } from 'zod';
import { button, facts, paragraph } from '../domain/mail-content.ts';
import { defineTemplate } from '../domain/template.ts';
import { counted } from './counted.ts';
import { greet } from './greet.ts';

export const trialEnd = z.object({
  firstName: z.string(),
  daysRemaining: z.int(),
  zipCount: z.int(),
  monthlyAmountCents: z.int(),
});
export type TrialEnd = z.output<typeof trialEnd>;

export const trialExpiringMail = defineTemplate('trial-expiring', {
  title: 'Trial ends soon',
  purpose: 'notice',
  data: trialEnd,
  compose: ({ firstName, daysRemaining, zipCount, monthlyAmountCents }, linkTo) => {
    const when = daysRemaining === 0 ? 'today' : `in ${counted(daysRemaining, 'day')}`;
    return {
      subject: `Your free trial ends ${when}`,
      preview: 'Add a payment method to keep your lists coming.',
      heading: greet(`Your free trial ends ${when}`, firstName),
      body: [
        paragraph('Add a payment method before then and your lists keep coming without a gap.'),
        facts({ 'ZIP codes': String(zipCount), 'A month': formatCents(monthlyAmountCents) }),
        button('Keep my ZIP codes', linkTo('/dashboard')),
        paragraph('No setup fees, cancel anytime. If you do nothing, you will not be charged.'),
      ],
      reason: 'Your free trial at ClosingWire is running.',
    };
  },
});
