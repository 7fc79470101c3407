import type { LeadField } from '@closingwire/contracts/lead-fields';
import { readLead } from '../src/reading/read-lead.ts';

/** A source's values by field. */
export type FlatLead = Partial<Record<LeadField, unknown>>;

export const readFlat = (values: FlatLead, latest = '2026-03-10') =>
  readLead(({ name }) => values[name], latest);
