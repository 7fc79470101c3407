import type { Closing } from '@closingwire/contracts/lead';
import type { LeadHeader } from '@closingwire/contracts/lead-fields';
import { type CsvColumn, csvPhone } from '../../../lib/csv.ts';

// `leadFields` would load its schemas on the page. Its headers are checked here by type: a new field needs a line below. The
// columns and their order are the product's promise.
const cellOf: Record<LeadHeader, CsvColumn<Closing>['value']> = {
  'Agent Name': closing => closing.fullName,
  'Agent Role': closing => closing.agentRole,
  'License Number': closing => closing.licenseNumber,
  Brokerage: closing => closing.brokerageName,
  Email: closing => closing.email,
  Mobile: closing => csvPhone(closing.mobile),
  Phone: closing => csvPhone(closing.phone),
  'Website URL': closing => closing.websiteUrl,
  'Facebook URL': closing => closing.facebookUrl,
  'LinkedIn URL': closing => closing.linkedinUrl,
  City: closing => closing.city,
  State: closing => closing.state,
  'Property Address': ({ property }) => property.address1,
  'Property City': ({ property }) => property.city,
  'Property State': ({ property }) => property.state,
  'Property ZIP': ({ property }) => property.zip,
  'Sale Price': ({ property }) => property.price,
  'Sale Date': ({ property }) => property.soldDate,
  Bedrooms: ({ property }) => property.beds,
  Bathrooms: ({ property }) => property.baths,
  'Square Feet': ({ property }) => property.sqft,
  'Property Type': ({ property }) => property.type,
  'MLS ID': ({ property }) => property.mlsId,
  'Lot Size (acres)': ({ property }) => property.lotSize,
};

const columnsOf = (headers: readonly LeadHeader[]): CsvColumn<Closing>[] =>
  headers.map(header => ({ header, value: cellOf[header] }));

const ofProperty: LeadHeader[] = [
  'Property Address',
  'Property City',
  'Property State',
  'Property ZIP',
  'Sale Price',
  'Sale Date',
  'Bedrooms',
  'Bathrooms',
  'Square Feet',
  'Property Type',
];

const afterName: LeadHeader[] = [
  'License Number',
  'Brokerage',
  'Email',
  'Mobile',
  'Phone',
  'Website URL',
  'Facebook URL',
  'LinkedIn URL',
  'City',
  'State',
  ...ofProperty,
  'MLS ID',
  'Lot Size (acres)',
];

/** The 19 columns of the dashboard's export. */
export const closingColumns = columnsOf([
  'Agent Name',
  'Brokerage',
  'Email',
  'Mobile',
  'Phone',
  'City',
  'State',
  'Facebook URL',
  'LinkedIn URL',
  ...ofProperty,
]);

/** The 23 columns of a lead list's export. */
export const leadListColumns = columnsOf(['Agent Name', ...afterName]);

/** The 24 columns of the agents page. */
export const zipAgentColumns = columnsOf(['Agent Name', 'Agent Role', ...afterName]);
