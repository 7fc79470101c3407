import { leadField } from '@closingwire/contracts/lead-fields';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FieldError } from '../reading/fields.ts';
import { leadReader } from '../reading/read-lead.ts';
import { addressOf } from './address.ts';
import { closingsOf, type FeedRow } from './closings-of.ts';
import { type ResoRow, usedFields } from './reso-fields.ts';

const sale: ResoRow = {
  ListingKey: 'K1',
  ListingId: '20117',
  StandardStatus: 'Closed',
  PropertyType: 'Residential',
  PropertySubType: 'SingleFamilyResidence',
  ClosePrice: 640_000,
  CloseDate: '2026-03-09',
  ModificationTimestamp: '2026-03-10T10:00:00.000Z',
  UnparsedAddress: '2961 Cedar St, Kent, WA 98030',
  City: 'Kent',
  StateOrProvince: 'WA',
  PostalCode: '98030',
  BedroomsTotal: 3,
  BathroomsFull: 2,
  BathroomsHalf: 1,
  LivingArea: 1_800,
  LotSizeSquareFeet: 43_560,
  ListAgentKey: 'M1',
  BuyerAgentKey: 'M2',
  BuyerAgentFullName: 'Bo Example',
  BuyerOfficeName: 'Other Realty',
};
const members = new Map<string, ResoRow>([
  [
    'M1',
    {
      MemberKey: 'M1',
      MemberFirstName: 'Zoë',
      MemberLastName: 'Example',
      MemberEmail: 'zoe@example.com',
      MemberMobilePhone: '206-555-0142',
      MemberDirectPhone: 'N/A',
      MemberOfficePhone: '206-555-0101',
      MemberOfficePhoneExt: '12',
      MemberStateLicense: '20117',
      MemberStateLicenseState: 'OR',
      OfficeKey: 'O1',
    },
  ],
]);
const offices = new Map<string, ResoRow>([
  [
    'O1',
    {
      OfficeKey: 'O1',
      OfficeName: 'Example Realty',
      OfficePhone: '206-555-0100',
      OfficeAddress1: '12 Main St',
      OfficeCity: 'Portland',
      OfficeStateOrProvince: 'OR',
      OfficePostalCode: '97201',
    },
  ],
]);
const rowsOf = (changes: object = {}) => closingsOf({ ...sale, ...changes }, members, offices);

/** Reads a row as the reading layer does. */
function read({ values }: FeedRow) {
  const dropped: string[] = [];
  const reader = leadReader('2026-03-19', {
    repaired: () => {},
    dropped: field => void dropped.push(field.name),
  });
  return { lead: reader(({ name }) => values[name], 'month-first'), dropped };
}

describe('the rows of a listing', () => {
  it('join the agent with the directory', () => {
    const [listing] = rowsOf().map(read);
    expect(listing?.dropped).toEqual([]);
    expect(listing?.lead).toMatchObject({
      fullName: 'Zoë Example',
      agentRole: 'Listing Agent',
      licenseNumber: '20117',
      brokerageName: 'Example Realty',
      email: 'zoe@example.com',
      mobile: '(206) 555-0142',
      phone: '(206) 555-0101',
      phoneExtension: '12',
      officeAddress: '12 Main St, Portland, OR 97201',
      state: 'OR',
      property: {
        address1: '2961 Cedar St',
        address2: null,
        zip: '98030',
        price: 640_000,
        baths: 2.5,
        lotSize: 1,
        type: 'home',
        mlsId: '20117',
      },
      sourceType: 'SingleFamilyResidence',
    });
  });

  it('use the names of the listing without a directory', () => {
    const buyer = rowsOf()[1];
    expect(buyer?.values).toMatchObject({
      fullName: 'Bo Example',
      agentRole: 'Buyer Agent',
      brokerageName: 'Other Realty',
      email: null,
    });
  });

  it.each([
    { ListAgentKey: null },
    { BuyerAgentFullName: 'NON-MEMBER' },
    { BuyerAgentFullName: 'Unrepresented Buyer' },
    { BuyerAgentFullName: ' N/A ' },
  ])('leave out agents without a name: %j', changes => {
    expect(rowsOf(changes).length).toBeLessThan(2);
  });

  it('leave out an agent whom the server hides', () => {
    const hidden = new Map([['M1', { ...members.get('M1'), MlgCanView: false }]]);
    expect(closingsOf(sale, hidden, offices).map(({ values }) => values.fullName)).toEqual(['Bo Example']);
  });
});

describe('the kind of a listing', () => {
  it.each([
    ['Residential Lease', undefined],
    ['ResidentialLease', undefined],
    ['CommercialLease', undefined],
    ['Land', undefined],
    ['Lots And Land', undefined],
    ['Residential', 'UnimprovedLand'],
    ['Residential', 'Unimproved Land'],
  ])('gives no row for %s, %s', (PropertyType, PropertySubType) => {
    expect(rowsOf({ PropertyType, PropertySubType })).toEqual([]);
  });

  it.each([
    ['Residential', 'Manufactured On Land'],
    ['Residential', 'ManufacturedOnLand'],
    ['Farm', 'Ranch'],
    ['CommercialSale', 'Office'],
    ['ResidentialIncome', 'Duplex'],
    [null, null],
  ])('gives rows for %s, %s', (PropertyType, PropertySubType) => {
    expect(rowsOf({ PropertyType, PropertySubType })).toHaveLength(2);
  });

  it.each([
    { StandardStatus: 'Active' },
    { StandardStatus: 'Active Under Contract' },
    { MlgCanView: false },
    { ListingKey: null },
  ])('gives no row with %j', changes => {
    expect(rowsOf(changes)).toEqual([]);
  });

  it.each([
    [{ PropertySubType: 'Single Family Residence' }, 'home'],
    [{ PropertySubType: 'StockCooperative' }, 'condo'],
    [{ PropertySubType: 'Stock Cooperative' }, 'condo'],
    [{ PropertySubType: null, PropertyType: 'ResidentialIncome' }, 'multi'],
    [{ PropertySubType: 'Agriculture', PropertyType: 'Commercial Sale' }, 'commercial'],
  ])('decides the type of %j', (changes, type) => {
    const [row] = rowsOf(changes);
    expect(row && read(row).lead.property.type).toBe(type);
  });

  it('leaves square feet for square meters', () => {
    expect(rowsOf({ LivingArea: 100, LivingAreaUnits: 'SquareMeters' })[0]?.values.sqft).toBe(1_076);
    expect(rowsOf({ LivingArea: 100, LivingAreaUnits: 'Square Meters' })[0]?.values.sqft).toBe(1_076);
  });
});

describe('an address', () => {
  it.each([
    [{ UnparsedAddress: '12 Oak St', UnitNumber: '4' }, '12 Oak St', '4'],
    [{ UnparsedAddress: '12 Oak St Unit 4, Kent, WA 98030', City: 'Kent' }, '12 Oak St', '4'],
    [{ UnparsedAddress: '12 Oak St #4B Kent WA 98030' }, '12 Oak St #4B Kent', null],
    [{ UnparsedAddress: '12 Kent St, KENT, WA', City: 'Kent' }, '12 Kent St', null],
    [{ UnparsedAddress: '12 Oak St, Apt. 4B', City: 'Kent' }, '12 Oak St', '4B'],
    [
      { UnparsedAddress: null, StreetNumber: '12', StreetName: 'Nat', StreetSuffix: 'Ave' },
      '12 Nat Ave',
      null,
    ],
    [
      {
        StreetNumber: '5',
        StreetDirPrefix: 'N',
        StreetName: 'Oak',
        StreetSuffix: 'St',
        StreetDirSuffix: 'E',
      },
      '5 N Oak St E',
      null,
    ],
    [{ UnparsedAddress: 'N/A', StreetNumber: 5, StreetName: 'Oak' }, '5 Oak', null],
    [{ UnparsedAddress: 'Unit 4' }, 'Unit 4', null],
    [{ StreetNumber: '12' }, null, null],
  ])('of %j is read', (row, address1, address2) => {
    expect(addressOf(row)).toEqual({ address1, address2 });
  });
});

describe('any value in any field', () => {
  const value = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.double(),
    fc.integer(),
    fc.boolean(),
    fc.constantFrom(null, undefined, 'N/A', '-', '$&', '(((', 'Closed'),
    fc.array(fc.string()),
    fc.object(),
  );
  const rowWith = (fields: readonly string[], base: ResoRow) =>
    fc.dictionary(fc.constantFrom(...fields), value).map((changes): ResoRow => ({ ...base, ...changes }));

  it('never throws, and the reading layer refuses only what a closing needs', () => {
    const any = fc.tuple(
      rowWith(
        usedFields.Property.filter(field => !['StandardStatus', 'ListingKey'].includes(field)),
        sale,
      ),
      rowWith(usedFields.Member, members.get('M1') ?? {}),
      rowWith(usedFields.Office, offices.get('O1') ?? {}),
    );
    fc.assert(
      fc.property(any, ([property, member, office]) => {
        const rows = closingsOf(property, new Map([['M1', member]]), new Map([['O1', office]]));
        for (const row of rows) {
          try {
            read(row);
          } catch (error) {
            expect(error).toBeInstanceOf(FieldError);
            expect(leadField[(error as FieldError).field].required ?? 'place').toEqual(expect.any(String));
          }
        }
      }),
      { numRuns: 500 },
    );
  });
});
