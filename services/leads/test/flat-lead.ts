import type { LeadField } from '@closingwire/contracts/lead-fields';
import { leadReader } from '../src/reading/read-lead.ts';

/** A source's values by field. */
export type FlatLead = Partial<Record<LeadField, unknown>>;

/** Reads a row of values; `notes` collects what is reported about its cells. */
export const readFlat = (values: FlatLead, latest = '2026-03-10', notes: string[] = []) =>
  leadReader(latest, {
    dropped: (field, message) => notes.push(`${field.name}: ${message}`),
    repaired: (field, repair) => notes.push(`${field.name}: ${repair}`),
  })(({ name }) => values[name], 'month-first');
