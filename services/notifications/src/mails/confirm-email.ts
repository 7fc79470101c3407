import { z } from 'zod';
import { button, paragraph } from '../domain/mail-content.ts';
import { defineTemplate } from '../domain/template.ts';
import { greet } from './greet.ts';

export const confirmEmail = defineTemplate('confirm-email', {
  title: 'Confirm the email address',
  purpose: 'security',
  data: z.object({ firstName: z.string(), link: z.url() }),
  compose: ({ firstName, link }) => ({
    subject: 'Confirm your email address',
    preview: 'One click, and you can choose your ZIP codes.',
    heading: greet('Welcome', firstName),
    body: [
      paragraph('Confirm that this is your address. You will be signed in and can choose your ZIP codes.'),
      button('Confirm my address', link),
      paragraph('If you did not sign up, do nothing: without this click there is no account.'),
    ],
    reason: 'Somebody registered at ClosingWire with this address.',
  }),
});
