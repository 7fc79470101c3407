import { type LeadField, leadFields } from '@closingwire/contracts/lead-fields';
import { acres, commonHeaders, type FieldSource, from } from './common-columns.ts';
import { headerKey } from './header-key.ts';

/** A known file: how to recognize it by its headers, and what its columns mean. */
export type ReadyMapping = {
  name: string;
  /** A file with all these headers is such a file. */
  signature: readonly string[];
  sources: readonly FieldSource[];
  /** The same in every row. */
  constants?: Partial<Record<LeadField, string>>;
  /** Why such files do not have a required field, or where it can be had. */
  lacks?: Partial<Record<LeadField, string>>;
  /** Rows with another value in this column are no sales. */
  sold?: { column: string; values: readonly string[] };
};

const publicRecord = 'public records name no agents';

const redfin: ReadyMapping = {
  name: 'Redfin download',
  signature: ['SALE TYPE', 'SOLD DATE', 'PRICE'],
  sources: [
    from('soldDate', 'SOLD DATE'),
    from('type', 'PROPERTY TYPE'),
    from('address1', 'ADDRESS'),
    from('city', 'CITY'),
    from('state', 'STATE OR PROVINCE', 'STATE'),
    from('zip', 'ZIP OR POSTAL CODE', 'ZIP'),
    from('price', 'PRICE'),
    from('beds', 'BEDS'),
    from('baths', 'BATHS'),
    from('sqft', 'SQUARE FEET'),
    acres('LOT SIZE'),
    from('mlsId', 'MLS#'),
  ],
  lacks: { fullName: 'a download of Redfin names no agents' },
};

const kingCounty: ReadyMapping = {
  name: 'King County sales',
  signature: ['id', 'date', 'price', 'sqft_living', 'sqft_lot', 'zipcode'],
  sources: [
    // The file has parcel numbers and no addresses.
    {
      field: 'address1',
      from: ['id'],
      prefix: 'Parcel ',
      note: 'Parcel number, used in place of the address',
    },
    from('soldDate', 'date'),
    from('price', 'price'),
    from('zip', 'zipcode'),
    from('beds', 'bedrooms'),
    from('baths', 'bathrooms'),
    from('sqft', 'sqft_living'),
    acres('sqft_lot'),
  ],
  constants: { state: 'WA' },
  lacks: { fullName: publicRecord },
};

const newYork: ReadyMapping = {
  name: 'New York rolling sales',
  signature: ['BOROUGH', 'NEIGHBORHOOD', 'BUILDING CLASS CATEGORY', 'SALE PRICE', 'SALE DATE'],
  sources: [
    from('address1', 'ADDRESS'),
    from('address2', 'APARTMENT NUMBER'),
    from('zip', 'ZIP CODE'),
    from('price', 'SALE PRICE'),
    from('soldDate', 'SALE DATE'),
    from('sqft', 'GROSS SQUARE FEET'),
    acres('LAND SQUARE FEET'),
    from('type', 'BUILDING CLASS CATEGORY'),
  ],
  constants: { state: 'NY' },
  lacks: { fullName: publicRecord },
};

/** The Assessor's sales, current and archived, also joined with its addresses and characteristics of buildings. */
const cookCounty: ReadyMapping = {
  name: 'Cook County sales',
  signature: ['pin', 'sale_date', 'sale_price'],
  sources: [
    from('address1', 'prop_address_full', 'property_address', 'address'),
    {
      field: 'address1',
      from: ['pin'],
      prefix: 'Parcel ',
      note: 'Parcel number, used where a row has no address',
    },
    from('city', 'prop_address_city_name', 'property_city', 'city'),
    // Other counties have parcel numbers too, so the ZIP code decides without this column.
    from('state', 'prop_address_state', 'property_state', 'state'),
    from('zip', 'prop_address_zipcode_1', 'property_zip', 'zip_code', 'zip'),
    from('price', 'sale_price'),
    from('soldDate', 'sale_date'),
    from('beds', 'char_beds', 'num_bedrooms', 'Bedrooms'),
    { field: 'baths', from: ['char_fbath', 'char_hbath'], how: { sum: [1, 0.5] } },
    { field: 'baths', from: ['Full Baths', 'Half Baths'], how: { sum: [1, 0.5] } },
    from('sqft', 'char_bldg_sf', 'building_sqft', 'Building Square Feet'),
    acres('char_land_sf', 'land_sqft'),
    acres('Land Square Feet'),
  ],
  lacks: {
    fullName: publicRecord,
    zip: "parcel sales have no ZIP codes, so join them by pin with the Assessor's parcel addresses",
  },
};

const reso: ReadyMapping = {
  name: 'RESO Data Dictionary',
  signature: ['ListingId', 'CloseDate', 'PostalCode'],
  sources: [
    from('fullName', 'ListAgentFullName'),
    { field: 'fullName', from: ['ListAgentFirstName', 'ListAgentLastName'], how: 'joined' },
    from('licenseNumber', 'ListAgentStateLicense'),
    from('brokerageName', 'ListOfficeName'),
    from('teamName', 'ListTeamName'),
    from('email', 'ListAgentEmail'),
    from('mobile', 'ListAgentMobilePhone', 'ListAgentCellPhone'),
    from('phone', 'ListAgentDirectPhone', 'ListAgentOfficePhone', 'ListOfficePhone'),
    from('phoneExtension', 'ListAgentOfficePhoneExt'),
    from('websiteUrl', 'ListAgentURL'),
    from('address1', 'UnparsedAddress'),
    {
      field: 'address1',
      from: ['StreetNumber', 'StreetDirPrefix', 'StreetName', 'StreetSuffix', 'StreetDirSuffix'],
      how: 'joined',
    },
    from('address2', 'UnitNumber'),
    from('city', 'City', 'PostalCity'),
    from('state', 'StateOrProvince'),
    from('zip', 'PostalCode'),
    from('price', 'ClosePrice'),
    from('soldDate', 'CloseDate'),
    from('listedDate', 'ListingContractDate', 'OnMarketDate'),
    from('beds', 'BedroomsTotal'),
    { field: 'baths', from: ['BathroomsFull', 'BathroomsHalf'], how: { sum: [1, 0.5] } },
    from('baths', 'BathroomsTotalDecimal', 'BathroomsTotalInteger'),
    from('sqft', 'LivingArea', 'BuildingAreaTotal'),
    from('lotSize', 'LotSizeAcres'),
    acres('LotSizeSquareFeet'),
    from('type', 'PropertySubType', 'PropertyType'),
    from('mlsId', 'ListingId'),
  ],
  constants: { agentRole: 'Listing Agent' },
  sold: { column: 'StandardStatus', values: ['closed', 'sold'] },
};

const homeHarvest: ReadyMapping = {
  name: 'HomeHarvest',
  signature: ['property_url', 'last_sold_date', 'zip_code'],
  sources: [
    from('fullName', 'agent_name', 'agent'),
    from('email', 'agent_email'),
    from('mobile', 'agent_phones'),
    from('phone', 'office_phones', 'broker_phones', 'broker_phone'),
    from('brokerageName', 'office_name', 'broker_name', 'broker'),
    from('address1', 'full_street_line', 'street'),
    from('address2', 'unit'),
    from('city', 'city'),
    from('state', 'state'),
    from('zip', 'zip_code'),
    from('price', 'sold_price', 'last_sold_price'),
    from('soldDate', 'last_sold_date'),
    from('listedDate', 'list_date'),
    from('beds', 'beds'),
    { field: 'baths', from: ['full_baths', 'half_baths'], how: { sum: [1, 0.5] } },
    from('sqft', 'sqft'),
    acres('lot_sqft'),
    from('type', 'style'),
    from('mlsId', 'mls_id'),
  ],
  constants: { agentRole: 'Listing Agent' },
  sold: { column: 'status', values: ['sold', 'closed'] },
};

/** The file that subscribers download: its headers are titles, and its `City` is the agent's. */
const ownFile: ReadyMapping = {
  name: 'ClosingWire file',
  signature: ['Agent Name', 'Property Address', 'Property ZIP', 'Sale Date'],
  sources: leadFields.flatMap(({ name, header }) => (header ? [from(name, header)] : [])),
};

/** Known files, the most particular first. */
export const readyMappings: readonly ReadyMapping[] = [
  ownFile,
  redfin,
  newYork,
  homeHarvest,
  reso,
  kingCounty,
  cookCounty,
];

/** Finds the known file that has these headers. */
export function readyMappingFor(headers: readonly string[]): ReadyMapping | undefined {
  const keys = new Set(headers.map(headerKey));
  return readyMappings.find(({ signature }) => signature.every(header => keys.has(headerKey(header))));
}

const knownKeys = new Set(
  [
    ...readyMappings.flatMap(({ signature, sources }) => [
      ...signature,
      ...sources.flatMap(source => source.from),
    ]),
    ...commonHeaders,
  ].map(headerKey),
);

/** Whether a header is one of a known file, or a usual one. */
export const isReadyHeader = (header: string): boolean => knownKeys.has(headerKey(header));
