import type { LeadField } from '@closingwire/contracts/lead-fields';
import { headerKey } from './header-key.ts';

/**
 * Where a field of a lead is in a known file. The first filled column of `from` counts; `joined` takes all of them with
 * a space between, `sum` adds them, each times its factor.
 */
export type FieldSource = {
  field: LeadField;
  from: readonly string[];
  how?: 'joined' | { sum: readonly number[] };
  prefix?: string;
};

export const from = (field: LeadField, ...columns: string[]): FieldSource => ({ field, from: columns });

/** Columns of one agent of a sale. A file is read by the first of these whose name it has. */
type AgentColumns = { role: string | undefined; names: ReadonlySet<string>; sources: readonly FieldSource[] };

const all = (prefixes: readonly string[], ...ends: string[]) =>
  ends.flatMap(end => prefixes.map(prefix => `${prefix}${end}`));

/** `sides` begin the names of offices. Columns such as `AGENT EMAIL` are those of the agent who is named. */
function agentColumns(
  role: string | undefined,
  agents: readonly string[],
  sides: readonly string[],
): AgentColumns {
  const own = [...agents, 'AGENT'];
  const name = all(agents, '', ' NAME', ' FULL NAME');
  const given: [string, string][] = agents.map(agent => [`${agent} FIRST NAME`, `${agent} LAST NAME`]);
  return {
    role,
    names: new Set([...name, ...given.flat()].map(headerKey)),
    sources: [
      from('fullName', ...name),
      ...given.map((columns): FieldSource => ({ field: 'fullName', from: columns, how: 'joined' })),
      from('email', ...all(own, ' EMAIL', ' EMAIL ADDRESS')),
      from('mobile', ...all(own, ' MOBILE', ' MOBILE PHONE', ' CELL', ' CELL PHONE')),
      from('phone', ...all(own, ' PHONE', ' PHONE NUMBER', ' PHONES', ' DIRECT PHONE', ' OFFICE PHONE')),
      from('licenseNumber', ...all(own, ' LICENSE', ' LICENSE NUMBER', ' LICENSE #', ' STATE LICENSE')),
      from(
        'brokerageName',
        ...all(sides, 'BROKERAGE', 'BROKERAGE NAME', 'OFFICE', 'OFFICE NAME', 'BROKER', 'BROKER NAME'),
        ...all(own, ' BROKERAGE', ' OFFICE', ' COMPANY', ' BROKER'),
        'BROKER',
        'BROKER NAME',
        'OFFICE NAME',
      ),
      from('websiteUrl', ...all(own, ' WEBSITE')),
    ],
  };
}

/** The listing agent comes first: a row has one agent, and contacts of two must not be mixed. */
const agentsOfSale = [
  agentColumns(
    'Listing Agent',
    ['LISTING AGENT', 'LIST AGENT', 'SELLER AGENT', "SELLER'S AGENT"],
    ['LISTING ', 'LIST '],
  ),
  agentColumns(undefined, ['AGENT'], ['']),
  // In an MLS the selling agent is the one who brings the buyer.
  agentColumns(
    'Buyer Agent',
    ['BUYER AGENT', "BUYER'S AGENT", 'BUYING AGENT', 'SELLING AGENT'],
    ['BUYER ', 'SELLING '],
  ),
];

const sale = [
  from('address1', 'STREET ADDRESS', 'ADDRESS', 'SITE ADDRESS', 'SITUS ADDRESS'),
  from('zip', 'ZIP CODE', 'ZIPCODE', 'ZIP OR POSTAL CODE', 'POSTAL CODE'),
  from('price', 'SOLD PRICE', 'CLOSE PRICE', 'CLOSING PRICE', 'SALES PRICE', 'SALE AMOUNT'),
  from('soldDate', 'DATE SOLD', 'CLOSE DATE', 'CLOSING DATE', 'CLOSED DATE', 'SETTLEMENT DATE'),
  from('mlsId', 'MLS#', 'MLS NUMBER', 'LISTING ID'),
];

/**
 * Returns the usual columns of sales and their agents, and the role of the agent. `keys` are those of the headers that
 * can have the agent's name.
 */
export function commonColumns(keys: ReadonlySet<string>): {
  role: string | undefined;
  sources: readonly FieldSource[];
} {
  const named = agentsOfSale.find(({ names }) => !names.isDisjointFrom(keys)) ?? agentsOfSale[1];
  return { role: named?.role, sources: [...(named?.sources ?? []), ...sale] };
}

/** Headers that mean something in files of no known kind. */
export const commonHeaders: readonly string[] = [
  ...agentsOfSale.flatMap(({ sources }) => sources),
  ...sale,
].flatMap(source => source.from);
