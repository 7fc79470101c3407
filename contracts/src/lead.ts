import { z } from 'zod';
import { day, id, stateCode, zipCode } from './primitive.ts';
import { propertyTypes } from './reference.ts';

/**
 * The sold property. `price` in whole USD and above 0, `lotSize` in acres; null where the source did not say. Twelve
 * states do not publish sale prices, so a price of null means 'not disclosed'.
 */
export const property = z.object({
  address1: z.string(),
  address2: z.string().nullable(),
  city: z.string(),
  state: stateCode,
  zip: zipCode,
  price: z.number().nullable(),
  soldDate: day,
  beds: z.number().nullable(),
  baths: z.number().nullable(),
  sqft: z.number().nullable(),
  type: z.enum(propertyTypes).nullable(),
  mlsId: z.string().nullable(),
  listedDate: day.nullable(),
  lotSize: z.number().nullable(),
});
export type Property = z.output<typeof property>;

/** A closing: the agent, with the sale nested. `id` names this agent's part in this sale. */
export const agent = z.object({
  id,
  fullName: z.string(),
  agentRole: z.string(),
  licenseNumber: z.string().nullable(),
  brokerageName: z.string().nullable(),
  teamName: z.string().nullable(),
  email: z.string().nullable(),
  mobile: z.string().nullable(),
  phone: z.string().nullable(),
  websiteUrl: z.string().nullable(),
  facebookUrl: z.string().nullable(),
  linkedinUrl: z.string().nullable(),
  officeAddress: z.string().nullable(),
  city: z.string(),
  state: z.string(),
  searchCompleted: z.boolean(),
  property,
});
export type Agent = z.output<typeof agent>;

export const leadPage = z.object({
  agents: z.array(agent),
  total: z.int(),
  page: z.int(),
  totalPages: z.int(),
});
