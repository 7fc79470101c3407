import type { Closing } from '@closingwire/contracts/lead';
import { type CsvColumn, csvPhone } from '../../../lib/csv.ts';
import { type LeadFacts, leadValue } from './lead-value.ts';

function cellOf(closing: Closing, field: LeadFacts): string | number | null {
  const value = leadValue(closing, field);
  return field.kind === 'phone' && typeof value === 'string' ? csvPhone(value) : value;
}

/** Returns the columns of the fields with a header: all 24 for the agents page. */
export const leadColumns = (fields: readonly LeadFacts[]): CsvColumn<Closing>[] =>
  fields.flatMap(field =>
    field.header ? { header: field.header, value: closing => cellOf(closing, field) } : [],
  );

/** Returns the 23 columns of a lead list. */
export const leadListColumns = (fields: readonly LeadFacts[]): CsvColumn<Closing>[] =>
  leadColumns(fields.filter(({ name }) => name !== 'agentRole'));
