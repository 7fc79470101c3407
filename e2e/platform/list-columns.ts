import type { Closing } from '@closingwire/contracts/lead';

/** The 23 columns of an exported list. */
export const listColumns = [
  'Agent Name',
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
  'MLS ID',
  'Lot Size (acres)',
];

/** Returns a closing's cells in an exported list. */
export const cellsOf = ({ property, ...agent }: Closing) =>
  [
    ...[agent.fullName, agent.licenseNumber, agent.brokerageName, agent.email, agent.mobile, agent.phone],
    ...[agent.websiteUrl, agent.facebookUrl, agent.linkedinUrl, agent.city, agent.state],
    ...[property.address1, property.city, property.state, property.zip, property.price, property.soldDate],
    ...[property.beds, property.baths, property.sqft, property.type, property.mlsId, property.lotSize],
  ].map(cell => cell?.toString() ?? '');
