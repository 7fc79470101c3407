import { z } from 'zod';
import { defineEvent } from '../event.ts';
import { id, instant } from '../primitive.ts';

export const noticesDeclined = defineEvent('notices.declined', {
  by: 'notifications',
  summary: 'A person followed the unsubscribe link of a mail; their preferences say no from now on',
  data: z.object({
    /** The person's. */
    id,
    /** When they declined, in milliseconds: a later no has a higher version. */
    version: z.int(),
    declinedAt: instant,
  }),
  key: person => person.id,
});
