import type { Property } from '@closingwire/contracts/lead';
import { addDays } from '@closingwire/contracts/state-days';
import type { Faker } from '@faker-js/faker';
import type { SourceAgent } from '../agents.ts';
import { type Closing, closingsOn } from '../closings.ts';
import { marketOf, seededFaker, type Zip } from '../market.ts';
import type { Directory, ListingAgent } from './directory.ts';
import type { PropertyRow, Value } from './fields.ts';

export type Market = { zip: Zip; directory: Directory; sources: SourceAgent[]; originatingSystem: string };

const HOUR_MS = 3_600_000;
const SQUARE_FEET_PER_ACRE = 43_560;

/**
 * Returns the listings of a ZIP whose closing is on this day, always the same: the closings of the sample source, and
 * leases, land and listings that have not closed. Each is modified within a day of 18:00 UTC.
 */
export function listingsOn(day: string, market: Market): PropertyRow[] {
  const closed = closingsOn(day, market.zip, market.sources).map(closing =>
    closedListing(closing, day, market),
  );
  const random = seededFaker('other listings', market.zip.zipCode, day);
  const modified = modifiedOn(day, random);
  const base = { ...(closed[0] as PropertyRow), ModificationTimestamp: modified };
  const others = random.helpers.arrayElements([leaseOf, landOf, activeOf], { min: 1, max: 2 });
  return [...closed, ...others.map(make => make(base, market, random))];
}

const modifiedOn = (day: string, random: Faker) =>
  new Date(
    Date.parse(`${day}T18:00:00Z`) + random.number.int({ min: 0, max: 24 * HOUR_MS - 1 }),
  ).toISOString();

function closedListing(closing: Closing, day: string, market: Market): PropertyRow {
  const { property, licenseNumber, agentRole } = closing;
  const random = seededFaker('listing', String(property.mlsId));
  const { agents } = market.directory;
  const other = () => random.helpers.arrayElement(agents);
  const maybe = (probability: number) => random.helpers.maybe(other, { probability });
  const named = agents.find(agent => agent.licenseNumber === licenseNumber) ?? other();
  const isListing = agentRole === 'Listing Agent';
  return {
    ...identity(property, market),
    ...kindOf(property, random),
    ...money(property),
    CloseDate: day,
    ListingContractDate: property.listedDate ?? addDays(day, -30),
    OriginalEntryTimestamp: `${property.listedDate ?? addDays(day, -30)}T17:00:00.000Z`,
    ModificationTimestamp: modifiedOn(day, random),
    ...addressOf(property, random),
    ...sizeOf(property, random),
    ...sides({
      list: isListing ? named : other(),
      coList: maybe(0.25),
      buyer: isListing ? maybe(0.9) : named,
      coBuyer: maybe(0.12),
    }),
    MlgCanView: true,
  };
}

const identity = ({ mlsId }: Property, { originatingSystem }: Market) => ({
  ListingKey: `L${mlsId}`,
  ListingId: mlsId ?? null,
  OriginatingSystemName: originatingSystem,
  StandardStatus: 'Closed',
  MlsStatus: 'Sold',
});

const subTypes: Readonly<Record<string, { type: string; of: readonly string[] }>> = {
  home: { type: 'Residential', of: ['SingleFamilyResidence', 'SingleFamilyResidence', 'Townhouse'] },
  condo: { type: 'Residential', of: ['Condominium', 'Condominium', 'StockCooperative'] },
  multi: { type: 'ResidentialIncome', of: ['Duplex', 'Triplex', 'Quadruplex', 'MultiFamily'] },
  commercial: { type: 'CommercialSale', of: ['Office', 'Retail', 'Industrial', 'MixedUse'] },
};

function kindOf({ type }: Property, random: Faker) {
  const kind = subTypes[type ?? 'home'];
  return {
    PropertyType: kind?.type ?? 'Residential',
    PropertySubType: random.helpers.arrayElement(kind?.of ?? ['SingleFamilyResidence']),
  };
}

const money = ({ price }: Property) => ({
  ListPrice: price && Math.round((price * 1.02) / 1000) * 1000,
  ClosePrice: price ?? null,
});

const directions = /^(N|S|E|W|NE|NW|SE|SW)$/;

/** A third of the rows has only UnparsedAddress, a third only its parts, a third both. */
function addressOf({ address1, address2, city, state, zip }: Property, random: Faker) {
  const form = random.helpers.arrayElement(['unparsed', 'parts', 'both']);
  const [number = '', ...words] = address1.split(' ');
  const direction = directions.test(words[0] ?? '') ? words.shift() : undefined;
  const suffix = words.length > 1 ? words.pop() : undefined;
  const unit = address2?.replace(/^Unit /, '');
  const line = [address1, unit && random.helpers.arrayElement([`Unit ${unit}`, `#${unit}`])]
    .filter(Boolean)
    .join(' ');
  const tail = random.helpers.arrayElement(['', `, ${city}, ${state} ${zip}`]);
  const hasParts = form !== 'unparsed';
  return {
    UnparsedAddress: form === 'parts' ? null : `${line}${tail}`,
    StreetNumber: hasParts ? number : null,
    StreetDirPrefix: hasParts ? (direction ?? null) : null,
    StreetName: hasParts ? words.join(' ') : null,
    StreetSuffix: hasParts ? (suffix ?? null) : null,
    UnitNumber: hasParts ? (unit ?? null) : null,
    City: city,
    StateOrProvince: state,
    PostalCode: zip,
  };
}

/** Some rows have the sum of the bathrooms, some full and half ones; some the lot in acres, some in square feet. */
function sizeOf({ beds, baths, sqft, lotSize }: Property, random: Faker) {
  const full = baths == null ? null : Math.floor(baths);
  const half = baths == null ? null : Math.ceil(baths - Math.floor(baths));
  const form = random.helpers.arrayElement(['sum', 'parts', 'both']);
  const inAcres = random.datatype.boolean();
  return {
    BedroomsTotal: beds ?? null,
    BathroomsTotalInteger: form === 'parts' || full === null ? null : full + (half ?? 0),
    BathroomsFull: form === 'sum' ? null : full,
    BathroomsHalf: form === 'sum' ? null : half,
    LivingArea: sqft ?? null,
    LotSizeAcres: inAcres ? (lotSize ?? null) : null,
    LotSizeSquareFeet: inAcres || lotSize == null ? null : Math.round(lotSize * SQUARE_FEET_PER_ACRE),
  };
}

type Side = ListingAgent | undefined;

const sides = ({
  list,
  coList,
  buyer,
  coBuyer,
}: {
  list: Side;
  coList: Side;
  buyer: Side;
  coBuyer: Side;
}) => ({
  ListAgentKey: list?.key ?? null,
  ListAgentMlsId: list?.mlsId ?? null,
  ListAgentFullName: list?.fullName ?? null,
  ListOfficeKey: list?.officeKey ?? null,
  ListOfficeMlsId: list?.officeMlsId ?? null,
  ListOfficeName: list?.officeName ?? null,
  CoListAgentKey: coList?.key ?? null,
  CoListAgentMlsId: coList?.mlsId ?? null,
  CoListAgentFullName: coList?.fullName ?? null,
  CoListOfficeKey: coList?.officeKey ?? null,
  BuyerAgentKey: buyer?.key ?? null,
  BuyerAgentMlsId: buyer?.mlsId ?? null,
  BuyerAgentFullName: buyer?.fullName ?? null,
  BuyerOfficeKey: buyer?.officeKey ?? null,
  CoBuyerAgentKey: coBuyer?.key ?? null,
  CoBuyerAgentMlsId: coBuyer?.mlsId ?? null,
  CoBuyerAgentFullName: coBuyer?.fullName ?? null,
  CoBuyerOfficeKey: coBuyer?.officeKey ?? null,
});

/** Returns what tells another listing of the street apart; `step` is added to the house number. */
function another(base: PropertyRow, letter: string, step: number) {
  const next = (value: Value) =>
    typeof value === 'string' ? value.replace(/^\d+/, number => String(Number(number) + step)) : value;
  return {
    ListingKey: `${base.ListingKey}${letter}`,
    ListingId: `${base.ListingId}${letter}`,
    StreetNumber: next(base.StreetNumber),
    UnparsedAddress: next(base.UnparsedAddress),
  };
}

/** A lease is closed too; its ClosePrice is the rent of a month. */
function leaseOf(base: PropertyRow, { zip }: Market, random: Faker): PropertyRow {
  const rent =
    Math.round((marketOf(zip.state).medianUsd * random.number.float({ min: 0.004, max: 0.008 })) / 25) * 25;
  return {
    ...base,
    ...another(base, 'R', 2),
    MlsStatus: 'Leased',
    PropertyType: 'ResidentialLease',
    PropertySubType: 'Apartment',
    ListPrice: rent,
    ClosePrice: rent,
  };
}

function landOf(base: PropertyRow, { zip }: Market, random: Faker): PropertyRow {
  return {
    ...base,
    ...another(base, 'V', 4),
    PropertyType: 'Land',
    PropertySubType: 'UnimprovedLand',
    ClosePrice: Math.round(marketOf(zip.state).medianUsd * random.number.float({ min: 0.1, max: 0.5 })),
    BedroomsTotal: null,
    BathroomsTotalInteger: null,
    BathroomsFull: null,
    BathroomsHalf: null,
    LivingArea: null,
    LotSizeAcres: random.number.float({ min: 0.2, max: 12, fractionDigits: 2 }),
    LotSizeSquareFeet: null,
  };
}

function activeOf(base: PropertyRow, _market: Market, random: Faker): PropertyRow {
  const status = random.helpers.arrayElement(['Active', 'Pending', 'Withdrawn']);
  return {
    ...base,
    ...another(base, 'A', 6),
    StandardStatus: status,
    MlsStatus: status,
    ClosePrice: null,
    CloseDate: null,
  };
}
