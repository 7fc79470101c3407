import type { AgentPage } from '@closingwire/contracts/agent-page';
import { states } from '@closingwire/contracts/reference';

/** RFC 2426: these characters have a meaning in values. */
const escaped = (text: string) =>
  text.replaceAll(/[\\;,]/g, found => `\\${found}`).replaceAll(/\r?\n/g, '\\n');

/** The last word is the family name: the only part that address books sort by. */
function nameParts(fullName: string): [family: string, given: string] {
  const words = fullName.trim().split(/\s+/);
  return words.length === 1 ? [fullName, ''] : [words.at(-1) ?? '', words.slice(0, -1).join(' ')];
}

const LAST_ZIP = /^(.*?)[,\s]+(\d{5}(?:-\d{4})?)$/;
const LAST_CODE = /^(.*?)[,\s]+([A-Za-z]{2})$/;
const isState = (code: string) => code === 'DC' || code in states;

/** Splits '1 Pine St, Suite 2, Kent, WA 98030'. Parts that the text does not name are empty. */
function addressValue(address: string): string {
  const text = address.trim();
  const [, beforeZip = text, zip = ''] = LAST_ZIP.exec(text) ?? [];
  const [, beforeCode = '', code = ''] = LAST_CODE.exec(beforeZip) ?? [];
  const state = isState(code.toUpperCase()) ? code.toUpperCase() : '';
  const parts = (state ? beforeCode : beforeZip).split(',').map(part => part.trim());
  const city = state && parts.length > 1 ? (parts.pop() ?? '') : '';
  return `;;${[parts.join(', '), city, state, zip].map(escaped).join(';')};`;
}

const phoneNames = { mobile: 'Mobile', phone: 'Office phone' } as const;
const phoneReasons = { 'do-not-call': 'on a do-not-call list', wrong: 'a wrong number' } as const;

/** Says which contacts the file leaves out, and why; undefined if it has all. */
function leftOutText({ mustNotCall, isEmailWrong }: AgentPage): string | undefined {
  const leftOut = [
    ...(mustNotCall ?? []).map(({ field, state }) => `${phoneNames[field]}: ${phoneReasons[state]}.`),
    ...(isEmailWrong ? ['Email: a wrong address.'] : []),
  ];
  return leftOut.length > 0 ? `Left out. ${leftOut.join(' ')}` : undefined;
}

/**
 * Writes a contact as vCard 3.0, which phones and mail programs import. It leaves out numbers that must not be called and
 * a wrong email: an address book shows no mark.
 */
export function vCardOf(agent: AgentPage): string {
  const [family, given] = nameParts(agent.fullName);
  const leftOut = leftOutText(agent);
  const numberOf = (field: 'mobile' | 'phone') =>
    agent.mustNotCall?.some(marked => marked.field === field) ? null : agent[field];
  const [email, mobile, phone] = [
    agent.isEmailWrong ? null : agent.email,
    numberOf('mobile'),
    numberOf('phone'),
  ];
  const lines: [string, string | null | undefined][] = [
    ['N', `${escaped(family)};${escaped(given)};;;`],
    ['FN', escaped(agent.fullName)],
    ['ORG', agent.brokerageName && escaped(agent.brokerageName)],
    ['TITLE', 'Real estate agent'],
    ['EMAIL;TYPE=INTERNET', email && escaped(email)],
    ['TEL;TYPE=CELL', mobile && escaped(mobile)],
    ['TEL;TYPE=WORK', phone && escaped(phone)],
    ['ADR;TYPE=WORK', agent.officeAddress && addressValue(agent.officeAddress)],
    ['URL', agent.websiteUrl && escaped(agent.websiteUrl)],
    ['NOTE', leftOut && escaped(leftOut)],
  ];
  const body = lines.filter(([, value]) => value).map(([name, value]) => `${name}:${value}`);
  return ['BEGIN:VCARD', 'VERSION:3.0', ...body, 'END:VCARD', ''].join('\r\n');
}

/** Keeps letters and digits: other characters are not allowed in file names everywhere. */
export const fileNameOf = ({ fullName }: AgentPage) =>
  `${fullName.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-+|-+$/g, '') || 'agent'}.vcf`;
