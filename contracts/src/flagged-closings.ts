import { z } from 'zod';
import { leadField } from './lead-fields.ts';
import { day, instant } from './primitive.ts';

/** Fields that an admin can correct: of the sale, and of its agent. */
export const correctableFields = [
  'price',
  'address1',
  'fullName',
  'brokerageName',
  'email',
  'mobile',
  'phone',
] as const;
export type CorrectableField = (typeof correctableFields)[number];

/** A field that must have a value. */
const needed = (field: CorrectableField) =>
  z.string().trim().min(1, `Expected ${leadField[field].required}; got nothing`).max(leadField[field].max);
/** A field that can be emptied. */
const optional = (field: CorrectableField) => z.string().trim().max(leadField[field].max).nullable();

/** The fields that an admin corrects, each with its right value; null empties a field. */
export const corrections = z
  .object({
    price: z.int().min(1).max(leadField.price.max).nullable(),
    address1: needed('address1'),
    fullName: needed('fullName'),
    brokerageName: optional('brokerageName'),
    email: optional('email'),
    mobile: optional('mobile'),
    phone: optional('phone'),
  })
  .partial()
  .refine(fields => Object.keys(fields).length > 0, 'Expected a field to correct; got none');
export type Corrections = z.output<typeof corrections>;

const text = z.string().nullable();

/** The stored closing that a flag is about. */
export const flaggedClosing = z.object({
  price: z.number().nullable(),
  address1: z.string(),
  fullName: z.string(),
  brokerageName: text,
  email: text,
  mobile: text,
  phone: text,
  city: z.string(),
  state: z.string(),
  soldDate: day,
  hidden: z
    .object({ at: instant, by: z.string().describe("The admin's email, empty if it is not known") })
    .nullable()
    .describe('Null while lists show the closing'),
  corrected: z
    .array(
      z.object({
        field: z.enum(correctableFields),
        was: z.union([z.string(), z.number()]).nullable().describe('What the sources say'),
      }),
    )
    .describe('Fields that an admin corrected'),
});
export type FlaggedClosing = z.output<typeof flaggedClosing>;
