import type { AgentPage } from '@closingwire/contracts/agent-page';

/** RFC 2426: these characters have a meaning in values. */
const escaped = (text: string) =>
  text.replaceAll(/[\\;,]/g, found => `\\${found}`).replaceAll(/\r?\n/g, '\\n');

/** The last word is the family name: the only part that address books sort by. */
function nameParts(fullName: string): [family: string, given: string] {
  const words = fullName.trim().split(/\s+/);
  return words.length === 1 ? [fullName, ''] : [words.at(-1) ?? '', words.slice(0, -1).join(' ')];
}

/** Writes a contact as vCard 3.0, which phones and mail programs import. */
export function vCardOf(agent: AgentPage): string {
  const [family, given] = nameParts(agent.fullName);
  const lines: [string, string | null][] = [
    ['N', `${escaped(family)};${escaped(given)};;;`],
    ['FN', escaped(agent.fullName)],
    ['ORG', agent.brokerageName && escaped(agent.brokerageName)],
    ['TITLE', 'Real estate agent'],
    ['EMAIL;TYPE=INTERNET', agent.email && escaped(agent.email)],
    ['TEL;TYPE=CELL', agent.mobile && escaped(agent.mobile)],
    ['TEL;TYPE=WORK', agent.phone && escaped(agent.phone)],
    ['ADR;TYPE=WORK', agent.officeAddress && `;;${escaped(agent.officeAddress)};;;;`],
    ['URL', agent.websiteUrl && escaped(agent.websiteUrl)],
  ];
  const body = lines.filter(([, value]) => value).map(([name, value]) => `${name}:${value}`);
  return ['BEGIN:VCARD', 'VERSION:3.0', ...body, 'END:VCARD', ''].join('\r\n');
}

/** Keeps letters and digits: other characters are not allowed in file names everywhere. */
export const fileNameOf = ({ fullName }: AgentPage) =>
  `${fullName.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-+|-+$/g, '') || 'agent'}.vcf`;
