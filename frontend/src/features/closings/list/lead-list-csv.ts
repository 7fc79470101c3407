import type { Agent } from '@closingwire/contracts/lead';
import type { CsvColumn } from '../../../lib/csv.ts';

/** The 23 columns of a lead list's export. */
export const leadListColumns: readonly CsvColumn<Agent>[] = [
  { header: 'Agent Name', value: agent => agent.fullName },
  { header: 'License Number', value: agent => agent.licenseNumber },
  { header: 'Brokerage', value: agent => agent.brokerageName },
  { header: 'Email', value: agent => agent.email },
  { header: 'Mobile', value: agent => agent.mobile },
  { header: 'Phone', value: agent => agent.phone },
  { header: 'Website URL', value: agent => agent.websiteUrl },
  { header: 'Facebook URL', value: agent => agent.facebookUrl },
  { header: 'LinkedIn URL', value: agent => agent.linkedinUrl },
  { header: 'City', value: agent => agent.city },
  { header: 'State', value: agent => agent.state },
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
  { header: 'MLS ID', value: ({ property }) => property.mlsId },
  { header: 'Lot Size (acres)', value: ({ property }) => property.lotSize },
];

/** The 24 columns of the agents page: the agent's role stands second. */
export const zipAgentColumns: readonly CsvColumn<Agent>[] = [
  ...leadListColumns.slice(0, 1),
  { header: 'Agent Role', value: agent => agent.agentRole },
  ...leadListColumns.slice(1),
];
