import { accountChangeCopy } from '@closingwire/contracts/account-change-copy';
import { accountChange } from '@closingwire/contracts/notifications-api';
import { z } from 'zod';
import { button, paragraph } from '../domain/mail-content.ts';
import { defineTemplate } from '../domain/template.ts';
import { greet } from './greet.ts';
import { whereAndWhen } from './where-and-when.ts';

export const accountChanged = defineTemplate('account-changed', {
  title: 'Account changed',
  purpose: 'security',
  data: z.object({
    firstName: z.string(),
    change: accountChange,
    device: z.string().optional(),
    address: z.string().optional(),
    at: z.iso.datetime({ offset: true }),
    actionLink: z.url(),
    sessionsLink: z.url(),
  }),
  compose: ({ firstName, change, device, address, at, actionLink, sessionsLink }) => {
    const { subject, lead, advice, action } = accountChangeCopy[change];
    return {
      subject,
      preview: lead,
      heading: greet('A change to your account', firstName),
      body: [
        paragraph(lead),
        whereAndWhen({ device, address, at }),
        paragraph(device ? `If it was you, there is nothing to do. ${advice}` : advice),
        button(action, actionLink),
        button('See where you are signed in', sessionsLink),
      ],
      reason: 'You get this mail because something changed that keeps your account safe.',
    };
  },
});
