import { z } from 'zod';
import { button, facts, paragraph } from '../domain/mail-content.ts';
import { defineTemplate } from '../domain/template.ts';
import { greet } from './greet.ts';

export const confirmNewEmail = defineTemplate('confirm-new-email', {
  title: 'Confirm a new email address',
  purpose: 'security',
  data: z.object({ firstName: z.string(), oldEmail: z.string(), newEmail: z.string(), link: z.url() }),
  compose: ({ firstName, oldEmail, newEmail, link }) => ({
    subject: 'Confirm your new e-mail address',
    preview: `One click, and your account moves to ${newEmail}.`,
    heading: greet('Your new e-mail address', firstName),
    body: [
      paragraph('An account at ClosingWire asked to use this e-mail address from now on.'),
      facts({ 'Address now': oldEmail, 'New address': newEmail }),
      paragraph('With a click you are signed in, and from then on you sign in and get your mails here.'),
      button('Confirm my new address', link),
      paragraph('If you did not ask for this, do nothing: without this click the account stays as it is.'),
    ],
    reason: 'Somebody entered this address as the new one of an account at ClosingWire.',
  }),
});
