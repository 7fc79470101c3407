import { z } from 'zod';
import { paragraph } from '../domain/mail-content.ts';
import { defineTemplate } from '../domain/template.ts';

export const accountDeleted = defineTemplate('account-deleted', {
  title: 'Account deleted',
  purpose: 'security',
  isFarewell: true,
  data: z.object({}),
  compose: (_data, linkTo) => ({
    subject: 'Your account was deleted',
    preview: 'Your subscriptions have ended and nothing is charged again.',
    heading: 'Your account was deleted',
    body: [
      paragraph(
        'Your account and what we kept about you are gone. Your subscriptions have ended and nothing is charged again. This is the last mail that you get from us.',
      ),
      paragraph(`If it was not you who deleted it, write to us: ${linkTo('/contact')}`),
    ],
    reason: 'The account with this address was deleted.',
  }),
});
