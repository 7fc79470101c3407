import type { Agent } from '@closingwire/contracts/lead';
import type { CsvColumn } from '../../../lib/csv.ts';

/** The columns of the dashboard's export, in their order. */
export const closingColumns: readonly CsvColumn<Agent>[] = [
  { header: 'Agent Name', value: agent => agent.fullName },
  { header: 'Brokerage', value: agent => agent.brokerageName },
  { header: 'Email', value: agent => agent.email },
  { header: 'Mobile', value: agent => agent.mobile },
  { header: 'Phone', value: agent => agent.phone },
  { header: 'City', value: agent => agent.city },
  { header: 'State', value: agent => agent.state },
  { header: 'Facebook URL', value: agent => agent.facebookUrl },
  { header: 'LinkedIn URL', value: agent => agent.linkedinUrl },
  { header: 'Property Address', value: ({ property }) => property.address1 },
  { header: 'Property City', value: ({ property }) => property.city },
  { header: 'Property State', value: ({ property }) => property.state },
  { header: 'Property ZIP', value: ({ property }) => property.zip },
  { header: 'Sale Price', value: ({ property }) => property.price },
  { header: 'Sale Date', value: ({ property }) => property.soldDate },
  { header: 'Bedrooms', value: ({ property }) => property.beds },
  { header: 'Bathrooms', value: ({ property }) => property.baths },
  { header: 'Square Feet', value: ({ property }) => property.sqft },
  { header: 'Property Type', value: ({ property }) => property.type },
];
