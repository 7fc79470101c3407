import type { Closing } from '@closingwire/contracts/lead';
import { closingExample } from '@closingwire/contracts/lead-delivery';
import { dashboardFileFields, leadFields } from '@closingwire/contracts/lead-fields';
import { describe, expect, it } from 'vitest';
import { toCsv } from '../../../lib/csv.ts';
import { leadColumns, leadFile, leadListColumns as listColumns } from './lead-csv.ts';

const closingColumns = leadColumns(dashboardFileFields);
const leadListColumns = listColumns(leadFields);
const zipAgentColumns = leadColumns(leadFields);

const agent: Closing = {
  ...closingExample(),
  id: '0192f0c1-0000-7000-8000-000000000001',
  fullName: 'Ada Example',
  agentRole: 'Buyer Agent',
  licenseNumber: 'WA-1',
  brokerageName: 'Example & Co.',
  teamName: 'The Examples',
  email: 'ada@example.com',
  mobile: '(206) 555-0142',
  phone: '(206) 555-0143',
  websiteUrl: 'https://ada.example.com/',
  facebookUrl: 'https://facebook.example.com/ada',
  linkedinUrl: 'https://linkedin.example.com/ada',
  officeAddress: '1 Main St',
  city: 'Renton',
  state: 'WA',
  searchCompleted: true,
  property: {
    ...closingExample().property,
    address1: '1 Elm St',
    address2: 'Unit 7',
    city: 'Kent',
    state: 'WA',
    zip: '98030',
    price: 221_900,
    soldDate: '2026-03-17',
    beds: 3,
    baths: 2.25,
    sqft: 1_180,
    type: 'condo',
    mlsId: 'M1',
    listedDate: '2026-02-01',
    lotSize: 0.13,
  },
};

const header =
  'License Number,Brokerage,Email,Mobile,Phone,Website URL,Facebook URL,LinkedIn URL,City,State,Property Address,Property City,Property State,Property ZIP,Sale Price,Sale Date,Bedrooms,Bathrooms,Square Feet,Property Type,MLS ID,Lot Size (acres)';
const cells =
  'WA-1,Example & Co.,ada@example.com,(206) 555-0142,(206) 555-0143,https://ada.example.com/,https://facebook.example.com/ada,https://linkedin.example.com/ada,Renton,WA,1 Elm St,Kent,WA,98030,221900,2026-03-17,3,2.25,1180,condo,M1,0.13';

describe('the export of a lead list', () => {
  it('has 23 columns and no agent role', () => {
    expect(toCsv(leadListColumns, [agent])).toBe(`Agent Name,${header}\r\nAda Example,${cells}\r\n`);
    expect(leadListColumns).toHaveLength(23);
  });

  it('has 24 columns on the agents page', () => {
    expect(toCsv(zipAgentColumns, [agent])).toBe(
      `Agent Name,Agent Role,${header}\r\nAda Example,Buyer Agent,${cells}\r\n`,
    );
    expect(zipAgentColumns).toHaveLength(24);
  });

  it('leaves the cell of an undisclosed price empty', () => {
    const undisclosed = { ...agent, property: { ...agent.property, price: null } };
    expect(toCsv(leadListColumns, [undisclosed])).toContain(',98030,,2026-03-17,');
  });
});

const closing = {
  ...closingExample(),
  id: '0192f0c1-0000-7000-8000-000000000001',
  fullName: 'Renée "Ren" Adams, Jr.',
  agentRole: 'Listing Agent',
  licenseNumber: 'WA-1',
  brokerageName: '=HYPERLINK("x")',
  teamName: null,
  email: 'ren@example.com',
  mobile: '+1 (206) 555-0192',
  phone: null,
  websiteUrl: null,
  facebookUrl: null,
  linkedinUrl: null,
  officeAddress: null,
  city: 'Seattle',
  state: 'WA',
  searchCompleted: true,
  property: {
    ...closingExample().property,
    address1: '1 Alder St',
    address2: null,
    city: 'Seattle',
    state: 'WA',
    zip: '98101',
    price: 538000,
    soldDate: '2026-11-20',
    beds: 3,
    baths: 2.25,
    sqft: null,
    type: 'home' as const,
    mlsId: null,
    listedDate: null,
    lotSize: null,
  },
};

describe('the export of closings', () => {
  it('has the nineteen columns in their order', () => {
    expect(closingColumns.map(({ header }) => header).join(', ')).toBe(
      'Agent Name, Brokerage, Email, Mobile, Phone, City, State, Facebook URL, LinkedIn URL, Property Address, Property City, Property State, Property ZIP, Sale Price, Sale Date, Bedrooms, Bathrooms, Square Feet, Property Type',
    );
  });

  it('leaves an undisclosed price empty', () => {
    const undisclosed = { ...closing, property: { ...closing.property, price: null } };
    expect(toCsv(closingColumns, [undisclosed]).split('\r\n')[1]).toMatch(/,WA,98101,,2026-11-20,3,/);
  });

  it('writes one safe line for each closing', () => {
    expect(toCsv(closingColumns, [closing]).split('\r\n')[1]).toBe(
      `"Renée ""Ren"" Adams, Jr.","'=HYPERLINK(""x"")",ren@example.com,(206) 555-0192,,Seattle,WA,,,1 Alder St,Seattle,WA,98101,538000,2026-11-20,3,2.25,,home`,
    );
  });
});

describe('the column of sources', () => {
  const fileOf = (pages: readonly (readonly string[] | undefined)[][]) => {
    const file = leadFile(leadListColumns);
    for (const page of pages) file.add(page.map(sources => ({ ...agent, sources: sources && [...sources] })));
    return file.text();
  };

  it('is left out while no source must be named', () => {
    const plain = toCsv(leadListColumns, [agent, agent]);
    expect(fileOf([[[], undefined]])).toBe(plain);
    expect(fileOf([[[]], [undefined]])).toBe(plain);
  });

  it.each([
    ['the first page', [[['Example MLS'], []], [[]]], ['Example MLS', '', '']],
    ['the last page', [[[], undefined], [['A, B', '=C']]], ['', '', '"A, B; =C"']],
    ['a name like a formula', [[['=A']]], [`"'=A"`]],
  ])('is the last one of all rows with a name in %s', (_, pages, names) => {
    const lines = names.map(name => `Ada Example,${cells},${name}\r\n`);
    expect(fileOf(pages)).toBe(`Agent Name,${header},Source\r\n${lines.join('')}`);
  });
});

describe('the column of call warnings', () => {
  const fileOf = (closings: readonly Closing[]) => {
    const file = leadFile(leadListColumns);
    file.add(closings);
    return file.text();
  };

  it('is left out while every phone may be called', () => {
    expect(fileOf([{ ...agent, mustNotCall: null }, agent])).toBe(toCsv(leadListColumns, [agent, agent]));
  });

  it('names each phone that must not be called', () => {
    const marked: Closing = {
      ...agent,
      mustNotCall: [
        { field: 'mobile', state: 'do-not-call' },
        { field: 'phone', state: 'wrong' },
      ],
      sources: ['Example MLS'],
    };
    expect(fileOf([agent, marked])).toBe(
      [
        `Agent Name,${header},Call Warning,Source`,
        `Ada Example,${cells},,`,
        `Ada Example,${cells},Mobile: do not call; Phone: wrong number,Example MLS`,
        '',
      ].join('\r\n'),
    );
  });
});
