import { z } from 'zod';
import { button, facts, paragraph } from '../domain/mail-content.ts';
import { defineTemplate } from '../domain/template.ts';
import { counted } from './counted.ts';
import { greet } from './greet.ts';

export const trialHoldEnded = defineTemplate('trial-hold-ended', {
  title: 'ZIPs of a trial released',
  purpose: 'notice',
  data: z.object({ firstName: z.string(), zipCodes: z.array(z.string()) }),
  compose: ({ firstName, zipCodes }, linkTo) => ({
    subject: `Your ${counted(zipCodes.length, 'ZIP code')} can now be had by others`,
    preview: 'You have not been charged, and you are welcome back.',
    heading: greet('We no longer keep your ZIP codes', firstName),
    body: [
      paragraph('Your free trial ended a while ago, so we have let your ZIP codes go.'),
      facts({ 'ZIP codes': zipCodes.join(', ') }),
      paragraph(
        'You have not been charged. As long as nobody else has taken them, you can order them again.',
      ),
      button('Go to my dashboard', linkTo('/dashboard')),
    ],
    reason: 'Your free trial at ClosingWire has ended.',
  }),
});
