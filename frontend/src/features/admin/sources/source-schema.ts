import { sourceKinds, sourceLicense } from '@closingwire/contracts/sources';
import { z } from 'zod';
import { stateCodesIn, statesOfLicenses } from './state-codes.ts';

const { name, license, contact, mustBeNamed, trust } = sourceLicense.shape;

/** Fields as typed: texts may be empty, and states are one text. */
export const sourceFormSchema = z.object({
  name,
  kind: z.enum(sourceKinds),
  license: license.unwrap(),
  lists: z.boolean(),
  exports: z.boolean(),
  api: z.boolean(),
  states: z.string().refine(text => stateCodesIn(text).every(code => statesOfLicenses.has(code)), {
    error: 'Expected codes of states',
  }),
  lastDay: z.string(),
  contact: contact.unwrap(),
  mustBeNamed,
  trust: trust.unwrap(),
});
