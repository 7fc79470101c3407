import { agentExample } from '@closingwire/contracts/lead-delivery';
import { describe, expect, it } from 'vitest';
import { toCsv } from '../../../lib/csv.ts';
import { closingColumns } from './closing-csv.ts';

const closing = {
  ...agentExample(),
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
    ...agentExample().property,
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

  it('leaves the price empty where none is disclosed', () => {
    const undisclosed = { ...closing, property: { ...closing.property, price: null } };
    expect(toCsv(closingColumns, [undisclosed]).split('\r\n')[1]).toMatch(/,WA,98101,,2026-11-20,3,/);
  });

  it('writes one safe line for each closing', () => {
    expect(toCsv(closingColumns, [closing]).split('\r\n')[1]).toBe(
      `"Renée ""Ren"" Adams, Jr.","'=HYPERLINK(""x"")",ren@example.com,(206) 555-0192,,Seattle,WA,,,1 Alder St,Seattle,WA,98101,538000,2026-11-20,3,2.25,,home`,
    );
  });
});
