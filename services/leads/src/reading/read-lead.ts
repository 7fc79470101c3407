import type { Repair } from '@closingwire/contracts/ingestion';
import { type Field, leadField, leadFields } from '@closingwire/contracts/lead-fields';
import type { ReceivedLead } from '@closingwire/contracts/leads';
import type { DateOrder } from './day.ts';
import { FieldError, type Reading, readByKind } from './fields.ts';
import { placeOf } from './places.ts';
import { streetOf } from './street.ts';
import { isUnknown, tidy } from './text.ts';

/** Returns the value of a field as the source wrote it, undefined if missing. */
export type SourceLead = (field: Field) => unknown;

/** Receives what is reported about the cells of a row. */
export type CellReport = {
  repaired(field: Field, repair: Repair, from: string): void;
  /** The cell is left out, and the row is kept. */
  dropped(field: Field, message: string): void;
  /** The states that the license of the source covers, null or missing for all. */
  states?: readonly string[] | null;
  uncovered?: ((state: string) => void) | undefined;
};

const agentFields = leadFields.filter(({ group }) => group === 'agent');
const propertyFields = leadFields.filter(({ group }) => group === 'property');

/** Fields that a ZIP code settles: a row without them is not rejected. */
const settledByZip = [
  [leadField.city, 'city', 'a city'],
  [leadField.state, 'state', 'a US state such as CA'],
] as const;

function missingValue(field: Field, required: string, given: unknown): FieldError {
  const because = field.name === 'fullName' ? 'a closing without an agent cannot be listed' : '';
  return new FieldError(field, required, given || null, because);
}

/** Collects the faults of a row. */
function rowFaults() {
  let faults: FieldError[] = [];
  return {
    add: (fault: FieldError) => void faults.push(fault),
    /** Throws the first fault, with the further ones, and forgets them. */
    throwAny(): void {
      const [first, ...further] = faults;
      if (!first) return;
      faults = [];
      first.further = further;
      throw first;
    },
  };
}

type RowReport = CellReport & { faults: ReturnType<typeof rowFaults> };

/** Returns a function that reads fields of a row. A required one that cannot be read is a fault of the row. */
function fieldsReader(reading: Reading, { faults, dropped }: RowReport) {
  function readField(field: Field, given: unknown): unknown {
    try {
      return readByKind[field.kind](given, field, reading);
    } catch (error) {
      if (!(error instanceof FieldError)) throw error;
      if (field.required) {
        faults.add(error);
        return undefined;
      }
      dropped(field, error.message);
      return null;
    }
  }

  return (fields: readonly Field[], source: SourceLead): Record<string, unknown> => {
    const values: Record<string, unknown> = {};
    for (const field of fields) {
      const given = source(field);
      const value = readField(field, given);
      if (value === null && field.required) faults.add(missingValue(field, field.required, given));
      values[field.key] = value;
    }
    return values;
  };
}

/** Restores the zeros that a spreadsheet took from the ZIP code, if the state settles them. */
function settlePlace(
  property: Record<string, unknown>,
  given: unknown,
  { faults, repaired }: RowReport,
): void {
  if (!property.zip) return;
  const zipCode = String(property.zip).padStart(5, '0');
  const isCut = zipCode !== property.zip;
  const place = isCut || !property.state || !property.city ? placeOf(zipCode) : undefined;
  if (isCut) {
    if (!place || place.state !== property.state) {
      faults.add(new FieldError(leadField.zip, 'a ZIP code of five digits', given));
      return;
    }
    repaired(leadField.zip, 'zeros', String(given));
    property.zip = zipCode;
  }
  for (const [field, key, expected] of settledByZip) {
    if (property[key]) continue;
    if (place) {
      repaired(field, 'place', zipCode);
      property[key] = place[key];
    } else faults.add(new FieldError(field, expected, null));
  }
}

/** Leaves the place out of the street. */
function settleStreet(property: Record<string, unknown>, { repaired }: RowReport): void {
  const { address1: address, city, state, zip: zipCode } = property as Record<string, string | null>;
  if (!address || !city || !state || !zipCode) return;
  const street = streetOf(address, { city, state, zipCode });
  if (street === address) return;
  repaired(leadField.address1, 'address', address);
  property.address1 = street;
}

function checkLicense(state: unknown, { faults, states, uncovered }: RowReport): void {
  if (!states || typeof state !== 'string' || states.includes(state)) return;
  const covered = `a state of the source's license (${states.join(', ')})`;
  faults.add(new FieldError(leadField.state, covered, state));
  uncovered?.(state);
}

/** Returns a function that reads one row after another. `latest` is the last permitted sale day. */
export function leadReader(latest: string, cellReport: CellReport) {
  const report: RowReport = { ...cellReport, faults: rowFaults() };
  let otherEmails: string[] = [];
  let otherPhones: string[] = [];
  let extension: string | null = null;

  const reading: Reading = {
    latest,
    dateOrder: 'month-first',
    bothOrders: '',
    repaired: report.repaired,
    extra(field, kind, value) {
      if (kind === 'email') otherEmails.push(value);
      else if (kind === 'phone') otherPhones.push(value);
      else if (field.name === 'phone') extension = value;
      else report.dropped(field, `Expected a number without an extension; got extension ${value}`);
    },
  };
  const readFields = fieldsReader(reading, report);

  /** Blank and unknown values become null. Throws a FieldError for the values that a closing cannot be without. */
  return (source: SourceLead, dateOrder: DateOrder, bothOrders = ''): ReceivedLead => {
    if (otherEmails.length > 0) otherEmails = [];
    if (otherPhones.length > 0) otherPhones = [];
    extension = null;
    reading.dateOrder = dateOrder;
    reading.bothOrders = bothOrders;
    const property = readFields(propertyFields, source);
    settlePlace(property, source(leadField.zip), report);
    settleStreet(property, report);
    checkLicense(property.state, report);
    const lead = readFields(agentFields, source);
    report.faults.throwAny();
    if (lead.city !== null || lead.state !== null) lead.hasOwnPlace = true;
    lead.city ??= property.city;
    lead.state ??= property.state;
    lead.phoneExtension ??= extension;
    lead.property = property;
    lead.sourceType = wordOf(source(leadField.type));
    if (otherEmails.length > 0) lead.otherEmails = otherEmails;
    if (otherPhones.length > 0) lead.otherPhones = otherPhones;
    return lead as ReceivedLead;
  };
}

/** Returns the source's own word for the type. */
function wordOf(given: unknown): string | null {
  const word = typeof given === 'string' ? tidy(given) : '';
  return word === '' || isUnknown(word) || word.length > leadField.type.max ? null : word;
}
