import { leadFields } from '@closingwire/contracts/lead-fields';
import { describe, expect, test } from 'vitest';
import { columnsOf } from './columns.ts';
import { commonColumns, commonSources } from './common-columns.ts';
import { headerKey } from './header-key.ts';

const required = ['address1', 'zip', 'sold_date'];

/** Returns the field of a header in a file with the usual columns. */
function fieldOf(header: string, agent = 'Agent'): string | undefined {
  return columnsOf([agent, ...required, header], {}).fieldOf.at(-1);
}

test('no usual header means two fields', () => {
  const fieldsByKey = new Map<string, Set<string>>();
  const add = (header: string, field: string) => {
    const key = headerKey(header);
    fieldsByKey.set(key, (fieldsByKey.get(key) ?? new Set()).add(field));
  };
  for (const { field, from } of commonSources) for (const header of from) add(header, field);
  // `City` and `State` are the agent's in our own files, and the sale's in others.
  for (const { name, column } of leadFields) for (const header of [name, column]) add(header, name);
  const double = [...fieldsByKey].filter(([, fields]) => fields.size > 1);
  expect(double.map(([key, fields]) => [key, ...fields])).toEqual([]);
});

test('every usual header is read', () => {
  const names = new Set(commonSources.flatMap(({ field, from }) => (field === 'fullName' ? from : [])));
  for (const { field, from } of commonSources) {
    if (field === 'fullName') continue;
    for (const header of from) {
      const agent = [...names].find(name => {
        const { sources } = commonColumns(new Set([headerKey(name)]));
        return sources.some(source => source.field === field && source.from.includes(header));
      });
      expect([header, columnsOf([agent ?? '', header], {}).fieldOf[1]]).toEqual([header, field]);
    }
  }
});

test('a usual header is no second column beside our own', () => {
  const own = leadFields.map(({ column }) => column);
  const ours = leadFields.flatMap(({ name, column, header }) => [name, column, header ?? name]);
  const ourKeys = new Set(ours.map(headerKey));
  for (const header of commonSources.flatMap(({ from }) => from)) {
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
