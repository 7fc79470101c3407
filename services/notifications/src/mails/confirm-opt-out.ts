import { z } from 'zod';
import { button, paragraph } from '../domain/mail-content.ts';
import { defineTemplate } from '../domain/template.ts';

export const confirmOptOut = defineTemplate('confirm-opt-out', {
  title: 'Confirm an opt-out',
  purpose: 'security',
  forgetsRecipient: true,
  data: z.object({ link: z.url() }),
  compose: ({ link }) => ({
    subject: 'Confirm that you want to be in no list',
    preview: 'The link works once and expires in 7 days.',
    heading: 'Opt out of our lists',
    body: [
      paragraph(
        'Somebody asked ClosingWire to leave the real estate agent with this email address out of every contact list.',
      ),
      paragraph(
        'It takes effect when you open the page and press its button. The link works once and expires in 7 days.',
      ),
      button('Opt out of all lists', link),
      paragraph('If you did not ask for this, do nothing: without the link nothing changes.'),
    ],
    reason: 'Somebody entered this address on the opt-out page of ClosingWire.',
  }),
});
