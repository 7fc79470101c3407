import { propertyTypes } from './reference.ts';

/** How a value of a source is written; `max` of a field is its characters or, of a number, its largest value. */
export type Kind = 'text' | 'email' | 'phone' | 'url' | 'state' | 'zip' | 'day' | 'number' | 'price';

type Facts = {
  kind: Kind;
  max: number;
  says: string;
  example: string | number;
  isRequired?: boolean;
  /** A number that is rounded to whole ones. */
  isWhole?: boolean;
  /** Its name in JSON, where that is not its own. */
  key?: string;
  /** Its CSV column, where that is not its name in snake case. */
  column?: string;
};

const text = (says: string, example: string, max = 200): Facts => ({ kind: 'text', max, says, example });
const number = (says: string, example: number, max: number): Facts => ({
  kind: 'number',
  max,
  says,
  example,
});
const url = (says: string, example: string): Facts => ({ kind: 'url', max: 500, says, example });
const phone = (says: string, example: string): Facts => ({ kind: 'phone', max: 40, says, example });
const day = (says: string, example: string): Facts => ({ kind: 'day', max: 200, says, example });
const state = (says: string): Facts => ({ kind: 'state', max: 200, says, example: 'WA' });
const required = (facts: Facts): Facts => ({ ...facts, isRequired: true });

const agentFields = {
  fullName: required(text("The agent's name", 'Zoë Example')),
  agentRole: text('The part in the sale; `Agent` unless told', 'Listing Agent', 100),
  licenseNumber: text('The license number', 'WA-20117', 100),
  brokerageName: text('The brokerage', 'Example Realty'),
  teamName: text('The team', 'The Example Team'),
  email: { kind: 'email', max: 254, says: 'The email address', example: 'zoe@example.com' },
  mobile: phone('The mobile phone', '(206) 555-0142'),
  phone: phone('The other phone', '(206) 555-0101'),
  websiteUrl: url('The website', 'https://zoe.example.com'),
  facebookUrl: url('The Facebook page', 'https://www.facebook.com/zoe.example'),
  linkedinUrl: url('The LinkedIn page', 'https://www.linkedin.com/in/zoe-example'),
  officeAddress: text('The office', '12 Main St, Kent, WA 98030', 300),
  agentCity: { ...text("The agent's city; the property's unless told", 'Kent'), key: 'city' },
  agentState: { ...state("The agent's state; the property's unless told"), key: 'state' },
} satisfies Record<string, Facts>;

const saleFields = {
  address1: required(text('The street address', '2961 Cedar St')),
  address2: text('The unit', '#2'),
  city: required(text('The city', 'Kent')),
  state: required(state('The state')),
  zip: required({ kind: 'zip', max: 200, says: 'The ZIP code', example: '98030' }),
  price: {
    kind: 'price',
    max: 10_000_000_000,
    says: 'The sale price in USD',
    example: 640_000,
    isWhole: true,
  },
  soldDate: required(day('The day of the sale; tomorrow (UTC) at the latest', '2026-03-09')),
  beds: number('Bedrooms', 3, 10_000),
  baths: number('Bathrooms', 2.25, 10_000),
  sqft: { ...number('Living area in square feet', 1_800, 100_000_000), isWhole: true },
  type: text(
    `${propertyTypes.join(', ')}, or a usual word for one of them, such as "Single Family"; others become null`,
    'home',
    100,
  ),
  mlsId: text('The number in the MLS', '7129300520', 100),
  listedDate: day('The day it was listed; tomorrow (UTC) at the latest', '2026-02-02'),
  lotSize: { ...number('The lot in acres', 0.13, 1_000_000), column: 'lot_size_acres' },
} satisfies Record<string, Facts>;

export type LeadField = keyof typeof agentFields | keyof typeof saleFields;

/** A field of a delivered lead: where it stands in JSON, and the name of its CSV column. */
export type SourceField = Facts & { name: LeadField; path: readonly string[]; column: string };

const snakeCase = (name: string) => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);

const placed = (fields: Record<string, Facts>, above: readonly string[]): SourceField[] =>
  Object.entries(fields).map(([name, { key = name, column = snakeCase(name), ...facts }]) => ({
    ...facts,
    name: name as LeadField,
    path: [...above, key],
    column,
  }));

/** Everything that a source may say about a closing, in the order of the documents. */
export const sourceFields: readonly SourceField[] = [
  ...placed(agentFields, []),
  ...placed(saleFields, ['property']),
];

/** The same by name. */
export const sourceField = Object.fromEntries(sourceFields.map(field => [field.name, field])) as Record<
  LeadField,
  SourceField
>;
