import type { EnumerationName } from './enumerations.ts';

export type FieldType = 'string' | 'integer' | 'decimal' | 'date' | 'timestamp' | 'boolean';
export type Field = { type: FieldType; enumeration?: EnumerationName };

const string: Field = { type: 'string' };
const integer: Field = { type: 'integer' };
const decimal: Field = { type: 'decimal' };
const date: Field = { type: 'date' };
const timestamp: Field = { type: 'timestamp' };
const boolean: Field = { type: 'boolean' };
const lookup = (enumeration: EnumerationName): Field => ({ type: 'string', enumeration });

/** Names and types are those of the Data Dictionary 2.0; `MlgCanView` is MLS Grid's own. */
const propertyFields = {
  ListingKey: string,
  ListingId: string,
  OriginatingSystemName: string,
  StandardStatus: lookup('StandardStatus'),
  MlsStatus: string,
  PropertyType: lookup('PropertyType'),
  PropertySubType: lookup('PropertySubType'),
  ListPrice: decimal,
  ClosePrice: decimal,
  CloseDate: date,
  ListingContractDate: date,
  OriginalEntryTimestamp: timestamp,
  ModificationTimestamp: timestamp,
  UnparsedAddress: string,
  StreetNumber: string,
  StreetDirPrefix: string,
  StreetName: string,
  StreetSuffix: string,
  UnitNumber: string,
  City: string,
  StateOrProvince: string,
  PostalCode: string,
  BedroomsTotal: integer,
  BathroomsTotalInteger: integer,
  BathroomsFull: integer,
  BathroomsHalf: integer,
  LivingArea: decimal,
  LotSizeAcres: decimal,
  LotSizeSquareFeet: decimal,
  ListAgentKey: string,
  ListAgentMlsId: string,
  ListAgentFullName: string,
  ListOfficeKey: string,
  ListOfficeMlsId: string,
  ListOfficeName: string,
  CoListAgentKey: string,
  CoListAgentMlsId: string,
  CoListAgentFullName: string,
  CoListOfficeKey: string,
  BuyerAgentKey: string,
  BuyerAgentMlsId: string,
  BuyerAgentFullName: string,
  BuyerOfficeKey: string,
  CoBuyerAgentKey: string,
  CoBuyerAgentMlsId: string,
  CoBuyerAgentFullName: string,
  CoBuyerOfficeKey: string,
  MlgCanView: boolean,
} as const satisfies Record<string, Field>;

const memberFields = {
  MemberKey: string,
  MemberMlsId: string,
  OriginatingSystemName: string,
  MemberStatus: lookup('MemberStatus'),
  MemberFullName: string,
  MemberFirstName: string,
  MemberLastName: string,
  MemberEmail: string,
  MemberMobilePhone: string,
  MemberDirectPhone: string,
  MemberStateLicense: string,
  MemberStateLicenseState: string,
  OfficeKey: string,
  OfficeMlsId: string,
  OfficeName: string,
  ModificationTimestamp: timestamp,
  MlgCanView: boolean,
} as const satisfies Record<string, Field>;

const officeFields = {
  OfficeKey: string,
  OfficeMlsId: string,
  OriginatingSystemName: string,
  OfficeStatus: lookup('OfficeStatus'),
  OfficeName: string,
  OfficePhone: string,
  OfficeAddress1: string,
  OfficeCity: string,
  OfficeStateOrProvince: string,
  OfficePostalCode: string,
  ModificationTimestamp: timestamp,
  MlgCanView: boolean,
} as const satisfies Record<string, Field>;

export type Value = string | number | boolean | null;
/** Every row has every field of its resource. Enumerations hold the member's name. Timestamps end in milliseconds and Z. */
export type Row = Record<string, Value>;
export type PropertyRow = { [name in keyof typeof propertyFields]: Value };
export type MemberRow = { [name in keyof typeof memberFields]: Value };
export type OfficeRow = { [name in keyof typeof officeFields]: Value };

export const resourceNames = ['Property', 'Member', 'Office'] as const;
export type ResourceName = (typeof resourceNames)[number];

export type Resource = {
  name: ResourceName;
  key: string;
  fields: Readonly<Record<string, Field>>;
  /** Related rows for $expand: name → the field with their key, and their resource. */
  navigation: Readonly<Record<string, { by: string; to: ResourceName }>>;
};

const toMember = (by: string) => ({ by, to: 'Member' as const });
const toOffice = (by: string) => ({ by, to: 'Office' as const });

export const resources: Readonly<Record<ResourceName, Resource>> = {
  Property: {
    name: 'Property',
    key: 'ListingKey',
    fields: propertyFields,
    navigation: {
      ListAgent: toMember('ListAgentKey'),
      CoListAgent: toMember('CoListAgentKey'),
      BuyerAgent: toMember('BuyerAgentKey'),
      CoBuyerAgent: toMember('CoBuyerAgentKey'),
      ListOffice: toOffice('ListOfficeKey'),
      BuyerOffice: toOffice('BuyerOfficeKey'),
    },
  },
  Member: {
    name: 'Member',
    key: 'MemberKey',
    fields: memberFields,
    navigation: { Office: toOffice('OfficeKey') },
  },
  Office: { name: 'Office', key: 'OfficeKey', fields: officeFields, navigation: {} },
};

export const isResourceName = (name: string): name is ResourceName => Object.hasOwn(resources, name);
