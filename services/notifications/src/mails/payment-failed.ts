import { z } from 'zod';
import { button, paragraph } from '../domain/mail-content.ts';
import { defineTemplate } from '../domain/template.ts';
import { dollars } from './dollars.ts';
import { greet } from './greet.ts';

export const paymentFailed = defineTemplate('payment-failed', {
  purpose: 'billing',
  data: z.object({ firstName: z.string(), monthlyAmountCents: z.int() }),
  compose: ({ firstName, monthlyAmountCents }, linkTo) => ({
    subject: 'Your payment did not go through',
    preview: 'Check your card to keep your lists coming.',
    heading: greet('Your payment did not go through', firstName),
    body: [
      paragraph(
        `We could not charge ${dollars(monthlyAmountCents)} to your card. We will try again in the next days; to be safe, check your payment method now.`,
      ),
      button('Check my payment method', linkTo('/dashboard')),
    ],
    reason: 'You pay for ZIP codes at ClosingWire.',
  }),
});
