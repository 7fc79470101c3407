import type { Property } from '@closingwire/contracts/lead';
import type { ReceivedLead } from '@closingwire/contracts/leads';
import {
  FieldError,
  readDay,
  readEmail,
  readNumber,
  readPhone,
  readState,
  readText,
  readUrl,
  readZip,
  requireText,
} from './fields.ts';
import type { RawLead } from './rows.ts';

type PropertyType = NonNullable<Property['type']>;

const words: Record<PropertyType, readonly string[]> = {
  home: [
    'home',
    'house',
    'single family',
    'single family home',
    'single family residence',
    'single family residential',
    'sfr',
    'residential',
    'detached',
    'townhouse',
    'townhome',
    'manufactured',
    'manufactured home',
    'mobile home',
    'farm',
  ],
  condo: ['condo', 'condominium', 'co op', 'coop', 'cooperative', 'apartment', 'apartment unit', 'loft'],
  multi: [
    'multi',
    'multi family',
    'multifamily',
    'duplex',
    'triplex',
    'fourplex',
    'quadplex',
    'apartment building',
    'residential income',
  ],
  commercial: [
    'commercial',
    'office',
    'retail',
    'industrial',
    'warehouse',
    'mixed use',
    'commercial sale',
    'business',
  ],
};

const typeOf = new Map(
  Object.entries(words).flatMap(([type, names]) => names.map(name => [name, type as PropertyType] as const)),
);

/** One of our four types for a source's word; null when the word says none of them, as `land`. */
function propertyTypeOf(word: string): PropertyType | null {
  return (
    typeOf.get(word) ??
    typeOf.get(
      word
        .toLowerCase()
        .replace(/[\s_/-]+/g, ' ')
        .trim(),
    ) ??
    null
  );
}

/** How sources write a price that they do not disclose, letters only: `N/A`, `Non-disclosure`, or just `$ -`. */
const undisclosed = new Set([
  '',
  'confidential',
  'na',
  'nan',
  'nil',
  'none',
  'nondisclosed',
  'nondisclosure',
  'notapplicable',
  'notavailable',
  'notdisclosed',
  'notgiven',
  'notpublished',
  'notreported',
  'null',
  'tbd',
  'undisclosed',
  'unknown',
  'withheld',
]);

const isUndisclosed = (price: unknown) =>
  typeof price === 'string' &&
  !/\d/.test(price) &&
  undisclosed.has(price.toLowerCase().replace(/[^a-z]/g, ''));

/** Null when the price is not disclosed, for which sources also write 0. */
function readPrice(raw: RawLead): number | null {
  if (isUndisclosed(raw.price)) return null;
  return readNumber(raw, 'price') || null;
}

function readSoldDate(raw: RawLead, latest: string): string {
  const day = readDay(raw, 'soldDate', latest);
  if (day === null) throw new FieldError('soldDate', 'the day of the sale', null);
  return day;
}

function requireState(raw: RawLead): string {
  const state = readState(raw, 'state');
  if (state === null) throw new FieldError('state', 'a US state such as CA', null);
  return state;
}

function readProperty(raw: RawLead, latest: string, word: string | null): ReceivedLead['property'] {
  return {
    address1: requireText(raw, 'address1', 'the street address'),
    address2: readText(raw, 'address2'),
    city: requireText(raw, 'city', 'a city'),
    state: requireState(raw),
    zip: readZip(raw, 'zip'),
    price: readPrice(raw),
    soldDate: readSoldDate(raw, latest),
    beds: readNumber(raw, 'beds'),
    baths: readNumber(raw, 'baths'),
    sqft: readNumber(raw, 'sqft'),
    type: word === null ? null : propertyTypeOf(word),
    mlsId: readText(raw, 'mlsId'),
    listedDate: readDay(raw, 'listedDate', latest),
    lotSize: readNumber(raw, 'lotSize'),
  };
}

/**
 * A source's row as a lead: blank fields become null, an agent without a place of their own has the property's.
 * `latest` is the last day a sale may have. Throws a FieldError for the first field that will not do.
 */
export function readLead(raw: RawLead, latest: string): ReceivedLead {
  const sourceType = readText(raw, 'type');
  const property = readProperty(raw, latest, sourceType);
  return {
    fullName: requireText(raw, 'fullName', "the agent's name"),
    agentRole: readText(raw, 'agentRole') ?? 'Agent',
    licenseNumber: readText(raw, 'licenseNumber'),
    brokerageName: readText(raw, 'brokerageName'),
    teamName: readText(raw, 'teamName'),
    email: readEmail(raw, 'email'),
    mobile: readPhone(raw, 'mobile'),
    phone: readPhone(raw, 'phone'),
    websiteUrl: readUrl(raw, 'websiteUrl'),
    facebookUrl: readUrl(raw, 'facebookUrl'),
    linkedinUrl: readUrl(raw, 'linkedinUrl'),
    officeAddress: readText(raw, 'officeAddress'),
    city: readText(raw, 'agentCity') ?? property.city,
    state: readState(raw, 'agentState') ?? property.state,
    property,
    sourceType,
  };
}
