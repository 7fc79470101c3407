import { z } from 'zod';
import { button, facts, paragraph } from '../domain/mail-content.ts';
import { defineTemplate } from '../domain/template.ts';
import { greet } from './greet.ts';

export const confirmNewEmail = defineTemplate('confirm-new-email', {
  title: 'Confirm a new email address',
  purpose: 'security',
  data: z.object({
    firstName: z.string(),
    oldEmail: z.string(),
    newEmail: z.string(),
    needsOldEmail: z.boolean().optional(),
    link: z.url(),
  }),
  compose: ({ firstName, oldEmail, newEmail, needsOldEmail = false, link }) => ({
    subject: 'Confirm your new email address',
    preview: needsOldEmail
      ? `Your account moves to ${newEmail} once both links are opened.`
      : `One click, and your account moves to ${newEmail}.`,
    heading: greet('Your new email address', firstName),
    body: [
      paragraph('An account at ClosingWire asked to use this email address from now on.'),
      facts({ 'Address now': oldEmail, 'New address': newEmail }),
      paragraph(
        needsOldEmail
          ? `We mailed a link to ${oldEmail}, too. Your account moves once both links are opened, in any order. Until then you sign in and get your mails at ${oldEmail}.`
          : 'With a click you are signed in, and from then on you sign in and get your mails here.',
      ),
      button('Confirm my new address', link),
      paragraph('If you did not ask for this, do nothing: without this click the account stays as it is.'),
    ],
    reason: 'Somebody entered this address as the new one of an account at ClosingWire.',
  }),
});
