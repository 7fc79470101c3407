import { z } from 'zod';

/**
 * Facts that a sender must know before a delivery. `not_recent`: lists leave rows out, because their sales are too old or
 * still to come. `no_contact`: rows have neither an email address nor a phone number. `license_ended`, `no_lists`: the
 * license of the source hides the rows. `license_states`: rows are rejected, because the license does not cover their
 * states.
 */
export const warningCodes = [
  'not_recent',
  'no_contact',
  'license_ended',
  'license_states',
  'no_lists',
] as const;

export const deliveryWarning = z.object({
  code: z.enum(warningCodes),
  rows: z.int().min(0).describe('The rows that it is about'),
  message: z.string().describe('Sentences for the sender: how many rows, what follows, what to do'),
});
export type DeliveryWarning = z.output<typeof deliveryWarning>;
