import { z } from 'zod';
import { day as calendarDay, stateCode, zipCode } from './primitive.ts';
import { propertyTypes } from './reference.ts';

/** How a value is written by a source, and how it is read and exported. */
export type Kind = 'text' | 'email' | 'phone' | 'url' | 'state' | 'zip' | 'day' | 'number' | 'price' | 'type';

type Facts = {
  kind: Kind;
  /** Its characters or, of a number, its largest value. */
  max: number;
  description: string;
  example: string | number;
  /**
   * What the API shows of it; one that is not nullable is in every lead. That of a field added later ends with
   * `.default(null)`: packs of `lead.received` that were sent before lack it.
   */
  value: z.ZodType;
  /** Without this a row is rejected; in words for the one who sent it. */
  required?: string;
  /** A number that is rounded to whole ones. */
  isWhole?: boolean;
  /** Its name in JSON and in its table, where that is not its own. */
  key?: string;
  /** Its CSV column and that of its table, where these are not its names in snake case. */
  column?: string;
  /** An agent's field that belongs to the closing: the same agent may have another in the next sale. */
  isOfClosing?: boolean;
  /** Its header in CSV files of leads. */
  header?: string;
  /** It is in the files of lists and ZIPs alone, and not in the export of the dashboard. */
  isInListsOnly?: boolean;
};

const text = (description: string, example: string, max = 200) => ({
  kind: 'text' as const,
  max,
  description,
  example,
  value: z.string().nullable(),
});
const number = (description: string, example: number, max: number) => ({
  kind: 'number' as const,
  max,
  description,
  example,
  value: z.number().nullable(),
});
const url = (description: string, example: string) => ({
  ...text(description, example, 500),
  kind: 'url' as const,
});
const phone = (description: string, example: string) => ({
  ...text(description, example, 40),
  kind: 'phone' as const,
});
const day = (description: string, example: string) => ({
  kind: 'day' as const,
  max: 200,
  description,
  example,
  value: calendarDay.nullable(),
});
const state = (description: string) => ({ ...text(description, 'WA'), kind: 'state' as const });
const required = <V extends z.ZodType>(value: V, what: string) => ({ value, required: what });

const typeNames = `${propertyTypes.join(', ')}, or a usual word for one of them, such as "Single Family"; others become null`;

/** Of the agent: in JSON beside `property`. */
const agentFields = {
  fullName: {
    ...text("The agent's name", 'Zoë Example'),
    ...required(z.string(), "the agent's name"),
    header: 'Agent Name',
  },
  agentRole: {
    ...text('The part in the sale; `Agent` unless told', 'Listing Agent', 100),
    value: z.string(),
    isOfClosing: true,
    header: 'Agent Role',
    isInListsOnly: true,
  },
  licenseNumber: {
    ...text('The license number', 'WA-20117', 100),
    header: 'License Number',
    isInListsOnly: true,
  },
  brokerageName: { ...text('The brokerage', 'Example Realty'), header: 'Brokerage' },
  teamName: text('The team', 'The Example Team'),
  email: { ...text('The email address', 'zoe@example.com', 254), kind: 'email', header: 'Email' },
  mobile: { ...phone('The mobile phone', '(206) 555-0142'), header: 'Mobile' },
  phone: { ...phone('The other phone', '(206) 555-0101'), header: 'Phone' },
  websiteUrl: {
    ...url('The website', 'https://zoe.example.com'),
    header: 'Website URL',
    isInListsOnly: true,
  },
  facebookUrl: {
    ...url('The Facebook page', 'https://www.facebook.com/zoe.example'),
    header: 'Facebook URL',
  },
  linkedinUrl: {
    ...url('The LinkedIn page', 'https://www.linkedin.com/in/zoe-example'),
    header: 'LinkedIn URL',
  },
  officeAddress: text('The office', '12 Main St, Kent, WA 98030', 300),
  agentCity: {
    ...text("The agent's city; the property's unless told", 'Kent'),
    key: 'city',
    value: z.string(),
    header: 'City',
  },
  agentState: {
    ...state("The agent's state; the property's unless told"),
    key: 'state',
    value: z.string(),
    header: 'State',
  },
} as const satisfies Record<string, Facts>;

/** Of the sale: in JSON under `property`. */
const propertyFields = {
  address1: {
    ...text('The street address', '2961 Cedar St'),
    ...required(z.string(), 'the street address'),
    header: 'Property Address',
  },
  address2: text('The unit', '#2'),
  city: { ...text('The city', 'Kent'), ...required(z.string(), 'a city'), header: 'Property City' },
  state: { ...state('The state'), ...required(stateCode, 'a US state such as CA'), header: 'Property State' },
  zip: {
    ...text('The ZIP code', '98030'),
    ...required(zipCode, 'a ZIP code of five digits'),
    kind: 'zip',
    header: 'Property ZIP',
  },
  price: {
    ...number('The sale price in USD', 640_000, 10_000_000_000),
    kind: 'price',
    isWhole: true,
    header: 'Sale Price',
  },
  soldDate: {
    ...day('The day of the sale; tomorrow (UTC) at the latest', '2026-03-09'),
    ...required(calendarDay, 'the day of the sale'),
    header: 'Sale Date',
  },
  beds: { ...number('Bedrooms', 3, 10_000), header: 'Bedrooms' },
  baths: { ...number('Bathrooms', 2.25, 10_000), header: 'Bathrooms' },
  sqft: {
    ...number('Living area in square feet', 1_800, 100_000_000),
    isWhole: true,
    header: 'Square Feet',
  },
  type: {
    ...text(typeNames, 'home', 100),
    kind: 'type',
    value: z.enum(propertyTypes).nullable(),
    header: 'Property Type',
  },
  mlsId: { ...text('The number in the MLS', '7129300520', 100), header: 'MLS ID', isInListsOnly: true },
  listedDate: day('The day it was listed; tomorrow (UTC) at the latest', '2026-02-02'),
  lotSize: {
    ...number('The lot in acres', 0.13, 1_000_000),
    column: 'lot_size_acres',
    header: 'Lot Size (acres)',
    isInListsOnly: true,
  },
} as const satisfies Record<string, Facts>;

type Table = typeof agentFields & typeof propertyFields;
export type LeadField = keyof Table;

type HeaderOf<F> = F extends { header: infer Header extends string } ? Header : never;
/** The headers of CSV files of leads. */
export type LeadHeader = HeaderOf<Table[LeadField]>;

/** A field, with its place in JSON (`city`, or `city` under `property`) and its columns. */
export type Field = Pick<Facts, 'kind' | 'max' | 'description' | 'example' | 'value'> & {
  name: LeadField;
  group: 'agent' | 'property';
  key: string;
  required: string | undefined;
  isWhole: boolean | undefined;
  header: string | undefined;
  isInListsOnly: boolean | undefined;
  /** In CSV that is delivered. */
  column: string;
  stored: { table: 'agents' | 'closings'; column: string };
};

const snakeCase = (name: string) => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);

// Every field has all keys in one order: rows are read by them, and V8 is fast with objects of one shape alone.
const fieldsOf = (group: Field['group'], fields: Record<string, Facts>): Field[] =>
  Object.entries(fields).map(([name, facts]) => {
    const {
      kind,
      max,
      description,
      example,
      value,
      required,
      isWhole,
      key = name,
      header,
      isInListsOnly,
    } = facts;
    const table = group === 'property' || facts.isOfClosing ? 'closings' : 'agents';
    return {
      name: name as LeadField,
      group,
      key,
      kind,
      max,
      description,
      example,
      value,
      required,
      isWhole,
      header,
      isInListsOnly,
      column: facts.column ?? snakeCase(name),
      stored: { table, column: facts.column ?? snakeCase(key) },
    };
  });

/**
 * Everything that a source may send about a closing, in the order of the documents. Documents, reading, storing, the API
 * and the API's CSV follow it: a new field needs a line here and a migration with its column. One with a `header` also has
 * a line in the front end's `lead-csv.ts`.
 */
export const leadFields: readonly Field[] = [
  ...fieldsOf('agent', agentFields),
  ...fieldsOf('property', propertyFields),
];

/** The same by name. */
export const leadField = Object.fromEntries(leadFields.map(field => [field.name, field])) as Record<
  LeadField,
  Field
>;

/** Where the field stands in JSON: `property.soldDate`. */
export const jsonName = ({ group, key }: Field): string => (group === 'agent' ? key : `property.${key}`);

type KeyOf<Name, F> = F extends { key: infer Key extends string } ? Key : Name;
type Shape<Fields extends Record<string, Facts>> = {
  [Name in keyof Fields as KeyOf<Name, Fields[Name]> & string]: Fields[Name]['value'];
};

const shapeOf = <Fields extends Record<string, Facts>>(fields: Fields) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { key = name, value }]) => [key, value]),
  ) as Shape<Fields>;

/** Of the entities in the API. */
export const agentShape = shapeOf(agentFields);
export const propertyShape = shapeOf(propertyFields);
