import { z } from 'zod';
import { button, paragraph } from '../domain/mail-content.ts';
import { defineTemplate } from '../domain/template.ts';
import { greet } from './greet.ts';

export const alreadyRegistered = defineTemplate('already-registered', {
  title: 'Already registered',
  purpose: 'security',
  data: z.object({ firstName: z.string(), signInLink: z.url(), resetLink: z.url() }),
  compose: ({ firstName, signInLink, resetLink }) => ({
    subject: 'You already have an account',
    preview: 'Sign in as usual, or choose a new password.',
    heading: greet('You are with us already', firstName),
    body: [
      paragraph('Somebody, probably you, tried to register with this address. It has an account already.'),
      button('Sign in', signInLink),
      paragraph(`Forgotten your password? Choose a new one here: ${resetLink}`),
      paragraph('If it was not you, do nothing: your account is unchanged.'),
    ],
    reason: 'Somebody tried to register at ClosingWire with this address.',
  }),
});
