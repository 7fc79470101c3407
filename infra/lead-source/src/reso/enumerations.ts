/**
 * Lookups of the RESO Data Dictionary 2.0 that the sample data uses: the name of each member → its display name
 * (https://github.com/RESOStandards/transport, references/dd/json/dd-2.0.json).
 */
export const enumerations = {
  StandardStatus: {
    Active: 'Active',
    ActiveUnderContract: 'Active Under Contract',
    Canceled: 'Canceled',
    Closed: 'Closed',
    ComingSoon: 'Coming Soon',
    Delete: 'Delete',
    Expired: 'Expired',
    Hold: 'Hold',
    Incomplete: 'Incomplete',
    Pending: 'Pending',
    Withdrawn: 'Withdrawn',
  },
  PropertyType: {
    BusinessOpportunity: 'Business Opportunity',
    CommercialLease: 'Commercial Lease',
    CommercialSale: 'Commercial Sale',
    Farm: 'Farm',
    Land: 'Land',
    ManufacturedInPark: 'Manufactured In Park',
    Residential: 'Residential',
    ResidentialIncome: 'Residential Income',
    ResidentialLease: 'Residential Lease',
  },
  PropertySubType: {
    Apartment: 'Apartment',
    Condominium: 'Condominium',
    CoOwnership: 'Co-Ownership',
    Duplex: 'Duplex',
    Industrial: 'Industrial',
    ManufacturedHome: 'Manufactured Home',
    MixedUse: 'Mixed Use',
    MultiFamily: 'Multi Family',
    Office: 'Office',
    Quadruplex: 'Quadruplex',
    Retail: 'Retail',
    SingleFamilyResidence: 'Single Family Residence',
    StockCooperative: 'Stock Cooperative',
    Townhouse: 'Townhouse',
    Triplex: 'Triplex',
    UnimprovedLand: 'Unimproved Land',
    Warehouse: 'Warehouse',
  },
  MemberStatus: { Active: 'Active', Inactive: 'Inactive' },
  OfficeStatus: { Active: 'Active', Inactive: 'Inactive' },
} as const satisfies Record<string, Record<string, string>>;

export type EnumerationName = keyof typeof enumerations;

export const ENUMERATION_NAMESPACE = 'org.reso.metadata.enums';

/** Returns the display names by member name. */
export const membersOf = (name: EnumerationName): Readonly<Record<string, string>> => enumerations[name];

/** Returns the member with this display name, or undefined. */
export const memberLabeled = (name: EnumerationName, label: string): string | undefined =>
  Object.entries(membersOf(name)).find(([, display]) => display === label)?.[0];
