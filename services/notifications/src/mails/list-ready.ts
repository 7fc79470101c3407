import { z } from 'zod';
import { button, facts, paragraph } from '../domain/mail-content.ts';
import { defineTemplate } from '../domain/template.ts';
import { counted } from './counted.ts';
import { greet } from './greet.ts';

export const listReady = defineTemplate('list-ready', {
  title: 'Lead list ready',
  purpose: 'notice',
  data: z.object({
    firstName: z.string(),
    zipCode: z.string(),
    city: z.string(),
    state: z.string(),
    agentCount: z.int(),
  }),
  compose: ({ firstName, zipCode, city, state, agentCount }, linkTo) => ({
    subject: `Your list for ${zipCode} ${city} is ready`,
    preview: `${counted(agentCount, 'recent closing')} in ${city}, ${state}, with the agents' contact details.`,
    heading: greet('Your list is ready', firstName),
    body: [
      paragraph('The first list of your ZIP code has arrived. It is brought up to date every day.'),
      facts({ 'ZIP code': zipCode, Place: `${city}, ${state}`, 'Recent closings': String(agentCount) }),
      button('See the closings', linkTo('/dashboard')),
    ],
    reason: `You subscribed to ZIP code ${zipCode} at ClosingWire.`,
  }),
});
