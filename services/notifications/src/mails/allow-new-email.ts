import { z } from 'zod';
import { button, facts, paragraph } from '../domain/mail-content.ts';
import { defineTemplate } from '../domain/template.ts';
import { greet } from './greet.ts';

export const allowNewEmail = defineTemplate('allow-new-email', {
  title: 'Allow a new email address',
  purpose: 'security',
  data: z.object({ firstName: z.string(), newEmail: z.string(), link: z.url(), resetLink: z.url() }),
  compose: ({ firstName, newEmail, link, resetLink }) => ({
    subject: 'Allow a new email address',
    preview: `Your account moves to ${newEmail} only if you agree.`,
    heading: greet('A new email address', firstName),
    body: [
      paragraph('Somebody who is signed in to your account asked to move it to another email address.'),
      facts({ 'New address': newEmail }),
      paragraph('If it was you, agree here, and open the link in the mail to the new address.'),
      button('Allow the new address', link),
      paragraph(
        'If it was not you, somebody else is signed in as you. Choose a new password: it signs them out.',
      ),
      button('Choose a new password', resetLink),
    ],
    reason: 'Your account at ClosingWire was asked to use another address.',
  }),
});
