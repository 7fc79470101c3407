import { describe, expect, test } from 'vitest';
import { citiesOf, namesInSight } from './map-names.ts';

const zip = (city: string, north: number, east: number, zipCode = '78701') => ({
  dot: { zipCode, city, coordinates: [north, east] as const, kind: 'free' as const },
  point: [0, 0] as const,
});

describe('the cities of the dots', () => {
  test('are ranked by their ZIPs', () => {
    const dots = [zip('Marfa', 30.3, -104), zip('Austin', 30.2, -97.7), zip('Austin', 30.4, -97.8)];
    expect(citiesOf(dots.map(({ dot }) => dot)).map(({ name, zips }) => [name, zips])).toEqual([
      ['Austin', 2],
      ['Marfa', 1],
    ]);
  });

  test('are where most of their ZIPs are', () => {
    const dots = [zip('Salem', 40, -80), zip('Salem', 40.1, -80), zip('Salem', 44, -90)];
    expect(citiesOf(dots.map(({ dot }) => dot))[0]?.coordinates).toEqual([40.1, -80]);
  });

  test('leave out ZIPs without a place', () => {
    expect(citiesOf([{ city: 'Austin', coordinates: null }])).toEqual([]);
  });
});

describe('the names in sight', () => {
  const counties = [{ name: 'Travis', coordinates: [30.3, -97.8] as const, widthDegrees: 0.8 }];
  const cities = citiesOf([zip('Austin', 30.2, -97.7).dot]);
  const at = (pxPerDegree: number, dots = [zip('Austin', 30.2, -97.7)]) =>
    namesInSight({
      cities,
      counties,
      dots,
      toScreen: ([north, east]) => [east * pxPerDegree, -north * pxPerDegree],
    }).map(({ text }) => text);

  test('include a county that is as wide as its name', () => {
    expect(at(100)).toEqual(['Austin', 'TRAVIS', '78701']);
    expect(at(20)).toEqual(['Austin', '78701']);
  });

  test('include codes unless there are too many', () => {
    const many = Array.from({ length: 301 }, (_, index) => zip('Austin', 30, -97, String(10_000 + index)));
    expect(at(20, many)).toEqual(['Austin']);
    expect(at(20, many.slice(1))).toHaveLength(301);
  });
});
