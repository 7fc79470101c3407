import { z } from 'zod';
import { day as calendarDay, stateCode, zipCode } from './primitive.ts';
import { propertyTypes } from './reference.ts';

/** A smaller sum in USD is no sale price: relatives transfer houses for one dollar, or ten. */
export const leastSalePrice = 1_000;

/** Decides how a value is read, described and exported. */
export type Kind = 'text' | 'email' | 'phone' | 'url' | 'state' | 'zip' | 'day' | 'number' | 'price' | 'type';

/** `label` is its name on screens, by default the header; `header` its column in CSV files of leads. */
type Titles = { header: string; label?: string } | { header?: undefined; label: string };

type Facts = Titles & {
  kind: Kind;
  /** The maximum length, or the maximum of a number. */
  max: number;
  description: string;
  example: string | number;
  /**
   * Its schema in the API. End the schema of a new field with `.default(null)`: older packs of `lead.received` do not
   * contain it.
   */
  value: z.ZodType;
  /** A row without the field is rejected with 'Expected' and this text. */
  required?: string;
  /** Rounds the number to a whole one. */
  isWhole?: boolean;
  /** Its name in JSON and in its table, if it differs from its name here. */
  key?: string;
  /** Its column in delivered CSV and in its table, if it is not the snake case of its names. */
  column?: string;
  /** An agent's field stored with the closing, because it differs between sales. */
  isOfClosing?: boolean;
  /** Leaves the field out of the dashboard's file. */
  isInListsOnly?: boolean;
  /** The unit that screens write after its number. */
  unit?: string;
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

/** The agent's fields; in JSON beside `property`. */
const agentFields = {
  fullName: {
    ...text("The agent's name", 'Zoë Example'),
    ...required(z.string(), "the agent's name"),
    header: 'Agent Name',
  },
  agentRole: {
    ...text('The role in the sale; by default `Agent`', 'Listing Agent', 100),
    value: z.string(),
    isOfClosing: true,
    header: 'Agent Role',
    label: 'Role',
    isInListsOnly: true,
  },
  licenseNumber: {
    ...text('The license number', 'WA-20117', 100),
    header: 'License Number',
    label: 'License',
    isInListsOnly: true,
  },
  brokerageName: { ...text('The brokerage', 'Example Realty'), header: 'Brokerage' },
  teamName: { ...text('The team', 'The Example Team'), label: 'Team' },
  email: { ...text('The email address', 'zoe@example.com', 254), kind: 'email', header: 'Email' },
  mobile: { ...phone('The mobile phone', '(206) 555-0142'), header: 'Mobile' },
  phone: { ...phone('The other phone', '(206) 555-0101'), header: 'Phone', label: 'Office phone' },
  phoneExtension: {
    ...text('The extension of the other phone', '12', 20),
    value: z.string().nullable().default(null),
    label: 'Extension',
  },
  websiteUrl: {
    ...url('The website', 'https://zoe.example.com'),
    header: 'Website URL',
    label: 'Website',
    isInListsOnly: true,
  },
  facebookUrl: {
    ...url('The Facebook page', 'https://www.facebook.com/zoe.example'),
    header: 'Facebook URL',
    label: 'Facebook',
  },
  linkedinUrl: {
    ...url('The LinkedIn page', 'https://www.linkedin.com/in/zoe-example'),
    header: 'LinkedIn URL',
    label: 'LinkedIn',
  },
  officeAddress: { ...text('The office', '12 Main St, Kent, WA 98030', 300), label: 'Office address' },
  agentCity: {
    ...text("The agent's city; by default the property's", 'Kent'),
    key: 'city',
    value: z.string(),
    header: 'City',
  },
  agentState: {
    ...state("The agent's state; by default the property's"),
    key: 'state',
    value: z.string(),
    header: 'State',
  },
} as const satisfies Record<string, Facts>;

/** The sale's fields; in JSON under `property`. */
const propertyFields = {
  address1: {
    ...text('The street address', '2961 Cedar St'),
    ...required(z.string(), 'the street address'),
    header: 'Property Address',
    label: 'Address',
  },
  address2: { ...text('The unit', '#2'), label: 'Address line 2' },
  city: {
    ...text('The city; by default that of the ZIP code', 'Kent'),
    value: z.string(),
    header: 'Property City',
    label: 'City',
  },
  state: {
    ...state('The state; by default that of the ZIP code'),
    value: stateCode,
    header: 'Property State',
    label: 'State',
  },
  zip: {
    ...text('The ZIP code', '98030'),
    ...required(zipCode, 'a ZIP code of five digits'),
    kind: 'zip',
    header: 'Property ZIP',
    label: 'ZIP code',
  },
  price: {
    ...number(
      `The sale price in USD; a sum below ${leastSalePrice} is no sale price`,
      640_000,
      10_000_000_000,
    ),
    kind: 'price',
    isWhole: true,
    header: 'Sale Price',
    label: 'Price',
  },
  soldDate: {
    ...day('The day of the sale; tomorrow (UTC) at the latest', '2026-03-09'),
    ...required(calendarDay, 'the day of the sale'),
    header: 'Sale Date',
    label: 'Sold date',
  },
  beds: { ...number('Bedrooms', 3, 10_000), header: 'Bedrooms', label: 'Beds' },
  baths: { ...number('Bathrooms', 2.25, 10_000), header: 'Bathrooms', label: 'Baths' },
  sqft: {
    ...number('Living area in square feet', 1_800, 100_000_000),
    isWhole: true,
    header: 'Square Feet',
    label: 'Square feet',
  },
  type: {
    ...text(typeNames, 'home', 100),
    kind: 'type',
    value: z.enum(propertyTypes).nullable(),
    header: 'Property Type',
    label: 'Type',
  },
  mlsId: { ...text('The number in the MLS', '7129300520', 100), header: 'MLS ID', isInListsOnly: true },
  listedDate: {
    ...day('The day it was listed; tomorrow (UTC) at the latest', '2026-02-02'),
    label: 'Listed date',
  },
  lotSize: {
    ...number('The lot in acres', 0.13, 1_000_000),
    column: 'lot_size_acres',
    header: 'Lot Size (acres)',
    label: 'Lot size',
    unit: 'acres',
    isInListsOnly: true,
  },
} as const satisfies Record<string, Facts>;

type Table = typeof agentFields & typeof propertyFields;
export type LeadField = keyof Table;

/** A field with its place in JSON (`key`, in `property` or not) and its columns. */
export type Field = Pick<Facts, 'kind' | 'max' | 'description' | 'example' | 'value'> & {
  name: LeadField;
  group: 'agent' | 'property';
  key: string;
  required: string | undefined;
  isWhole: boolean | undefined;
  header: string | undefined;
  label: string;
  isInListsOnly: boolean | undefined;
  unit: string | undefined;
  /** The column in delivered CSV. */
  column: string;
  stored: { table: 'agents' | 'closings'; column: string };
};

const snakeCase = (name: string) => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);

// All keys in one order: V8 reads rows faster through objects of one shape.
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
      label = header ?? name,
      isInListsOnly,
      unit,
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
      label,
      isInListsOnly,
      unit,
      column: facts.column ?? snakeCase(name),
      stored: { table, column: facts.column ?? snakeCase(key) },
    };
  });

/**
 * Every field of a lead that a source may send, in the order of the documents. Documents, reading, storing, the API,
 * CSV files and the details on screens derive from it. A new field is a line here and a migration.
 */
export const leadFields: readonly Field[] = [
  ...fieldsOf('agent', agentFields),
  ...fieldsOf('property', propertyFields),
];

/** The agent's web pages come after the agent's other columns. */
const rankOf = ({ group, kind }: Field) => (group === 'property' ? 2 : Number(kind === 'url'));

/** The columns of the dashboard's file. */
export const dashboardFileFields: readonly Field[] = leadFields
  .filter(({ header, isInListsOnly }) => header && !isInListsOnly)
  .toSorted((one, other) => rankOf(one) - rankOf(other));

export const leadField = Object.fromEntries(leadFields.map(field => [field.name, field])) as Record<
  LeadField,
  Field
>;

/** Returns the path of the field in JSON, such as `property.soldDate`. */
export const jsonName = ({ group, key }: Field): string => (group === 'agent' ? key : `property.${key}`);

type KeyOf<Name, F> = F extends { key: infer Key extends string } ? Key : Name;
type Shape<Fields extends Record<string, Facts>> = {
  [Name in keyof Fields as KeyOf<Name, Fields[Name]> & string]: Fields[Name]['value'];
};

const shapeOf = <Fields extends Record<string, Facts>>(fields: Fields) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { key = name, value }]) => [key, value]),
  ) as Shape<Fields>;

export const agentShape = shapeOf(agentFields);
export const propertyShape = shapeOf(propertyFields);
