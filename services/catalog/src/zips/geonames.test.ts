import { expect, it } from 'vitest';
import { countyName } from './geonames.ts';

it.each([
  ['Travis', 'TX', 'Travis County'],
  ['Orleans', 'LA', 'Orleans Parish'],
  ['East Baton Rouge Parish', 'LA', 'East Baton Rouge Parish'],
  ['Aleutians East', 'AK', 'Aleutians East Borough'],
  ['Nome (CA)', 'AK', 'Nome Census Area'],
  ['Baltimore (city)', 'MD', 'Baltimore City'],
  ['Carson City (city)', 'NV', 'Carson City'],
  ['City of Richmond', 'VA', 'Richmond City'],
  ['City and County of San Francisco', 'CA', 'San Francisco County'],
  ['District of Columbia', 'DC', 'District of Columbia'],
])('a county %j of %s is called %j', (name, state, called) => {
  expect(countyName(name, state)).toBe(called);
});
