import { formatCents } from '@closingwire/contracts/prices';
import { z } from 'zod';
import { button, facts, paragraph } from '../domain/mail-content.ts';
import { defineTemplate } from '../domain/template.ts';
import { calendarDay } from './calendar-day.ts';
import { counted } from './counted.ts';
import { greet } from './greet.ts';

export const trialHoldEnding = defineTemplate('trial-hold-ending', {
  title: 'ZIPs of a trial released soon',
  purpose: 'notice',
  data: z.object({
    firstName: z.string(),
    releaseAt: z.iso.datetime({ offset: true }),
    zipCodes: z.array(z.string()),
    monthlyAmountCents: z.int(),
  }),
  compose: ({ firstName, releaseAt, zipCodes, monthlyAmountCents }, linkTo) => {
    const kept = counted(zipCodes.length, 'ZIP code');
    const day = calendarDay(releaseAt);
    return {
      subject: `We keep your ${kept} until ${day}`,
      preview: 'After that, others can have them. Add a payment method to keep them.',
      heading: greet(`We keep your ${kept} until ${day}`, firstName),
      body: [
        paragraph(
          `Your free trial is over, and we have kept your ${kept} for you since. On ${day} others can have them, unless you add a payment method before.`,
        ),
        facts({ 'ZIP codes': zipCodes.join(', '), 'A month': formatCents(monthlyAmountCents) }),
        button('Keep my ZIP codes', linkTo('/dashboard')),
        paragraph('You have not been charged. If you do nothing, you will not be.'),
      ],
      reason: 'Your free trial at ClosingWire has ended.',
    };
  },
});
