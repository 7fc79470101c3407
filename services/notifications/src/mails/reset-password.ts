import { z } from 'zod';
import { button, paragraph } from '../domain/mail-content.ts';
import { defineTemplate } from '../domain/template.ts';
import { greet } from './greet.ts';

export const resetPassword = defineTemplate('reset-password', {
  title: 'Reset the password',
  purpose: 'security',
  data: z.object({ firstName: z.string(), link: z.url() }),
  compose: ({ firstName, link }) => ({
    subject: 'Choose a new password',
    preview: 'The link works once and expires in 1 hour.',
    heading: greet('Choose a new password', firstName),
    body: [
      paragraph('The link works once and expires in 1 hour.'),
      button('Choose a new password', link),
      paragraph('If you did not ask for this, do nothing: your password stays as it is.'),
    ],
    reason: 'Somebody asked for a new password for the account with this address.',
  }),
});
