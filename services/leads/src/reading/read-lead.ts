import { type Field, leadField, leadFields } from '@closingwire/contracts/lead-fields';
import type { ReceivedLead } from '@closingwire/contracts/leads';
import { FieldError, readByKind, readText } from './fields.ts';

/** Returns the value of a field as the source wrote it, undefined if missing. */
export type SourceLead = (field: Field) => unknown;

function readFields(fields: readonly Field[], source: SourceLead, latest: string): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const field of fields) {
    const value = readByKind[field.kind](source(field), field, latest);
    if (value === null && field.required) throw new FieldError(field, field.required, null);
    values[field.key] = value;
  }
  return values;
}

const agentFields = leadFields.filter(({ group }) => group === 'agent');
const propertyFields = leadFields.filter(({ group }) => group === 'property');

/**
 * Checks a source's row. Blank fields become null; an agent without an address gets the city and state of the
 * property. `latest` is the last permitted sale day. Throws a FieldError for the first wrong field.
 */
export function readLead(source: SourceLead, latest: string): ReceivedLead {
  const sourceType = readText(source(leadField.type), leadField.type);
  const property = readFields(propertyFields, source, latest);
  const lead = readFields(agentFields, source, latest);
  lead.agentRole ??= 'Agent';
  lead.city ??= property.city;
  lead.state ??= property.state;
  return Object.assign(lead, { property, sourceType }) as ReceivedLead;
}
