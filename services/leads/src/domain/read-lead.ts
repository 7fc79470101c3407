import type { ReceivedLead } from '@closingwire/contracts/leads';
import { readDay, readEmail, readPhone, readUrl } from './contact.ts';
import { FieldError, readNumber, readState, readText, readZip, requireText } from './field.ts';
import { propertyTypeOf } from './property-type.ts';
import type { RawLead } from './raw-lead.ts';

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
