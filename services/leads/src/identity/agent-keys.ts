import { idOf } from '@closingwire/chassis/ids';
import type { ReceivedLead } from '@closingwire/contracts/leads';
import { agentNameOf } from './agent-name.ts';

/** The facts that identify an agent. */
export type IdentityFacts = Pick<
  ReceivedLead,
  'fullName' | 'licenseNumber' | 'email' | 'mobile' | 'brokerageName'
> & { property: Pick<ReceivedLead['property'], 'zip' | 'state'> };

const SEPARATOR = '\u001f';
const keyOf = (...parts: string[]) => idOf(['agent-key', ...parts].join(SEPARATOR));

const letters = (text: string) => text.toUpperCase().replace(/[^A-Z0-9]/g, '');

const ascending = '01234567890123456789';

/** Whether digits are a placeholder: none, all the same, or counted up or down. */
function isPlaceholder(digits: string): boolean {
  if (/^(\d)\1*$/.test(digits)) return digits.length > 1 || digits === '0';
  return (
    digits.length > 2 && (ascending.includes(digits) || ascending.includes([...digits].toReversed().join('')))
  );
}

/** Returns a license number by which its holder is known; undefined for a placeholder such as `WA-00000`. */
export function licenseKey(licenseNumber: string | null): string | undefined {
  if (licenseNumber === null) return undefined;
  const digits = licenseNumber.replace(/\D/g, '');
  return digits === '' || isPlaceholder(digits) ? undefined : letters(licenseNumber);
}

/** Words that some sources write before the number. */
const licenseLabel = /^(?:LICENSE|LIC|CADRE|CABRE|CALDRE|CALBRE|DRE|BRE|NUMBER|NUM|NO)+(?=\d)/;

/** Returns the license in all its spellings: as written, and without a label or zeros that a spreadsheet takes away. */
function licenseKeys(licenseNumber: string | null): string[] {
  const license = licenseKey(licenseNumber);
  if (license === undefined) return [];
  const bare = licenseKey(license.replace(licenseLabel, '').replace(/^0+(?=\d)/, ''));
  return bare === undefined || bare === license ? [license] : [license, bare];
}

/** Mailboxes of an office, by the part before the @. */
const officeMailbox =
  /^(?:admin|agents?|broker(?:age)?|contact|customer\.?service|frontdesk|hello|help|homes|hq|info|inquir(?:y|ies)|leads?|listings?|mail|marketing|no-?reply|office|reception|realestate|realty|sales|service|showings?|support|team|transactions?|webmaster)[\d._-]*$/i;

/** Returns an email address by which its owner is known; undefined for an office's mailbox. */
function emailKey(email: string | null): string | undefined {
  if (email === null) return undefined;
  const lower = email.toLowerCase();
  return officeMailbox.test(lower.slice(0, lower.lastIndexOf('@'))) ? undefined : lower;
}

const phoneKey = (phone: string | null) => (phone === null ? undefined : phone.replace(/\D/g, '').slice(-10));

const companyWords = /\b(?:inc|llc|ltd|co|company|corp|realtors?|realty|real estate|group|brokerage|the)\b/g;

/** Returns a brokerage's name without the words that sources write or leave out. */
const brokerageKey = (name: string) =>
  name
    .toLowerCase()
    .replace(companyWords, '')
    .replace(/[^\p{L}\p{N}]+/gu, '');

/**
 * Returns the keys by which an agent is the same person everywhere, the strongest first: state and license, email
 * address, mobile; without these, name and brokerage in a state. A key contains the name, so that a shared mailbox, a
 * shared phone or an unknown placeholder never makes one person of two. A license also fits after a new last name.
 */
export function agentKeysOf(lead: IdentityFacts): string[] {
  const { first, last } = agentNameOf(lead.fullName);
  const { state } = lead.property;
  const email = emailKey(lead.email);
  const mobile = phoneKey(lead.mobile);
  const keys = [
    ...licenseKeys(lead.licenseNumber).map(license => keyOf('license', state, license, first)),
    ...(email ? [keyOf('email', email, first, last)] : []),
    ...(mobile ? [keyOf('mobile', mobile, first, last)] : []),
  ];
  if (keys.length > 0) return keys;
  return [keyOf('name', state, first, last, brokerageKey(lead.brokerageName ?? ''))];
}
