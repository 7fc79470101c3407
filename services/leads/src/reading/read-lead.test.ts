import { leadExample } from '@closingwire/contracts/lead-delivery';
import { leadFields } from '@closingwire/contracts/lead-fields';
import { receivedLead } from '@closingwire/contracts/leads';
import { describe, expect, test } from 'vitest';
import { type FlatLead, readFlat } from '../../test/flat-lead.ts';
import { leadReader, type SourceLead } from './read-lead.ts';
import { fromNested } from './rows.ts';

const latest = '2026-03-10';
const unreported = { dropped: () => {}, repaired: () => {} };
const readLead = (source: SourceLead) => leadReader(latest, unreported)(source, 'month-first');
const sourceRow: FlatLead = {
  fullName: 'Zoë O’Example',
  address1: '1 Elm St',
  city: 'Kent',
  state: 'WA',
  zip: '98030',
  price: '221900',
  soldDate: '2026-03-09',
};
const read = (changes: FlatLead) => readFlat({ ...sourceRow, ...changes }, latest);
const reasonOf = (changes: FlatLead) => {
  try {
    read(changes);
  } catch (error) {
    return error;
  }
  return undefined;
};

describe('a row of a source', () => {
  test('matches the contract', () => {
    expect(receivedLead.parse(read({}))).toEqual(read({}));
  });

  test('has null where it is blank', () => {
    const lead = read({ email: '', mobile: '  ', beds: '', mlsId: null, type: '' });
    expect(lead).toMatchObject({ email: null, mobile: null, teamName: null, sourceType: null });
    expect(lead.property).toMatchObject({ beds: null, mlsId: null, type: null, listedDate: null });
  });

  test("gets the agent's city and state from the property", () => {
    expect(read({})).toMatchObject({ city: 'Kent', state: 'WA' });
    expect(read({ agentCity: 'Renton', agentState: 'Oregon' })).toMatchObject({
      city: 'Renton',
      state: 'OR',
    });
  });

  test('keeps names as they are written', () => {
    expect(read({ fullName: "  Zoë \n D'Angelo,  Jr. \u0007" }).fullName).toBe("Zoë D'Angelo, Jr.");
  });

  test('nests the sale under its property in JSON', () => {
    const { fullName, ...property } = sourceRow;
    const row = fromNested({ fullName, city: 'Renton', state: 'WA', property });
    expect('lead' in row && readLead(row.lead)).toEqual(read({ agentCity: 'Renton', agentState: 'WA' }));
  });

  test.each([
    [{ price: '$221,900.40' }, { price: 221_900 }],
    [{ price: 1e6 }, { price: 1_000_000 }],
    [
      { beds: '33', baths: 2.25, lotSize: '0.13' },
      { beds: 33, baths: 2.25, lotSize: 0.13 },
    ],
    [{ soldDate: '3/9/2026' }, { soldDate: '2026-03-09' }],
    [{ soldDate: '2026-03-09T23:30:00-08:00' }, { soldDate: '2026-03-09' }],
    [{ state: 'washington' }, { state: 'WA' }],
    [{ state: 'DC' }, { state: 'DC' }],
    [{ zip: '98030-1234' }, { zip: '98030' }],
    [{ zip: '98030 - 1234' }, { zip: '98030' }],
    [{ zip: 'WA 98030' }, { zip: '98030' }],
    [{ zip: 98030 }, { zip: '98030' }],
    [{ type: 'Multi-Family' }, { type: 'multi' }],
    [{ type: 'Single Family Residence' }, { type: 'home' }],
    [{ type: 'Vacant Land' }, { type: null }],
  ] satisfies [FlatLead, object][])('reads %o', (changes, expected) => {
    expect(read(changes).property).toMatchObject(expected);
  });

  test.each([
    [undefined, null, '', '  '],
    [0, '0', '$0', '0.00', '$0.00', 0.4],
    ['N/A', 'n.a.', 'NA', 'NaN', 'null', 'None', '-', '$ -', ' $-  ', '$', '--', '—', '?', '\\N', 'nan nan'],
    ['Not Disclosed', 'non-disclosure', 'Undisclosed', 'not available', 'Unknown', 'Confidential', 'TBD'],
  ])('has no price if the source discloses none: %o', (...prices) => {
    expect(prices.map(price => read({ price }).property.price)).toEqual(prices.map(() => null));
  });

  test.each(['$1', 10, '999'])('has no price of %j: small sums are no sale prices', price => {
    const notes: string[] = [];
    expect(readFlat({ ...sourceRow, price }, latest, notes).property.price).toBeNull();
    expect(notes).toEqual([`price: Expected a sale price of at least $1,000; got ${JSON.stringify(price)}`]);
  });

  test("keeps the source's word for the type", () => {
    expect(read({ type: 'Vacant Land' }).sourceType).toBe('Vacant Land');
  });

  test.each([
    [{ mobile: '206.555.0192' }, { mobile: '(206) 555-0192' }],
    [{ mobile: '+1 206-555-0192' }, { mobile: '(206) 555-0192' }],
    [{ phone: '+44 20 7946 0018' }, { phone: '+44 20 7946 0018' }],
    [{ phone: '206-555-0192 x7' }, { phone: '(206) 555-0192', phoneExtension: '7' }],
    [{ websiteUrl: 'ada.example.com/me' }, { websiteUrl: 'https://ada.example.com/me' }],
  ] satisfies [FlatLead, object][])('writes the contact of %o', (changes, expected) => {
    expect(read(changes)).toMatchObject(expected);
  });
});

test.each(['Zo\0', '\ud800Zoë', 'Zoë\udc00'])(
  'a row with text that PostgreSQL cannot store is refused: %j',
  fullName => {
    expect(reasonOf({ fullName })).toMatchObject({
      field: 'fullName',
      message: `Expected text of whole characters, without NUL; got ${JSON.stringify(fullName)}`,
    });
  },
);

describe('the row that the documents show', () => {
  test('is read unchanged', () => {
    const row = fromNested(leadExample);
    const lead = 'lead' in row ? readLead(row.lead) : {};
    const { property, ...agent } = leadExample;
    expect(lead).toMatchObject({ ...agent, property });
  });

  const needed = ['fullName', 'address1', 'zip', 'soldDate'];

  test.each(leadFields)('needs $name only where the documents require it', ({ name, required }) => {
    const { lead } = fromNested(leadExample) as { lead: SourceLead };
    const isRefused = () => readLead(field => (field.name === name ? undefined : lead(field)));
    expect(required !== undefined).toBe(needed.includes(name));
    if (required) expect(isRefused).toThrow(/^Expected/);
    else expect(isRefused).not.toThrow();
  });
});

describe('an invalid row', () => {
  test.each([
    [
      { fullName: '' },
      'fullName',
      "Expected the agent's name; got nothing; a closing without an agent cannot be listed",
    ],
    [
      { fullName: 'N/A' },
      'fullName',
      'Expected the agent\'s name; got "N/A"; a closing without an agent cannot be listed',
    ],
    [{ zip: '9803' }, 'zip', 'Expected a ZIP code of five digits; got "9803"'],
    [{ zip: '98 030' }, 'zip', 'Expected a ZIP code of five digits; got "98 030"'],
    [{ soldDate: '2026-02-30' }, 'soldDate', 'Expected a day such as 2026-03-09; got "2026-02-30"'],
    [{ soldDate: '2026-03-11' }, 'soldDate', 'Expected a day not after 2026-03-10; got "2026-03-11"'],
    [{ fullName: { first: 'Ada' } }, 'fullName', 'Expected text; got {"first":"Ada"}'],
    [{ address1: 'x'.repeat(201) }, 'address1', `Expected at most 200 characters; got "${'x'.repeat(59)}…`],
  ] satisfies [FlatLead, string, string][])('is refused with its reason: %o', (changes, field, message) => {
    expect(reasonOf(changes)).toMatchObject({ field, message });
  });
});

describe('a cell that cannot be read', () => {
  test.each([
    [{ state: 'XX' }, 'state: Expected a US state such as CA; got "XX"', 'state: place'],
    [
      { city: 'x'.repeat(201) },
      `city: Expected at most 200 characters; got "${'x'.repeat(59)}…`,
      'city: place',
    ],
    [{ price: 'a lot' }, 'price: Expected a number from 0 to 10000000000; got "a lot"'],
    [{ price: '-5' }, 'price: Expected a number from 0 to 10000000000; got "-5"'],
    [{ email: 'ada at example.com' }, 'email: Expected an email address; got "ada at example.com"'],
    [{ phone: '555' }, 'phone: Expected a phone number with all its digits; got "555"'],
    [{ websiteUrl: 'javascript:alert(1)' }, 'websiteUrl: Expected a web address; got "javascript:alert(1)"'],
    [{ sqft: Number.NaN }, 'sqft: Expected a number from 0 to 100000000; got null'],
    [{ teamName: { first: 'Ada' } }, 'teamName: Expected text; got {"first":"Ada"}'],
  ] satisfies [FlatLead, ...string[]][])('is left out and reported: %o', (changes, ...expected) => {
    const notes: string[] = [];
    const lead = readFlat({ ...sourceRow, ...changes }, latest, notes);
    expect(notes).toEqual(expected);
    expect(receivedLead.parse(lead)).toEqual(lead);
  });
});

const unknownWords = [
  '',
  ' ',
  'N/A',
  'n/a',
  'NA',
  'n.a.',
  '-',
  '--',
  '—',
  '$ -',
  '?',
  'none',
  'None',
  'NULL',
  'nan',
  'TBD',
  'Unknown',
  'undisclosed',
  'Not Available',
  'not provided',
  '(none)',
  '[null]',
  '#N/A',
  '#REF!',
  '\u00a0',
  'N / A',
  'no email',
  'withheld',
];

describe('a value that is unknown', () => {
  const optional = leadFields.filter(({ required }) => !required);

  test.each(unknownWords)('written as %j is null in every optional field, without a report', word => {
    const notes: string[] = [];
    const values = Object.fromEntries(optional.map(({ name }) => [name, word]));
    const lead = readFlat({ ...sourceRow, ...values, city: 'Kent', state: 'WA' }, latest, notes);
    expect(notes).toEqual([]);
    expect(lead).toMatchObject({
      agentRole: null,
      city: 'Kent',
      state: 'WA',
      email: null,
      licenseNumber: null,
    });
    expect(lead.property).toMatchObject({ price: null, beds: null, type: null, listedDate: null });
  });

  test('may be 0 where 0 cannot be', () => {
    const zero = {
      email: '0',
      phone: 0,
      licenseNumber: '000000',
      sqft: 0,
      lotSize: '0.00',
      price: 0,
      listedDate: 0,
      brokerageName: '0',
    };
    const lead = read({ ...zero, beds: 0, baths: '0', address2: '0' });
    expect(lead).toMatchObject({ email: null, phone: null, licenseNumber: null, brokerageName: null });
    expect(lead.property).toMatchObject({ sqft: null, lotSize: null, price: null, listedDate: null });
    expect(lead.property).toMatchObject({ beds: 0, baths: 0, address2: '0' });
  });

  test.each([
    'Nora Nullman',
    'None Such Realty',
    'Unknown Heights Realty',
    'NA Realty',
    '#2',
    'Tbilisi',
    'Pendleton',
  ])('is not seen in %j', brokerageName => {
    expect(read({ brokerageName }).brokerageName).toBe(brokerageName);
  });
});

describe('what a spreadsheet did', () => {
  test.each([
    [{ zip: '="98030"' }, 'zip', '98030', 'zip: guard'],
    [{ zip: "'98030" }, 'zip', '98030', 'zip: guard'],
    [{ zip: '98030.0' }, 'zip', '98030', 'zip: digits'],
    [{ zip: '98030-' }, 'zip', '98030'],
    [{ zip: '98030-XXXX' }, 'zip', '98030'],
    [{ zip: '98030+1234' }, 'zip', '98030'],
    [{ zip: 'WA98030' }, 'zip', '98030'],
    [{ zip: '98030, WA' }, 'zip', '98030'],
    [{ zip: '98,030' }, 'zip', '98030', 'zip: digits'],
    [{ zip: '2,134', state: 'MA' }, 'zip', '02134', 'zip: digits', 'zip: zeros'],
    [{ zip: '"98030"' }, 'zip', '98030', 'zip: guard'],
    [{ zip: '98030 1234' }, 'zip', '98030'],
    [{ zip: '980301234' }, 'zip', '98030'],
    [{ zip: '２３４５６', state: 'VA' }, 'zip', '23456', 'zip: digits'],
    [{ zip: '2134', state: 'MA' }, 'zip', '02134', 'zip: zeros'],
    [{ zip: 2134.0, state: 'Massachusetts' }, 'zip', '02134', 'zip: zeros'],
    [{ zip: '0.98030E5'.replace('0.98030E5', '9.8030E4') }, 'zip', '98030', 'zip: digits'],
    [{ mlsId: '7.12930052E8' }, 'mlsId', '712930052', 'mlsId: digits'],
    [{ mlsId: '7129300520.0' }, 'mlsId', '7129300520', 'mlsId: digits'],
  ] satisfies [FlatLead, string, string, ...string[]][])(
    'is repaired in %o',
    (changes, key, value, ...expected) => {
      const notes: string[] = [];
      expect(readFlat({ ...sourceRow, ...changes }, latest, notes).property).toMatchObject({ [key]: value });
      expect(notes).toEqual(expected);
    },
  );

  test.each([{ zip: '2134' }, { zip: '2134', state: 'CA' }, { zip: '9.8E+04' }, { zip: '134', state: 'MA' }])(
    'is refused where it is not certain: %o',
    changes => {
      expect(reasonOf(changes)).toMatchObject({ field: 'zip' });
    },
  );

  test('costs a listing number whose digits are lost, not the row', () => {
    const notes: string[] = [];
    expect(readFlat({ ...sourceRow, mlsId: '7.1293E+09' }, latest, notes).property.mlsId).toBeNull();
    expect(notes).toEqual(['mlsId: Expected a number with all its digits; got "7.1293E+09"']);
  });
});
