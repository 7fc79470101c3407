import { crmLabels } from './file-names.ts';

/* Without schemas, because the front end loads these names. */

/** The columns of the full file, with their headers in its order. */
export const fullColumns = {
  agentId: 'Agent ID',
  closingId: 'Closing ID',
  firstName: 'First Name',
  lastName: 'Last Name',
  agentRole: 'Agent Role',
  licenseNumber: 'License Number',
  brokerageName: 'Brokerage',
  teamName: 'Team',
  email: 'Email',
  mobile: 'Mobile',
  phone: 'Phone',
  phoneExtension: 'Phone Extension',
  websiteUrl: 'Website URL',
  facebookUrl: 'Facebook URL',
  linkedinUrl: 'LinkedIn URL',
  officeAddress: 'Office Address',
  agentCity: 'Agent City',
  agentState: 'Agent State',
  address1: 'Property Address',
  address2: 'Property Unit',
  city: 'Property City',
  state: 'Property State',
  zip: 'Property ZIP',
  price: 'Sale Price',
  soldDate: 'Sale Date',
  listedDate: 'Listed Date',
  beds: 'Bedrooms',
  baths: 'Bathrooms',
  sqft: 'Square Feet',
  lotSize: 'Lot Size (acres)',
  type: 'Property Type',
  mlsId: 'MLS ID',
} as const;

export type FullColumn = keyof typeof fullColumns;

/** Values that no column of the full file has. */
export type DerivedValue =
  | 'fullName'
  | 'anyPhone'
  | 'otherPhone'
  | 'officeStreet'
  | 'officeCity'
  | 'officeState'
  | 'officeZip'
  | 'deals'
  | 'ourName';

export type Preset = {
  label: string;
  /** One row for each agent, with the newest closing, or one for each closing. */
  rows: 'agent' | 'closing';
  /** Leaves out agents without it. */
  needs?: 'email' | 'officeAddress';
  columns: Readonly<Record<string, FullColumn | DerivedValue>>;
};

const namesApart = { 'First Name': 'firstName', 'Last Name': 'lastName' } as const;

/**
 * Files for other programs, with the column names that their imports know. HubSpot: knowledge.hubspot.com, 'Set up your
 * import files'. Mailchimp: mailchimp.com/help/format-guidelines-for-your-import-file.
 */
export const crmPresets = {
  'follow-up-boss': {
    label: crmLabels['follow-up-boss'],
    rows: 'agent',
    columns: {
      ...namesApart,
      Email: 'email',
      Phone: 'anyPhone',
      'Phone 2': 'otherPhone',
      Company: 'brokerageName',
      Address: 'officeStreet',
      City: 'officeCity',
      State: 'officeState',
      Zip: 'officeZip',
      'Lead Source': 'ourName',
      Notes: 'deals',
    },
  },
  hubspot: {
    label: crmLabels.hubspot,
    rows: 'agent',
    columns: {
      ...namesApart,
      Email: 'email',
      'Mobile Phone Number': 'mobile',
      'Phone Number': 'phone',
      'Company Name': 'brokerageName',
      'Website URL': 'websiteUrl',
      'Street Address': 'officeStreet',
      City: 'officeCity',
      'State/Region': 'officeState',
      'Postal Code': 'officeZip',
      // No property of HubSpot: its import asks where to put it.
      'Closing Notes': 'deals',
    },
  },
  mailchimp: {
    label: crmLabels.mailchimp,
    rows: 'agent',
    needs: 'email',
    columns: {
      'Email Address': 'email',
      ...namesApart,
      'Phone Number': 'anyPhone',
      Company: 'brokerageName',
      'Zip Code': 'officeZip',
      Tags: 'ourName',
    },
  },
  labels: {
    label: crmLabels.labels,
    rows: 'agent',
    needs: 'officeAddress',
    columns: {
      Name: 'fullName',
      Company: 'brokerageName',
      Street: 'officeStreet',
      City: 'officeCity',
      State: 'officeState',
      ZIP: 'officeZip',
    },
  },
} as const satisfies Record<string, Preset>;

export type CrmPreset = keyof typeof crmPresets;
export type FilePreset = CrmPreset | 'full';
export const filePresets = ['full', 'follow-up-boss', 'hubspot', 'mailchimp', 'labels'] as const;

const phoneColumns = new Set<FullColumn | DerivedValue>(['mobile', 'phone', 'anyPhone', 'otherPhone']);

/** Whether a file with these columns has phones, and so always ends with `callWarningColumn`. */
export const havePhones = (names: readonly (FullColumn | DerivedValue)[]): boolean =>
  names.some(name => phoneColumns.has(name));

export const fullColumnNames = Object.keys(fullColumns) as FullColumn[];
