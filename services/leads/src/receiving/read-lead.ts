import { type Field, leadField, leadFields } from '@closingwire/contracts/lead-fields';
import type { ReceivedLead } from '@closingwire/contracts/leads';
import { FieldError, readByKind, readText } from './fields.ts';

/** Returns the value of a field as the source wrote it; of any type, undefined if missing. */
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
 * A source's row as a lead: blank fields become null, an agent without a place of their own has the property's.
 * `latest` is the last day a sale may have. Throws a FieldError for the first field that will not do.
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
