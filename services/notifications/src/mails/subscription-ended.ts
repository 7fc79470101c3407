import { z } from 'zod';
import { button, paragraph } from '../domain/mail-content.ts';
import { defineTemplate } from '../domain/template.ts';
import { greet } from './greet.ts';

export const subscriptionEnded = defineTemplate('subscription-ended', {
  title: 'Subscription ended',
  purpose: 'billing',
  data: z.object({ firstName: z.string() }),
  compose: ({ firstName }, linkTo) => ({
    subject: 'Your subscription has ended',
    preview: 'We could not charge your card; nothing more is charged.',
    heading: greet('Your subscription has ended', firstName),
    body: [
      paragraph(
        'We tried your card several times and could not charge it, so your subscription has ended. Nothing more is charged, and your ZIP codes are free for others.',
      ),
      button('Order ZIP codes again', linkTo('/dashboard')),
    ],
    reason: 'You paid for ZIP codes at ClosingWire.',
  }),
});
