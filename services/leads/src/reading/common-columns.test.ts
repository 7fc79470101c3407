import { leadFields } from '@closingwire/contracts/lead-fields';
import { describe, expect, test } from 'vitest';
import { columnsOf, missingFields } from './columns.ts';
import { commonColumns, commonSources } from './common-columns.ts';
import { headerKey } from './header-key.ts';

const required = ['address1', 'zip', 'sold_date'];

/** Returns the field of a header in a file with the usual columns. */
function fieldOf(header: string, agent = 'Agent'): string | undefined {
  return columnsOf([agent, ...required, header], {}).fieldOf.at(-1);
}

const headersIn = (from: readonly string[]) => from.flatMap(names => names.split('|'));

test('no usual header means two fields', () => {
  const fieldsByKey = new Map<string, Set<string>>();
  const add = (header: string, field: string) => {
    const key = headerKey(header);
    fieldsByKey.set(key, (fieldsByKey.get(key) ?? new Set()).add(field));
  };
  for (const { field, from } of commonSources) for (const header of headersIn(from)) add(header, field);
  // `City` and `State` are the agent's in our own files, and the sale's in others.
  for (const { name, column } of leadFields) for (const header of [name, column]) add(header, name);
  const double = [...fieldsByKey].filter(([, fields]) => fields.size > 1);
  expect(double.map(([key, fields]) => [key, ...fields])).toEqual([]);
});

test.each(['role', 'Role', 'ROLE', 'Agent Role', 'agent_role'])('%s is the role of the agent', header => {
  expect(fieldOf(header)).toBe('agentRole');
  expect(fieldOf(header, 'Full Name')).toBe('agentRole');
});

test('every usual header is read', () => {
  const names = new Set(
    commonSources.flatMap(({ field, from }) => (field === 'fullName' ? headersIn(from) : [])),
  );
  for (const { field, from } of commonSources) {
    if (field === 'fullName') continue;
    for (const header of headersIn(from)) {
      const agent = [...names].find(name => {
        const { sources } = commonColumns(new Set([headerKey(name)]));
        return sources.some(source => source.field === field && headersIn(source.from).includes(header));
      });
      expect([header, columnsOf([agent ?? '', header], {}).fieldOf[1]]).toEqual([header, field]);
    }
  }
});

test('a usual header is no second column beside our own', () => {
  const own = leadFields.map(({ column }) => column);
  const ours = leadFields.flatMap(({ name, column, header }) => [name, column, header ?? name]);
  const ourKeys = new Set(ours.map(headerKey));
  for (const header of commonSources.flatMap(({ from }) => headersIn(from))) {
    if (ourKeys.has(headerKey(header))) continue;
    expect(() => columnsOf([...own, header], {}), header).not.toThrow();
  }
});

describe('a usual header', () => {
  test.each([
    ...['License', 'License #', 'Lic #', 'License No', 'Lic. No.', 'Agent License', 'State License'],
    ...['LICENSE_NUMBER', 'Agent Lic #', 'Agent License No.'],
  ])('of a license is read: %s', header => {
    expect(fieldOf(header)).toBe('licenseNumber');
  });

  test.each([
    ['Cell', 'mobile'],
    ['Agent Cell Number', 'mobile'],
    ['Office Phone', 'phone'],
    ['E-mail Address', 'email'],
    ['Company', 'brokerageName'],
    ['Firm Name', 'brokerageName'],
    ['Team', 'teamName'],
    ['Website', 'websiteUrl'],
    ['Town', 'city'],
    ['State Code', 'state'],
    ['Unit #', 'address2'],
    ['Selling Price', 'price'],
    ['List Date', 'listedDate'],
    ['MLS No.', 'mlsId'],
    ['# Beds', 'beds'],
    ['Total Baths', 'baths'],
    ['Living Area', 'sqft'],
    ['Acres', 'lotSize'],
    ['Lot SqFt', 'lotSize'],
    ['Property Subtype', 'type'],
  ])('%s is read as %s', (header, field) => {
    expect(fieldOf(header)).toBe(field);
  });

  test.each(['Realtor', 'Agent Name', 'Salesperson'])('of an agent is read: %s', agent => {
    expect(columnsOf([agent, ...required], {}).fieldOf[0]).toBe('fullName');
  });

  test.each([
    ...['License Expiration', 'License Type', 'List Price', 'Price per SqFt', 'Status', 'Remarks'],
    ...['Owner Phone', 'Mailing Address', 'Year Built', 'Recording Date', 'Days on Market', 'County'],
  ])('of something else is not read: %s', header => {
    expect(fieldOf(header)).toBeUndefined();
  });

  test('of an agent belongs to the agent who is named', () => {
    expect(fieldOf('License', 'Buyer Agent')).toBe('licenseNumber');
    expect(fieldOf('Listing Agent License', 'Buyer Agent')).toBeUndefined();
  });

  test('beside our own column is no second column', () => {
    const headers = ['full_name', ...required, 'License Number', 'License', 'Mobile', 'Cell'];
    expect(columnsOf(headers, {}).fieldOf.slice(4)).toEqual([
      'licenseNumber',
      undefined,
      'mobile',
      undefined,
    ]);
  });
});

describe('first and last name', () => {
  const ofSale = ['address1', 'zip', 'sold_date', 'First Name', 'Last Name'];
  const cells = ['1 Elm St', '98030', '2026-03-09', 'Ann', 'Roe', 'L1'];

  test.each(['License #', 'Brokerage', 'Office Name'])('are those of the agent beside %s', header => {
    expect(columnsOf([...ofSale, header], {}).computed.fullName?.(cells)).toBe('Ann Roe');
  });

  test('of anybody are not those of an agent', () => {
    expect(columnsOf([...ofSale, 'Email'], {}).computed.fullName).toBeUndefined();
  });

  test.each(['First Name', 'Last Name'])('are read together when %s is mapped to the name', header => {
    const columns = columnsOf(ofSale, { [header]: 'fullName' });
    expect(columns.computed.fullName?.(cells)).toBe('Ann Roe');
    expect(columns.noteOf[3]).toBe('First and last name together');
  });
});

test('parts of an address are joined', () => {
  const headers = ['Agent', 'zip', 'sold_date', 'Street Number', 'Street Name', 'Street Suffix'];
  const { computed } = columnsOf(headers, {});
  expect(computed.address1?.(['Ann', '98030', '2026-03-09', '12', 'Elm', 'St'])).toBe('12 Elm St');
});

describe('an export of a program of MLSs', () => {
  test.each([
    'MLS Number,Address,City,State,Zip Code,Sold Price,Closing Date,Listing Agent Full Name,Listing Agent Email,Listing Agent Direct Work Phone,Listing Office Name,Beds Total,Sq Ft Total',
    'List Number,Street #,Street Dir,Street Name,Street Type,Zip Code,Sold Price,Sold Date,Listing Member Name,Listing Member Email,Listing Office Name',
    'MLS #,Address,Zip,Sold Date,Sold Price,Listing Agent - Agent Name,Listing Agent - E-mail,Listing Agent - Phone,Listing Office 1 - Office Name',
    'ML#,Address,City,Zip,COE Date,Sold Price,LA Name,LA Email,LA Phone,LA License,LO Name,BR,BA,Sq Ft',
    'Address,Unit #,Zip,Last Sale Recording Date,Last Sale Amount,MLS Agent Name,MLS Agent Phone,MLS Agent E-Mail,MLS Brokerage Name',
  ])('is read without a mapping: %s', line => {
    const headers = line.split(',');
    const columns = columnsOf(headers, {});
    expect(missingFields(columns)).toEqual([]);
    expect(headers.filter((_, index) => !columns.fieldOf[index])).toEqual([]);
  });

  test('has the number of the house in the address, once', () => {
    const headers = ['Agent', 'zip', 'sold_date', 'Street Number', 'Street Number Numeric', 'Street Name'];
    const { computed } = columnsOf(headers, {});
    expect(computed.address1?.(['Ann', '98030', '2026-03-09', '12A', '12', 'Elm St'])).toBe('12A Elm St');
  });

  test('is not known by `LA` alone, nor a day of sale by `Sold`', () => {
    expect(columnsOf(['Agent', 'LA', 'Sold'], {}).fieldOf).toEqual(['fullName', undefined, undefined]);
  });
});
