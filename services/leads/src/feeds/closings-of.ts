import type { LeadField } from '@closingwire/contracts/lead-fields';
import { isNobody } from '../reading/nobody.ts';
import { SQFT_OF_ACRE } from '../reading/number.ts';
import { propertyTypeOf } from '../reading/property-type.ts';
import { addressOf, textOf } from './address.ts';
import { type ResoRow, type Side, sides } from './reso-fields.ts';

/** Rows of a resource by their keys. */
export type ByKey = ReadonlyMap<string, ResoRow>;

/** One agent's part in a closing, by the fields of a lead. */
export type FeedRow = { listingKey: string; values: Readonly<Partial<Record<LeadField, unknown>>> };

/** Enumerations come as `ResidentialLease` or as 'Residential Lease'. */
const wordsOf = (value: unknown): string =>
  textOf(value)
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase();

const lease = /\b(?:lease|leased|rental|rent)\b/;
/** 'Manufactured On Land' is a home. */
const land = /^(?:(?:vacant|unimproved|raw|lots?|acreage|and|\W)+\s)?land\b/;
const isLeaseOrLand = ({ PropertyType, PropertySubType }: ResoRow) =>
  [PropertyType, PropertySubType].some(value => lease.test(wordsOf(value)) || land.test(wordsOf(value)));

/** Whether a listing is closed and may be shown. Anything else retracts it. */
export const isShownClosing = ({ StandardStatus, MlgCanView }: ResoRow): boolean =>
  wordsOf(StandardStatus) === 'closed' && MlgCanView !== false;

/** Whether a closed listing is a sale that a list may hold. */
export const isSale = (property: ResoRow): boolean => !isLeaseOrLand(property);

/** Returns the first known value. */
const firstOf = (...values: unknown[]): string | null => values.map(textOf).find(text => text !== '') ?? null;

const joined = (separator: string, ...values: unknown[]): string | null =>
  values
    .map(textOf)
    .filter(text => text !== '')
    .join(separator) || null;

const numberOf = (value: unknown): number | undefined => {
  const text = textOf(value);
  const number = text === '' ? Number.NaN : Number(text);
  return Number.isFinite(number) ? number : undefined;
};

const SQUARE_FEET_OF_SQUARE_METER = 10.7639;

function bathsOf(row: ResoRow): unknown {
  const weights = [
    ['BathroomsFull', 1],
    ['BathroomsThreeQuarter', 0.75],
    ['BathroomsHalf', 0.5],
    ['BathroomsOneQuarter', 0.25],
  ] as const;
  const hasParts = numberOf(row.BathroomsFull) !== undefined;
  if (!hasParts) return firstOf(row.BathroomsTotalDecimal, row.BathroomsTotalInteger);
  return weights.reduce((sum, [field, weight]) => sum + (numberOf(row[field]) ?? 0) * weight, 0);
}

function sqftOf({ LivingArea, LivingAreaUnits, BuildingAreaTotal }: ResoRow): unknown {
  const area = numberOf(LivingArea);
  if (area !== undefined && wordsOf(LivingAreaUnits).startsWith('square meter'))
    return Math.round(area * SQUARE_FEET_OF_SQUARE_METER);
  return firstOf(LivingArea, BuildingAreaTotal);
}

function acresOf({ LotSizeAcres, LotSizeSquareFeet }: ResoRow): unknown {
  const squareFeet = numberOf(LotSizeSquareFeet);
  if (numberOf(LotSizeAcres)) return LotSizeAcres;
  return squareFeet ? squareFeet / SQFT_OF_ACRE : null;
}

/** The most particular word that we know; the reading layer keeps it. */
function typeOf({ PropertySubType, PropertyType }: ResoRow): string | null {
  const words = [textOf(PropertySubType), textOf(PropertyType)].filter(word => word !== '');
  return words.find(word => propertyTypeOf(word) !== null) ?? words[0] ?? null;
}

/** Returns the fields of the sale. The reading layer checks them as it does those of any source. */
function saleOf(row: ResoRow): FeedRow['values'] {
  return {
    ...addressOf(row),
    city: firstOf(row.City, row.PostalCity),
    state: firstOf(row.StateOrProvince),
    zip: firstOf(row.PostalCode),
    price: row.ClosePrice,
    soldDate: row.CloseDate,
    listedDate: firstOf(row.ListingContractDate, row.OnMarketDate),
    beds: row.BedroomsTotal,
    baths: bathsOf(row),
    sqft: sqftOf(row),
    lotSize: acresOf(row),
    type: typeOf(row),
    mlsId: row.ListingId,
  };
}

/** Returns the agent's name, from the directory or the listing. */
function nameOf(row: ResoRow, { agent }: Side, member: ResoRow): string | null {
  return (
    firstOf(member.MemberFullName) ??
    joined(' ', member.MemberFirstName, member.MemberLastName) ??
    firstOf(row[`${agent}FullName`]) ??
    joined(' ', row[`${agent}FirstName`], row[`${agent}LastName`])
  );
}

/** The first known number of these, with the extension of that number. */
function phoneOf(...numbers: (readonly [number: unknown, extension?: unknown])[]) {
  const [phone, extension] = numbers.find(([number]) => textOf(number) !== '') ?? [];
  return { phone: firstOf(phone), phoneExtension: firstOf(extension) };
}

const officeAddressOf = (office: ResoRow) =>
  joined(
    ', ',
    office.OfficeAddress1,
    office.OfficeAddress2,
    office.OfficeCity,
    joined(' ', office.OfficeStateOrProvince, office.OfficePostalCode),
  );

const nothing: ResoRow = {};

function agentOf(row: ResoRow, side: Side, member: ResoRow, office: ResoRow): FeedRow['values'] {
  const { agent, office: officePrefix, team } = side;
  return {
    fullName: nameOf(row, side, member),
    agentRole: side.role,
    licenseNumber: firstOf(member.MemberStateLicense, row[`${agent}StateLicense`]),
    brokerageName: firstOf(office.OfficeName, member.OfficeName, row[`${officePrefix}Name`]),
    teamName: team ? firstOf(row[`${team}Name`]) : null,
    email: firstOf(member.MemberEmail, row[`${agent}Email`]),
    mobile: firstOf(member.MemberMobilePhone, row[`${agent}MobilePhone`]),
    ...phoneOf(
      [member.MemberDirectPhone],
      [member.MemberOfficePhone, member.MemberOfficePhoneExt],
      [row[`${agent}DirectPhone`]],
      [row[`${agent}OfficePhone`], row[`${agent}OfficePhoneExt`]],
      [office.OfficePhone, office.OfficePhoneExt],
      [row[`${officePrefix}Phone`], row[`${officePrefix}PhoneExt`]],
      [member.MemberPreferredPhone, member.MemberPreferredPhoneExt],
    ),
    websiteUrl: firstOf(member.MemberURL, row[`${agent}URL`], office.OfficeURL, row[`${officePrefix}URL`]),
    officeAddress: officeAddressOf(office),
    agentCity: firstOf(member.MemberCity, office.OfficeCity),
    // The state of the license: an agent is known by it and the license number.
    agentState: firstOf(
      member.MemberStateLicenseState,
      member.MemberStateOrProvince,
      office.OfficeStateOrProvince,
    ),
  };
}

const visible = (row: ResoRow | undefined): ResoRow => (row && row.MlgCanView !== false ? row : nothing);

/** Returns the keys of the member and of the office of a side, '' without one. */
export const keysOfSide = (row: ResoRow, { agent, office }: Side) => ({
  member: textOf(row[`${agent}Key`]),
  office: textOf(row[`${office}Key`]),
});

/**
 * Returns one row for each agent of a closed sale; none for leases, land and listings that are not closed. A value
 * that the server left out or wrote in another type is unknown; it never throws.
 */
export function closingsOf(property: ResoRow, members: ByKey, offices: ByKey): FeedRow[] {
  const listingKey = textOf(property.ListingKey);
  if (listingKey === '' || !isShownClosing(property) || !isSale(property)) return [];
  const sale = saleOf(property);
  return sides.flatMap(side => {
    const keys = keysOfSide(property, side);
    const member = visible(members.get(keys.member));
    const office = visible(offices.get(keys.office) ?? offices.get(textOf(member.OfficeKey)));
    const name = nameOf(property, side, member);
    if (name === null || isNobody(name)) return [];
    return [{ listingKey, values: { ...sale, ...agentOf(property, side, member, office) } }];
  });
}
