import { states } from '@closingwire/contracts/reference';
import { geoArea, geoContains } from 'd3-geo';
import { describe, expect, test } from 'vitest';
import { unpackShape } from '../src/product/zip-map/packed-shape.ts';
import { shapeOf } from './state-outlines-plugin.ts';

describe.each([...Object.keys(states), 'DC'])('the shape of %s', code => {
  const { outline, counties } = unpackShape(shapeOf(code));

  test('is a part of the country, not the rest of the globe', () => {
    // Steradians; Alaska has 0.037.
    expect(geoArea(outline)).toBeGreaterThan(0.000_003);
    expect(geoArea(outline)).toBeLessThan(0.04);
  });

  test('contains the names of its counties', () => {
    for (const {
      name,
      coordinates: [north, east],
      widthDegrees,
    } of counties) {
      expect(name).not.toBe('');
      expect(widthDegrees).toBeGreaterThan(0);
      expect(widthDegrees).toBeLessThan(40);
      // Names of bent counties are beside the shore.
      const isNear = [0, -0.25, 0.25].some(step => geoContains(outline, [east + step, north]));
      expect(isNear, name).toBe(true);
    }
  });
});

test('Texas has 254 counties with their borders', () => {
  const { counties, borders } = unpackShape(shapeOf('TX'));
  expect(counties).toHaveLength(254);
  expect(counties.map(({ name }) => name)).toContain('Travis');
  expect(borders.coordinates.length).toBeGreaterThan(200);
});
