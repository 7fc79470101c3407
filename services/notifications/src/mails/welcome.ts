import { z } from 'zod';
import { button, paragraph } from '../domain/mail-content.ts';
import { defineTemplate } from '../domain/template.ts';
import { greet } from './greet.ts';

export const welcome = defineTemplate('welcome', {
  title: 'Welcome',
  purpose: 'notice',
  data: z.object({ firstName: z.string() }),
  compose: ({ firstName }, linkTo) => ({
    subject: 'Your free trial has begun',
    preview: 'Choose your ZIP codes; the first list arrives within minutes.',
    heading: greet('Good to have you', firstName),
    body: [
      paragraph(
        'Choose the ZIP codes you work in. For each you get the agents who closed a sale in the last 7 days, with their contact details, and fresh closings every day.',
      ),
      button('Choose ZIP codes', linkTo('/zips')),
      paragraph(`Questions? The Help Center has answers: ${linkTo('/help')}`),
    ],
    reason: 'You opened an account at ClosingWire.',
  }),
});
