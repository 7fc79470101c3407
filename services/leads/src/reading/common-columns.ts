import type { LeadField } from '@closingwire/contracts/lead-fields';
import { headerKey } from './header-key.ts';
import { SQFT_OF_ACRE } from './number.ts';

/**
 * Where a field of a lead is in a known file. The first filled column of `from` counts; `joined` takes all of them with
 * a space between, `sum` adds them, each times its factor. In usual columns, `A|B` is the first of them that a file has.
 */
export type FieldSource = {
  field: LeadField;
  from: readonly string[];
  how?: 'joined' | { sum: readonly number[] };
  prefix?: string;
  /** Explains to the sender why the column is read as this field. */
  note?: string;
};

export const from = (field: LeadField, ...columns: string[]): FieldSource => ({ field, from: columns });

const joined = (field: LeadField, ...columns: string[]): FieldSource => ({
  field,
  from: columns,
  how: 'joined',
});

/** A half bath counts as a half. */
const baths = (full: string, half: string): FieldSource => ({
  field: 'baths',
  from: [full, half],
  how: { sum: [1, 0.5] },
});

/** A lot in square feet. */
export const acres = (...columns: string[]): FieldSource => ({
  field: 'lotSize',
  from: columns,
  how: { sum: columns.map(() => 1 / SQFT_OF_ACRE) },
});

/** Columns of one agent of a sale. A file is read by the first of these whose name it has. */
type AgentColumns = { role: string | undefined; names: ReadonlySet<string>; sources: readonly FieldSource[] };

const all = (prefixes: readonly string[], ...ends: string[]) =>
  ends.flatMap(end => prefixes.map(prefix => `${prefix}${end}`));

const licenseEnds = ['LICENSE', 'LICENSE NUMBER', 'LICENSE #', 'LICENSE NO', 'LICENSE ID', 'STATE LICENSE'];
const shortLicenseEnds = ['LIC', 'LIC #', 'LIC NO', 'LIC NUMBER', 'STATE LICENSE NUMBER', 'STATE LICENSE #'];
const licenses = [...licenseEnds, ...shortLicenseEnds];
const mobiles = ['MOBILE', 'MOBILE PHONE', 'MOBILE NUMBER', 'CELL', 'CELL PHONE', 'CELL NUMBER', 'CELL #'];
const directPhones = [
  'PHONE',
  'PHONE NUMBER',
  'PHONE #',
  'PHONES',
  'TELEPHONE',
  'DIRECT PHONE',
  'WORK PHONE',
  'DIRECT WORK PHONE',
  'PREFERRED PHONE',
];
const phones = [...directPhones, 'BUSINESS PHONE', 'OFFICE PHONE', 'OFFICE PHONE NUMBER'];
const offices = ['BROKERAGE', 'BROKERAGE NAME', 'OFFICE', 'OFFICE NAME', 'BROKER', 'BROKER NAME'];
const firms = ['COMPANY', 'COMPANY NAME', 'FIRM', 'FIRM NAME', 'AGENCY', 'AGENCY NAME'];

/** Columns that are the agent's in a table with one agent a row. */
const ofNamedAgent = [
  from('licenseNumber', ...licenses),
  from('email', 'EMAIL ADDRESS'),
  from('mobile', ...mobiles),
  from('phone', ...phones),
  from('phoneExtension', 'PHONE EXT', 'EXTENSION', 'EXT'),
  from('brokerageName', 'BROKERAGE NAME', 'BROKER', 'BROKER NAME', 'OFFICE NAME', 'BROKERAGE FIRM', ...firms),
  from('teamName', 'TEAM'),
  from('websiteUrl', 'WEBSITE'),
  from('facebookUrl', 'FACEBOOK', 'FACEBOOK PAGE'),
  from('linkedinUrl', 'LINKEDIN', 'LINKEDIN PROFILE'),
  from('officeAddress', 'BROKERAGE ADDRESS', 'COMPANY ADDRESS'),
];

const after = (ends: readonly string[]) => ends.map(end => ` ${end}`);

/** `sides` begin the names of offices. Columns such as `AGENT EMAIL` are those of the agent who is named. */
function agentColumns(
  role: string | undefined,
  agents: readonly string[],
  sides: readonly string[],
  { isNamedAlone = true } = {},
): AgentColumns {
  const own = [...agents, 'AGENT'];
  const name = all(agents, ...(isNamedAlone ? [''] : []), ' NAME', ' FULL NAME');
  const given: [string, string][] = agents.map(agent => [`${agent} FIRST NAME`, `${agent} LAST NAME`]);
  return {
    role,
    names: new Set([...name, ...given.flat()].map(headerKey)),
    sources: [
      from('fullName', ...name),
      ...given.map((columns): FieldSource => ({ field: 'fullName', from: columns, how: 'joined' })),
      ...(role ? [] : [from('agentRole', 'ROLE')]),
      from('email', ...all(own, ' EMAIL', ' EMAIL ADDRESS')),
      from('mobile', ...all(own, ...after(mobiles))),
      from('phone', ...all(own, ...after(phones))),
      from('phoneExtension', ...all(own, ' PHONE EXT', ' PHONE EXTENSION')),
      from('licenseNumber', ...all(own, ...after(licenses))),
      from(
        'brokerageName',
        ...all(sides, ...offices),
        ...all(own, ' BROKERAGE', ' OFFICE', ' COMPANY', ' FIRM', ' BROKER'),
      ),
      from('teamName', ...all(own, ' TEAM')),
      from('websiteUrl', ...all(own, ' WEBSITE', ' WEBSITE URL')),
      ...ofNamedAgent,
    ],
  };
}

const anyAgent = agentColumns(
  undefined,
  ['AGENT', 'REALTOR', 'SALES AGENT', 'SALESPERSON', 'MLS AGENT'],
  ['', 'MLS '],
);

/** Alone, `LA` can be the living area. */
const shortAgent = agentColumns('Listing Agent', ['LA'], ['LO '], { isNamedAlone: false });

/** The listing agent comes first: a row has one agent, and contacts of two must not be mixed. */
const agentsOfSale = [
  agentColumns(
    'Listing Agent',
    [
      ...['LISTING AGENT', 'LIST AGENT', 'SELLER AGENT', "SELLER'S AGENT", 'LISTING AGENT AGENT'],
      ...['LISTING MEMBER', 'LIST MEMBER'],
    ],
    ['LISTING ', 'LIST ', 'LISTING OFFICE 1 '],
  ),
  { ...shortAgent, sources: [from('brokerageName', 'LO NAME', 'LO FULL NAME'), ...shortAgent.sources] },
  anyAgent,
  // In an MLS the selling agent is the one who brings the buyer.
  agentColumns(
    'Buyer Agent',
    ['BUYER AGENT', "BUYER'S AGENT", 'BUYING AGENT', 'SELLING AGENT'],
    ['BUYER ', 'SELLING '],
  ),
];

/** Without a column of the agent's name: the names of a person in a table that says what only agents have. */
const firstAndLastName = joined('fullName', 'FIRST NAME', 'LAST NAME');
const ofAgentsAlone = [...licenses, ...offices].map(headerKey);

const address = [
  from('address1', 'STREET ADDRESS', 'ADDRESS', 'SITE ADDRESS', 'SITUS ADDRESS', 'PROPERTY STREET ADDRESS'),
  from('address1', 'PROPERTY STREET', 'PROP ADDRESS', 'PHYSICAL ADDRESS', 'ADDRESS LINE 1', 'STREET'),
  joined(
    'address1',
    'STREET NUMBER|STREET #|STREET NO|STREET NUMBER NUMERIC|HOUSE NUMBER',
    'STREET DIR PREFIX|STREET DIR|STREET DIRECTION',
    'STREET NAME',
    'STREET SUFFIX|STREET TYPE',
    'STREET DIR SUFFIX',
  ),
  from('address1', 'LISTING ADDRESS', 'FULL ADDRESS', 'PROPERTY ADDRESS FULL', 'PROPERTY FULL ADDRESS'),
  from('address2', 'UNIT', 'UNIT NUMBER', 'UNIT #', 'APT', 'APT #', 'APARTMENT', 'APARTMENT NUMBER'),
  from('address2', 'ADDRESS LINE 2'),
  from('city', 'SITE CITY', 'SITUS CITY', 'CITY NAME', 'TOWN', 'MUNICIPALITY', 'PROPERTY ADDRESS CITY'),
  from('state', 'STATE OR PROVINCE', 'SITE STATE', 'SITUS STATE', 'STATE CODE', 'PROPERTY ADDRESS STATE'),
  from('zip', 'ZIP CODE', 'ZIPCODE', 'ZIP OR POSTAL CODE', 'POSTAL CODE', 'PROPERTY ZIP CODE'),
  from('zip', 'SITE ZIP', 'SITE ZIP CODE', 'SITUS ZIP', 'SITUS ZIP CODE', 'ZIP5', 'PROPERTY ADDRESS ZIP'),
];

const sale = [
  ...address,
  from('price', 'SOLD PRICE', 'CLOSE PRICE', 'CLOSING PRICE', 'SALES PRICE', 'SALE AMOUNT', 'CLOSED PRICE'),
  from(
    'price',
    'SELLING PRICE',
    'SALES AMOUNT',
    'SALE AMT',
    'SOLD AMOUNT',
    'PURCHASE PRICE',
    'CONSIDERATION',
  ),
  from('price', 'LAST SALE AMOUNT', 'LAST SALE PRICE', 'LAST SOLD PRICE', 'TRANSFER AMOUNT'),
  from(
    'soldDate',
    'DATE SOLD',
    'CLOSE DATE',
    'CLOSING DATE',
    'CLOSED DATE',
    'SETTLEMENT DATE',
    'SETTLED DATE',
  ),
  from('soldDate', 'DATE OF SALE', 'SALES DATE', 'DATE CLOSED', 'TRANSFER DATE', 'DEED DATE'),
  from('soldDate', 'COE DATE', 'CLOSE OF ESCROW', 'CLOSE OF ESCROW DATE'),
  from('soldDate', 'LAST SALE DATE', 'LAST SOLD DATE', 'LAST SALE RECORDING DATE'),
  from('listedDate', 'LIST DATE', 'LISTING DATE', 'DATE LISTED', 'ON MARKET DATE'),
  from('mlsId', 'MLS#', 'MLS NUMBER', 'LISTING ID', 'MLS NO', 'MLS LISTING ID', 'MLS LISTING NUMBER', 'ML #'),
  from('mlsId', 'ML NUMBER', 'LISTING NUMBER', 'LISTING #', 'LISTING NO', 'LIST NUMBER'),
  from(
    'beds',
    'TOTAL BEDROOMS',
    'BEDROOMS TOTAL',
    'TOTAL BEDS',
    'NUMBER OF BEDROOMS',
    '# BEDROOMS',
    '# BEDS',
  ),
  from('baths', 'TOTAL BATHS', 'BATHS TOTAL', 'TOTAL BATHROOMS', 'BATHROOMS TOTAL', 'NUMBER OF BATHROOMS'),
  from('beds', 'BR', 'BR TOTAL', 'TOTAL BR', 'BEDS TOTAL'),
  from('baths', '# BATHROOMS', '# BATHS', 'BA', 'BA TOTAL', 'TOTAL BA'),
  baths('FULL BATHS', 'HALF BATHS'),
  baths('BATHS FULL', 'BATHS HALF'),
  from('sqft', 'LIVING AREA', 'SQUARE FOOTAGE', 'LIVING SQFT', 'LIVING SQUARE FEET', 'FINISHED SQFT'),
  from('sqft', 'SQFT TOTAL', 'TOTAL SQFT', 'HEATED AREA', 'INTERIOR SQFT'),
  from('sqft', 'HEATED SQFT', 'APPROX SQFT', 'BUILDING SQFT', 'BUILDING SQUARE FEET', 'BUILDING AREA'),
  from('lotSize', 'ACRES', 'ACREAGE', 'LOT ACRES', 'LOT ACREAGE'),
  acres('LOT SQFT'),
  acres('LOT SQUARE FEET'),
  acres('LOT SIZE SQFT'),
  acres('LOT SIZE SQUARE FEET'),
  from('type', 'PROP TYPE', 'HOME TYPE', 'DWELLING TYPE', 'PROPERTY SUBTYPE', 'STRUCTURE TYPE'),
];

/**
 * Returns the usual columns of sales and their agents, and the role of the agent. `keys` are those of the headers that
 * can have the agent's name.
 */
export function commonColumns(keys: ReadonlySet<string>): {
  role: string | undefined;
  sources: readonly FieldSource[];
} {
  const named = agentsOfSale.find(({ names }) => !names.isDisjointFrom(keys));
  if (named) return { role: named.role, sources: [...named.sources, ...sale] };
  const isOfAgents = ofAgentsAlone.some(key => keys.has(key));
  return {
    role: undefined,
    sources: [...(isOfAgents ? [firstAndLastName] : []), ...anyAgent.sources, ...sale],
  };
}

/** All of them. */
export const commonSources: readonly FieldSource[] = [
  ...agentsOfSale.flatMap(({ sources }) => sources),
  firstAndLastName,
  ...sale,
];

/** Columns of a listing's status, unless the known file names its own. */
export const statusColumns = [
  'STATUS',
  'MLS STATUS',
  'ML STATUS',
  'STANDARD STATUS',
  'LISTING STATUS',
  'SALE STATUS',
];

const notSold =
  /^(?:actv?$|active|pend(?:ing)?|option pending|contingent|under (?:contract|agreement)|coming soon|for sale|back on market|withdrawn|expired|cancell?ed|(?:temp(?:orarily)? )?off market|(?:on )?hold|leased|rented|for rent)\b/i;

/** Whether a status means that a listing is not sold: `Active`, `ActiveUnderContract`, `FOR_SALE`. Other words do not. */
export const isNotSold = (status: string): boolean =>
  notSold.test(status.replace(/(?<=[a-z])(?=[A-Z])|_/g, ' '));

/** Headers that mean something in files of no known kind. */
export const commonHeaders: readonly string[] = commonSources.flatMap(source =>
  source.from.flatMap(names => names.split('|')),
);
