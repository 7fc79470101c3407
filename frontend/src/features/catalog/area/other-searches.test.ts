import { expect, it } from 'vitest';
import { otherSearches } from './other-searches.ts';

const found = { total: 3, zipCodes: [], counties: [{ name: 'Travis County', zips: 54 }], circle: null };

const searches = (search: string, area: Parameters<typeof otherSearches>[1]) =>
  otherSearches(search, area).map(other => other.search);

it('offers the county and the miles around a ZIP or a city', () => {
  for (const place of ['78701', 'Austin', 'Austin, TX']) {
    expect(searches(place, found)).toEqual([
      'Travis County',
      `within 5 miles of ${place}`,
      `within 10 miles of ${place}`,
      `within 25 miles of ${place}`,
      `within 50 miles of ${place}`,
    ]);
  }
});

it('offers other miles around the same place', () => {
  const circle = { latitude: 30, longitude: -97, miles: 10 };
  expect(searches('within 10 miles of 78701', { ...found, counties: [], circle })).toEqual([
    'within 5 miles of 78701',
    'within 25 miles of 78701',
    'within 50 miles of 78701',
  ]);
});

it('offers no miles around the start of a ZIP, a county or nothing', () => {
  expect(searches('787', found)).toEqual(['Travis County']);
  expect(searches('Travis County', { ...found, counties: [] })).toEqual([]);
  expect(searches('Atlantis', { ...found, total: 0, counties: [] })).toEqual([]);
});

it('offers a county whose name no city has', () => {
  expect(searches('Travis', { ...found, total: 0 })).toEqual(['Travis County']);
});
