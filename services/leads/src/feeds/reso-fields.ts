/**
 * The fields of the RESO Data Dictionary 2.0 that a feed uses
 * (https://github.com/RESOStandards/transport, references/dd/json/dd-2.0.json). `MlgCanView` is MLS Grid's own.
 */
export const sides = [
  { role: 'Listing Agent', agent: 'ListAgent', office: 'ListOffice', team: 'ListTeam' },
  { role: 'Co-Listing Agent', agent: 'CoListAgent', office: 'CoListOffice', team: undefined },
  { role: 'Buyer Agent', agent: 'BuyerAgent', office: 'BuyerOffice', team: 'BuyerTeam' },
  { role: 'Co-Buyer Agent', agent: 'CoBuyerAgent', office: 'CoBuyerOffice', team: undefined },
] as const;
export type Side = (typeof sides)[number];

const agentSuffixes = [
  'Key',
  'FullName',
  'FirstName',
  'LastName',
  'StateLicense',
  'Email',
  'MobilePhone',
  'DirectPhone',
  'OfficePhone',
  'OfficePhoneExt',
  'URL',
];
const officeSuffixes = ['Key', 'Name', 'Phone', 'PhoneExt', 'URL'];

const sideFields = sides.flatMap(({ agent, office, team }) => [
  ...agentSuffixes.map(suffix => `${agent}${suffix}`),
  ...officeSuffixes.map(suffix => `${office}${suffix}`),
  ...(team ? [`${team}Name`] : []),
]);

/** Fields without which a feed cannot work. */
export const neededFields = {
  Property: ['ListingKey', 'StandardStatus', 'ModificationTimestamp', 'CloseDate', 'PostalCode'],
  Member: ['MemberKey'],
  Office: ['OfficeKey'],
} as const;

/** All fields of each resource that a feed reads, where the server has them. */
export const usedFields = {
  Property: [
    ...neededFields.Property,
    'ListingId',
    'PropertyType',
    'PropertySubType',
    'ClosePrice',
    'ListingContractDate',
    'OnMarketDate',
    'UnparsedAddress',
    'StreetNumber',
    'StreetDirPrefix',
    'StreetName',
    'StreetSuffix',
    'StreetDirSuffix',
    'UnitNumber',
    'City',
    'PostalCity',
    'StateOrProvince',
    'BedroomsTotal',
    'BathroomsTotalDecimal',
    'BathroomsTotalInteger',
    'BathroomsFull',
    'BathroomsThreeQuarter',
    'BathroomsHalf',
    'BathroomsOneQuarter',
    'LivingArea',
    'LivingAreaUnits',
    'BuildingAreaTotal',
    'LotSizeAcres',
    'LotSizeSquareFeet',
    'MlgCanView',
    ...sideFields,
  ],
  Member: [
    ...neededFields.Member,
    'MemberFullName',
    'MemberFirstName',
    'MemberLastName',
    'MemberEmail',
    'MemberMobilePhone',
    'MemberDirectPhone',
    'MemberOfficePhone',
    'MemberOfficePhoneExt',
    'MemberPreferredPhone',
    'MemberPreferredPhoneExt',
    'MemberStateLicense',
    'MemberStateLicenseState',
    'MemberCity',
    'MemberStateOrProvince',
    'MemberURL',
    'OfficeKey',
    'OfficeName',
    'ModificationTimestamp',
    'MlgCanView',
  ],
  Office: [
    ...neededFields.Office,
    'OfficeName',
    'OfficePhone',
    'OfficePhoneExt',
    'OfficeAddress1',
    'OfficeAddress2',
    'OfficeCity',
    'OfficeStateOrProvince',
    'OfficePostalCode',
    'OfficeURL',
    'ModificationTimestamp',
    'MlgCanView',
  ],
} as const satisfies Record<string, readonly string[]>;

export type ResourceName = keyof typeof usedFields;
export const resourceNames = Object.keys(usedFields) as ResourceName[];
export const keyFields = { Property: 'ListingKey', Member: 'MemberKey', Office: 'OfficeKey' } as const;

/** A row as the server wrote it: any field may be missing or of another type. */
export type ResoRow = Readonly<Record<string, unknown>>;
