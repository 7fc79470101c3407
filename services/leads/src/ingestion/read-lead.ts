import { type Field, type Kind, leadField, leadFields } from '@closingwire/contracts/lead-fields';
import type { ReceivedLead } from '@closingwire/contracts/leads';
import {
  FieldError,
  readDay,
  readEmail,
  readNumber,
  readPhone,
  readState,
  readText,
  readUrl,
  readZip,
} from './fields.ts';
import { propertyTypeOf } from './property-type.ts';
import type { RawLead } from './rows.ts';

/** How sources write a price that they do not disclose, letters only: `N/A`, `Non-disclosure`, or just `$ -`. */
const undisclosed = new Set([
  '',
  'confidential',
  'na',
  'nan',
  'nil',
  'none',
  'nondisclosed',
  'nondisclosure',
  'notapplicable',
  'notavailable',
  'notdisclosed',
  'notgiven',
  'notpublished',
  'notreported',
  'null',
  'tbd',
  'undisclosed',
  'unknown',
  'withheld',
]);

const isUndisclosed = (price: unknown) =>
  typeof price === 'string' &&
  !/\d/.test(price) &&
  undisclosed.has(price.toLowerCase().replace(/[^a-z]/g, ''));

/** Null when the price is not disclosed, for which sources also write 0. */
function readPrice(raw: RawLead, field: Field): number | null {
  if (isUndisclosed(raw[field.name])) return null;
  return readNumber(raw, field) || null;
}

function readType(raw: RawLead, field: Field) {
  const word = readText(raw, field);
  return word === null ? null : propertyTypeOf(word);
}

const readers: Record<Kind, (raw: RawLead, field: Field, latest: string) => unknown> = {
  text: readText,
  email: readEmail,
  phone: readPhone,
  url: readUrl,
  state: readState,
  zip: readZip,
  day: readDay,
  number: readNumber,
  price: readPrice,
  type: readType,
};

function readFields(fields: readonly Field[], raw: RawLead, latest: string): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const field of fields) {
    const value = readers[field.kind](raw, field, latest);
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
export function readLead(raw: RawLead, latest: string): ReceivedLead {
  const sourceType = readText(raw, leadField.type);
  const property = readFields(propertyFields, raw, latest);
  const lead = readFields(agentFields, raw, latest);
  lead.agentRole ??= 'Agent';
  lead.city ??= property.city;
  lead.state ??= property.state;
  return Object.assign(lead, { property, sourceType }) as ReceivedLead;
}
