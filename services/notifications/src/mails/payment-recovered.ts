import { z } from 'zod';
import { button, paragraph } from '../domain/mail-content.ts';
import { defineTemplate } from '../domain/template.ts';
import { greet } from './greet.ts';

export const paymentRecovered = defineTemplate('payment-recovered', {
  title: 'Payment recovered',
  purpose: 'billing',
  data: z.object({ firstName: z.string() }),
  compose: ({ firstName }, linkTo) => ({
    subject: 'Your payment went through',
    preview: 'All is in order; your lists keep coming.',
    heading: greet('All is in order', firstName),
    body: [
      paragraph('The payment that had failed went through. Your lists keep coming.'),
      button('Go to my dashboard', linkTo('/dashboard')),
    ],
    reason: 'You pay for ZIP codes at ClosingWire.',
  }),
});
