import { expect, it } from 'vitest';
import { countyName, geonamesZips } from './geonames.ts';

it.each([
  ['Travis', 'TX', 'Travis County'],
  ['Orleans', 'LA', 'Orleans Parish'],
  ['East Baton Rouge Parish', 'LA', 'East Baton Rouge Parish'],
  ['Aleutians East', 'AK', 'Aleutians East Borough'],
  ['Nome (CA)', 'AK', 'Nome Census Area'],
  ['Baltimore (city)', 'MD', 'Baltimore City'],
  ['Colonial Heights (city', 'VA', 'Colonial Heights City'],
  ['City and Borough of Wrangell', 'AK', 'Wrangell Borough'],
  ['Carson City (city)', 'NV', 'Carson City'],
  ['City of Richmond', 'VA', 'Richmond City'],
  ['City and County of San Francisco', 'CA', 'San Francisco County'],
  ['District of Columbia', 'DC', 'District of Columbia'],
])('a county %j of %s is called %j', (name, state, called) => {
  expect(countyName(name, state)).toBe(called);
});

it('no county of the file keeps signs of the file or two words for a county', async () => {
  const names = new Set<string>();
  for await (const { county } of geonamesZips()) names.add(county);
  expect(names.size).toBeGreaterThan(1_800);
  expect(
    [...names].filter(name => /[()]|^City |^$|(County|Borough|Parish) (County|Borough|Parish)$/.test(name)),
  ).toEqual([]);
});
