import { describe, expect, test } from 'vitest';
import { streamed } from '../../test/unpacked.ts';
import { parseMapping } from './mapping.ts';
import { openRows } from './open-rows.ts';
import { rowReader } from './row-reader.ts';

/** Reads a table of one row, given by header. Returns the lead and what is reported. */
async function read(row: Record<string, string>, mapping?: string) {
  const cells = (values: readonly string[]) => values.map(value => `"${value}"`).join(',');
  const body = `${cells(Object.keys(row))}\n${cells(Object.values(row))}\n`;
  const opened = await openRows(streamed(body), { mapping: parseMapping(mapping) });
  const leads: object[] = [];
  const reports: string[] = [];
  const reader = rowReader('2026-03-19', undefined, {
    pass: lead => leads.push(lead),
    reject: ({ message }) => reports.push(message),
    drop: ({ field, message }) => reports.push(`${field}: ${message}`),
    repaired: () => {},
  });
  for await (const rows of opened.rows) reader.take(rows);
  reader.end();
  return { lead: leads[0], reports, ready: opened.form().format.mapping };
}

const redfin = {
  'SALE TYPE': 'PAST SALE',
  'SOLD DATE': 'March-9-2026',
  'PROPERTY TYPE': 'Condo/Co-op',
  ADDRESS: '1 Elm St #2',
  CITY: 'Kent',
  'STATE OR PROVINCE': 'WA',
  'ZIP OR POSTAL CODE': '98030',
  PRICE: '310000',
  BEDS: '2',
  'SQUARE FEET': '900',
  'LOT SIZE': '4356',
  '$/SQUARE FEET': '344',
  'MLS#': '77',
};
const kingCounty = {
  id: '7129300520',
  date: '20141013T000000',
  price: '221900',
  bedrooms: '3',
  bathrooms: '1.5',
  sqft_living: '1180',
  sqft_lot: '5650',
  zipcode: '98178',
};
const newYork = {
  BOROUGH: '1',
  NEIGHBORHOOD: 'CHELSEA',
  'BUILDING CLASS CATEGORY': '10 COOPS - ELEVATOR APARTMENTS',
  ADDRESS: '1 WEST 16TH STREET',
  'ZIP CODE': '10011',
  'GROSS SQUARE FEET': ' -  ',
  'SALE PRICE': '900000',
  'SALE DATE': '2025-08-01 00:00:00',
};
/** The header of the Assessor's parcel sales, joined with two columns of its parcel addresses. */
const cookSales = {
  pin: '14083020191234',
  year: '2024',
  township_code: '73',
  neighborhood_code: '73081',
  class: '299',
  sale_date: 'May 03, 2024',
  is_mydec_date: 'true',
  sale_price: '300000',
  sale_document_num: '2412345678',
  sale_deed_type: 'Warranty',
};
const cookCounty = { ...cookSales, prop_address_full: '1 N ELM ST', prop_address_zipcode_1: '60640' };
const homeHarvest = {
  property_url: 'https://example.com/1',
  mls_id: '78',
  status: 'SOLD',
  style: 'SINGLE_FAMILY',
  full_street_line: '1 Elm St',
  city: 'Kent',
  state: 'WA',
  zip_code: '98030',
  full_baths: '2',
  half_baths: '1',
  last_sold_date: '2026-03-09 00:00:00',
  lot_sqft: '4356',
};
const reso = { ListingId: '79', CloseDate: '2026-03-09', PostalCode: '98030', UnparsedAddress: '1 Elm St' };

describe('a known file', () => {
  test.each([
    [
      'Redfin download',
      { ...redfin, Agent: 'Ann' },
      { property: { soldDate: '2026-03-09', type: 'condo', sqft: 900, lotSize: 0.1, mlsId: '77' } },
    ],
    [
      'King County sales',
      { ...kingCounty, agent_name: 'Ann' },
      { property: { address1: 'Parcel 7129300520', soldDate: '2014-10-13', baths: 1.5, state: 'WA' } },
    ],
    [
      'New York rolling sales',
      { ...newYork, 'LISTING AGENT': 'Ann' },
      { agentRole: 'Listing Agent', property: { city: 'New York', state: 'NY', sqft: null, price: 900_000 } },
    ],
    [
      'Cook County sales',
      { ...cookCounty, agent: 'Ann' },
      { property: { address1: '1 N ELM ST', city: 'Chicago', state: 'IL', soldDate: '2024-05-03' } },
    ],
    [
      'HomeHarvest',
      {
        ...homeHarvest,
        last_sold_price: '310000',
        agent_name: 'Ann',
        agent_phones: "[{'number': '2065550142', 'type': 'Mobile'}]",
        office_name: 'Example Realty',
        office_email: 'office@example.com',
      },
      {
        email: null,
        mobile: '(206) 555-0142',
        brokerageName: 'Example Realty',
        property: { price: 310_000, baths: 2.5 },
      },
    ],
    [
      'HomeHarvest',
      { ...homeHarvest, agent: 'Ann', broker: 'Example Realty', broker_phone: '206-555-0143' },
      { agentRole: 'Listing Agent', brokerageName: 'Example Realty', phone: '(206) 555-0143' },
    ],
    [
      'RESO Data Dictionary',
      { ...reso, ListAgentFullName: 'Ann', ListOfficeName: 'Example', BuyerAgentFullName: 'Bob' },
      { agentRole: 'Listing Agent', brokerageName: 'Example', property: { mlsId: '79' } },
    ],
  ])('of the kind %s is read by its headers', async (kind, row, expected) => {
    const { lead, reports, ready } = await read(row);
    expect([ready, reports]).toEqual([kind, []]);
    expect(lead).toMatchObject({ fullName: 'Ann', ...expected });
  });

  test.each([
    ['Redfin download', redfin, /a download of Redfin names no agents/],
    ['King County sales', kingCounty, /public records name no agents/],
    ['New York rolling sales', newYork, /public records name no agents/],
    ['Cook County sales', cookCounty, /public records name no agents/],
    ['Cook County sales', cookSales, /zip \(a ZIP code of five digits\).*join them by pin/],
  ])('of the kind %s without agents is refused with the reason', async (kind, row, reason) => {
    const refusal = await read(row).catch(error => error);
    expect(refusal).toMatchObject({ code: 'missing_columns' });
    expect(refusal.message).toMatch(/^Missing required columns: full_name \(the agent's name\)/);
    expect(refusal.message).toContain(`'${kind}'`);
    expect(refusal.message).toMatch(reason);
    expect(refusal.message).toMatch(
      /ClosingWire sells contacts of agents, .* Ask the source for a file with agents' names, or map/,
    );
  });
});

const plain = { address1: '1 Elm St', zip: '98030', sold_date: '2026-03-09' };

describe('the columns of an agent', () => {
  test.each([
    [
      { ...redfin, 'LISTING AGENT': 'Ann', 'AGENT EMAIL': 'ann@example.com', 'AGENT PHONE': '206-555-0142' },
      { agentRole: 'Listing Agent', email: 'ann@example.com', phone: '(206) 555-0142' },
    ],
    [
      { ...redfin, 'Agent Name': 'Ann', 'Agent Email': 'ann@example.com', Brokerage: 'Example' },
      { email: 'ann@example.com', brokerageName: 'Example' },
    ],
    [
      { ...plain, listing_agent_name: 'Ann', listing_agent_phone: '206-555-0142', listing_office: 'Example' },
      { phone: '(206) 555-0142', brokerageName: 'Example' },
    ],
    [
      {
        ...plain,
        listAgentFirstName: 'Ann',
        listAgentLastName: 'Example',
        'Listing Agent License #': 'WA-1',
      },
      { fullName: 'Ann Example', licenseNumber: 'WA-1' },
    ],
    [
      { ...plain, "Buyer's Agent": 'Ann', "Buyer's Agent Cell": '206-555-0142', 'Buyer Office': 'Example' },
      { agentRole: 'Buyer Agent', mobile: '(206) 555-0142', brokerageName: 'Example' },
    ],
    [{ ...plain, full_name: 'Ann', agent_email: 'ann@example.com' }, { email: 'ann@example.com' }],
    [
      { ...reso, BuyerAgentFullName: 'Ann', BuyerAgentEmail: 'ann@example.com', ListOfficeName: 'Other' },
      { agentRole: 'Buyer Agent', email: 'ann@example.com', brokerageName: null },
    ],
  ])('are found by their usual names: %j', async (row, expected) => {
    expect((await read(row)).lead).toMatchObject({ fullName: 'Ann', ...expected });
  });

  test.each([
    { ...plain, 'Listing Agent': 'Ann', 'Buyer Agent': 'Bob', 'Buyer Agent Email': 'bob@example.com' },
    { ...plain, full_name: 'Ann', 'Buyer Agent': 'Bob', 'Buyer Agent Email': 'bob@example.com' },
    { ...plain, 'Listing Agent': 'Ann', 'Listing Agent Email': '', 'Selling Agent Email': 'bob@example.com' },
  ])('are not mixed with those of another agent: %j', async row => {
    expect((await read(row)).lead).toMatchObject({ fullName: 'Ann', email: null });
  });

  test('follow the column that a mapping names', async () => {
    const row = {
      ...plain,
      'Buyer Agent': 'Ann',
      'Buyer Agent Email': 'ann@example.com',
      'Listing Agent': 'Bob',
    };
    const { lead } = await read(row, 'Buyer Agent=full_name');
    expect(lead).toMatchObject({ fullName: 'Ann', email: 'ann@example.com', agentRole: 'Buyer Agent' });
  });

  test('are left out if they occur twice, unless they are required', async () => {
    const body =
      'full_name,address1,zip,sold_date,Agent Email,agent_email\nAnn,1 Elm St,98030,2026-03-09,a@example.com,b@example.com';
    const { rows } = await openRows(streamed(body), {});
    const emails: unknown[] = [];
    for await (const some of rows) {
      for (const { lead } of some) emails.push(lead?.({ name: 'email' } as Parameters<typeof lead>[0]));
    }
    expect(emails).toEqual([undefined]);
  });
});

test.each([
  ['Dear team\nplease find the leads', 'Dear team', 1],
  ['Report of May\n\nCustomer,Phone number,Remarks\nAnn,1,x', 'Customer, Phone number, Remarks', 3],
  ['a,b,c\nlast sold price,2,3\n', 'a, b, c', 1],
])('a text without a known header is refused by its widest line: %j', async (text, shown, line) => {
  const { rows } = await openRows(streamed(text), {});
  const readAll = async () => {
    for await (const _ of rows);
  };
  await expect(readAll()).rejects.toMatchObject({
    code: 'missing_columns',
    message: expect.stringMatching(
      new RegExp(
        `^Expected a header with full_name \\(the agent's name\\), .*; got '${shown}' in line ${line}\\. Map its`,
      ),
    ),
  });
});
