import { z } from 'zod';
import { contactFields } from './contacts.ts';
import { closing } from './lead.ts';
import { instant } from './primitive.ts';

/** A closing as admins see it. */
export const adminClosing = closing.extend({
  wrongContacts: z.array(z.enum(contactFields)).nullish().describe('Confirmed as wrong by an admin'),
});
export type AdminClosing = z.output<typeof adminClosing>;

/** Stored closings of a ZIP that no list shows, each counted once. */
export const hiddenClosings = z.object({
  hiddenByAdmin: z.int().default(0).describe('An admin hid them after a flag'),
  optedOut: z.int().describe('Their agent opted out, or requested deletion'),
  retracted: z.int().describe('No source reports them anymore'),
  unlicensed: z.int().describe('The license of their source has ended, or does not permit lists'),
  sources: z
    .array(z.object({ name: z.string(), endedAt: instant.nullable() }))
    .describe('These sources, each with the end of its license; null if the license does not permit lists'),
});
export type HiddenClosings = z.output<typeof hiddenClosings>;
