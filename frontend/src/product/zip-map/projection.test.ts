import { describe, expect, test } from 'vitest';
import {
  circleShape,
  emptiestCorner,
  nearest,
  nextPoint,
  type Outline,
  projectState,
  spreadOut,
} from './projection.ts';

/** Approximately Colorado: 7 degrees wide, 4 high. */
const box: Outline = {
  type: 'Polygon',
  coordinates: [
    [
      [-109, 41],
      [-102, 41],
      [-102, 37],
      [-109, 37],
      [-109, 41],
    ],
  ],
};
const heights = { minHeightPx: 200, maxHeightPx: 480 };

describe('the projection of a state', () => {
  test('keeps every place inside the frame', () => {
    const { project, heightPx } = projectState(box, 640, heights);
    for (const [north, east] of [
      [41, -109],
      [41, -102],
      [37, -109],
      [37, -102],
      [39, -105.5],
    ] as const) {
      const [x, y] = project(north, east);
      expect(x).toBeGreaterThanOrEqual(13);
      expect(x).toBeLessThanOrEqual(627);
      expect(y).toBeGreaterThanOrEqual(13);
      expect(y).toBeLessThanOrEqual(heightPx - 13);
    }
  });

  test('has north up and east on the right', () => {
    const { project } = projectState(box, 640, heights);
    const [denver, pueblo] = [project(39.74, -104.99), project(38.25, -104.61)];
    expect(denver[1]).toBeLessThan(pueblo[1]);
    expect(denver[0]).toBeLessThan(pueblo[0]);
  });

  test('preserves proportions', () => {
    const { project } = projectState(box, 640, heights);
    const [a, north, east] = [project(39, -105.5), project(39.5, -105.5), project(39, -105)];
    const ratio = Math.hypot(east[0] - a[0], east[1] - a[1]) / Math.hypot(north[0] - a[0], north[1] - a[1]);
    // A degree of longitude is shorter by the cosine of the latitude.
    expect(ratio).toBeCloseTo(Math.cos((39 * Math.PI) / 180), 1);
  });

  test('stays within the permitted heights', () => {
    expect(projectState(box, 2_000, heights).heightPx).toBe(480);
    expect(projectState(box, 120, heights).heightPx).toBe(200);
  });
});

describe('a circle', () => {
  const { project, cornersOf } = projectState(box, 640, heights);
  const circle = { latitude: 39, longitude: -105.5, miles: 50 };
  const [[left, top], [right, bottom]] = cornersOf(circleShape(circle));

  test('has its middle at the place', () => {
    const [x, y] = project(39, -105.5);
    expect((left + right) / 2).toBeCloseTo(x, 1);
    expect((top + bottom) / 2).toBeCloseTo(y, 1);
  });

  test('is as wide as its miles', () => {
    // A degree of latitude is 69.1 miles.
    const degrees = 50 / 69.0934;
    const [, south] = project(39 - degrees, -105.5);
    const [, north] = project(39 + degrees, -105.5);
    expect(bottom - top).toBeCloseTo(south - north, 1);
    expect(right - left).toBeCloseTo(bottom - top, 0);
  });
});

describe('the emptiest corner', () => {
  const corner = (...points: [number, number][]) => emptiestCorner(points, [400, 300], [60, 160]);

  test('is at the bottom right by default', () => {
    expect(corner()).toMatchObject({ corner: 'right bottom', box: [340, 140, 400, 300] });
  });

  test('has the fewest dots', () => {
    expect(corner([390, 290])).toMatchObject({ corner: 'right top', box: [340, 0, 400, 160] });
    expect(corner([390, 290], [390, 10], [390, 150])).toMatchObject({ corner: 'left bottom' });
  });
});

describe('the dots', () => {
  test('of one place are side by side', () => {
    const points = spreadOut(Array.from({ length: 150 }, () => [100, 100] as const));
    expect(points[0]).toEqual([100, 100]);
    expect(new Set(points.map(([x, y]) => `${x.toFixed(2)} ${y.toFixed(2)}`)).size).toBe(150);
    for (const [x, y] of points) expect(Math.hypot(x - 100, y - 100)).toBeLessThan(6);
  });

  test('are found near the pointer', () => {
    const points = [
      [10, 10],
      [20, 10],
    ] as const;
    expect(nearest(points, [14, 10], 8)).toBe(0);
    expect(nearest(points, [16, 10], 8)).toBe(1);
    expect(nearest(points, [40, 10], 8)).toBe(-1);
  });

  test('are traversed with the arrow keys', () => {
    const points = [
      [0, 0],
      [10, 2],
      [12, -1],
      [0, 10],
    ] as const;
    expect(nextPoint(points, 0, 'right')).toBe(1);
    expect(nextPoint(points, 1, 'right')).toBe(-1);
    expect(nextPoint(points, 0, 'down')).toBe(3);
    expect(nextPoint(points, 0, 'left')).toBe(-1);
    expect(nextPoint(points, 2, 'left')).toBe(0);
  });
});
