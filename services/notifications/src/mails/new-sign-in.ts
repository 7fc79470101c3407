import { z } from 'zod';
import { button, paragraph } from '../domain/mail-content.ts';
import { defineTemplate } from '../domain/template.ts';
import { greet } from './greet.ts';
import { whereAndWhen } from './where-and-when.ts';

export const newSignIn = defineTemplate('new-sign-in', {
  title: 'New sign-in',
  purpose: 'security',
  data: z.object({
    firstName: z.string(),
    device: z.string(),
    address: z.string(),
    at: z.iso.datetime({ offset: true }),
    settingsLink: z.url(),
  }),
  compose: ({ firstName, device, address, at, settingsLink }) => ({
    subject: 'New sign-in to your account',
    preview: `Somebody signed in with ${device}.`,
    heading: greet('A new sign-in', firstName),
    body: [
      paragraph('Somebody signed in to your account from a browser or a place that is new to us.'),
      whereAndWhen({ device, address }, at),
      paragraph(
        'If it was you, there is nothing to do. If not, sign that session out and change your password.',
      ),
      button('See where you are signed in', settingsLink),
    ],
    reason: 'You get this mail because somebody signed in to your account.',
  }),
});
