import { describe, expect, test } from 'vitest';
import { propertyTypeOf } from './property-type.ts';

const words: Record<string, string[]> = {
  home: [
    'home',
    'House',
    'Single Family',
    'Single Family Residential',
    'SINGLE_FAMILY',
    'SingleFamilyResidence',
    'Single Family Detached',
    'Detached Single',
    'Townhouse',
    'TOWNHOMES',
    'Townhouse/Rowhouse',
    'Mobile/Manufactured Home',
    'Manufactured In Park',
    'ManufacturedHome',
    'Residential',
    'SFR',
    'Farm/Ranch',
    'Cabin',
    '01 ONE FAMILY DWELLINGS',
    'Patio Home',
    'Modular Home',
    'Manufactured On Land',
    'PUD',
    'TWN',
    'Half Duplex',
    'Townhouse, Low Rise (1-3 Stories)',
    'Halfplex',
    'Zero Lot Line',
    'Brownstone',
  ],
  condo: [
    'condo',
    'Condo/Co-op',
    'CONDOS',
    'CONDO_TOWNHOME',
    'Condominium',
    'CND',
    'StockCooperative',
    'Co-op',
    'Apartment',
    'Loft',
    '13 CONDOS - ELEVATOR APARTMENTS',
    '10 COOPS - ELEVATOR APARTMENTS',
    'Apartment Unit',
    'High-Rise',
    'Tenancy in Common',
  ],
  multi: [
    'multi',
    'Multi-Family',
    'Multi-Family (2-4 Unit)',
    'Multi-Family (5+ Unit)',
    'MULTI_FAMILY',
    'Duplex',
    'Triplex',
    'Multiplex',
    'Quadruplex',
    'Residential Income',
    '02 TWO FAMILY DWELLINGS',
    '07 RENTALS - WALKUP APARTMENTS',
    '14 RENTALS - 4-10 UNIT',
    'Apartment Building',
    '2 to 4 Units',
  ],
  commercial: [
    'Commercial Sale',
    'CommercialSale',
    'Office',
    '21 OFFICE BUILDINGS',
    '22 STORE BUILDINGS',
    'Mixed Use',
    'Business Opportunity',
    'Retail',
    'Warehouse',
  ],
};

describe('a property type', () => {
  test.each(Object.entries(words).flatMap(([type, list]) => list.map(word => [word, type])))(
    'of %s is %s',
    (word, type) => {
      expect(propertyTypeOf(word)).toBe(type);
    },
  );

  test.each([
    'Vacant Land',
    'Land',
    'Lots/Land',
    '05 TAX CLASS 1 VACANT LAND',
    '44 CONDO PARKING',
    'Timeshare',
    'Other',
    'Residential Lease',
    '王',
    '',
  ])('of %j is unknown', word => {
    expect(propertyTypeOf(word)).toBeNull();
  });
});
