import { z } from 'zod';
import { facts, quote } from '../domain/mail-content.ts';
import { defineTemplate } from '../domain/template.ts';

export const contactMessage = defineTemplate('contact-message', {
  title: 'Message to support',
  purpose: 'support',
  data: z.object({ name: z.string(), email: z.string(), subject: z.string(), message: z.string() }),
  compose: ({ name, email, subject, message }) => ({
    subject: `[Contact] ${subject}`,
    preview: `${name} wrote to support.`,
    heading: subject,
    body: [facts({ From: name, Email: email }), quote(message)],
    reason: 'Somebody wrote to support. Reply to this mail to answer.',
  }),
});
