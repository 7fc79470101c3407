import { geoBounds, geoCentroid, geoCircle, geoConicEqualArea, geoPath } from 'd3-geo';
import type { MultiLineString, MultiPolygon, Polygon } from 'geojson';

export type Outline = Polygon | MultiPolygon;
export type Point = readonly [x: number, y: number];

/** The places within some miles of a point; coordinates in degrees. */
export type Circle = { latitude: number; longitude: number; miles: number };

export type StateProjection = {
  heightPx: number;
  /** Returns the `d` attribute of a path. */
  pathOf: (shape: Outline | MultiLineString) => string;
  /** Returns the two corners of the shape's box. */
  cornersOf: (shape: Outline) => readonly [Point, Point];
  project: (north: number, east: number) => Point;
};

const PADDING_PX = 14;

/**
 * Projects a state as large as the frame permits. The projection preserves areas, so equal densities look equal. It is
 * rotated to the state's center, so that north is up and Alaska is one piece.
 */
export function projectState(
  outline: Outline,
  widthPx: number,
  { minHeightPx, maxHeightPx }: { minHeightPx: number; maxHeightPx: number },
): StateProjection {
  const [middleEast] = geoCentroid(outline);
  const [[, south], [, north]] = geoBounds(outline);
  const projection = geoConicEqualArea()
    .parallels([south + (north - south) / 6, north - (north - south) / 6])
    .rotate([-middleEast, 0]);
  const innerWidth = Math.max(1, widthPx - 2 * PADDING_PX);
  projection.fitWidth(innerWidth, outline);
  const [[, top], [, bottom]] = geoPath(projection).bounds(outline);
  const heightPx = Math.round(Math.min(maxHeightPx, Math.max(minHeightPx, bottom - top + 2 * PADDING_PX)));
  projection.fitExtent(
    [
      [PADDING_PX, PADDING_PX],
      [widthPx - PADDING_PX, heightPx - PADDING_PX],
    ],
    outline,
  );
  return {
    heightPx,
    pathOf: shape => geoPath(projection)(shape) ?? '',
    cornersOf: shape => geoPath(projection).bounds(shape),
    project: (latitude, longitude) => projection([longitude, latitude]) ?? [Number.NaN, Number.NaN],
  };
}

const MILES_PER_DEGREE = 69.0934;

export const circleShape = ({ latitude, longitude, miles }: Circle): Polygon =>
  geoCircle()
    .center([longitude, latitude])
    .radius(miles / MILES_PER_DEGREE)
    .precision(3)();

const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));
const SPREAD_PX = 0.45;

/** Returns the points; those at the same place are arranged in a spiral. */
export function spreadOut(points: readonly Point[]): Point[] {
  const seen = new Map<string, number>();
  return points.map(([x, y]) => {
    const key = `${x.toFixed(1)} ${y.toFixed(1)}`;
    const before = seen.get(key) ?? 0;
    seen.set(key, before + 1);
    const radius = SPREAD_PX * Math.sqrt(before);
    return [x + radius * Math.cos(before * GOLDEN_ANGLE), y + radius * Math.sin(before * GOLDEN_ANGLE)];
  });
}

const squared = (x: number, y: number) => x * x + y * y;

/** Returns the index of the nearest point within `withinPx`, or -1. */
export function nearest(points: readonly Point[], [x, y]: Point, withinPx: number): number {
  let found = -1;
  let best = withinPx * withinPx;
  points.forEach(([px, py], index) => {
    const distance = squared(px - x, py - y);
    if (distance > best) return;
    best = distance;
    found = index;
  });
  return found;
}

export type Corner = 'right bottom' | 'right top' | 'left bottom' | 'left top';

/** Returns the corner whose box of this size has the fewest points, and the box. */
export function emptiestCorner(
  points: readonly Point[],
  [width, height]: Point,
  [boxWidth, boxHeight]: Point,
): { corner: Corner; box: readonly [left: number, top: number, right: number, bottom: number] } {
  const corners: Corner[] = ['right bottom', 'right top', 'left bottom', 'left top'];
  const [best] = corners
    .map(corner => {
      const left = corner.startsWith('right') ? width - boxWidth : 0;
      const top = corner.endsWith('bottom') ? height - boxHeight : 0;
      const box = [left, top, left + boxWidth, top + boxHeight] as const;
      const within = points.filter(([x, y]) => x >= box[0] && x <= box[2] && y >= box[1] && y <= box[3]);
      return { corner, box, count: within.length };
    })
    .toSorted((a, b) => a.count - b.count);
  return best ?? { corner: 'right bottom', box: [width - boxWidth, height - boxHeight, width, height] };
}

export type Direction = 'left' | 'right' | 'up' | 'down';

const headings: Record<Direction, Point> = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] };

/**
 * Returns the index of the closest point in a direction, or -1. Sideways distance counts double; points more than 51°
 * off the direction do not count.
 */
export function nextPoint(points: readonly Point[], from: number, direction: Direction): number {
  const [dx, dy] = headings[direction];
  const [x, y] = points[from] ?? [0, 0];
  let found = -1;
  let best = Number.POSITIVE_INFINITY;
  points.forEach(([px, py], index) => {
    const along = (px - x) * dx + (py - y) * dy;
    if (index === from || along <= 0) return;
    const aside = squared(px - x, py - y) - along * along;
    const cost = along * along + 4 * aside;
    if (aside > along * along * 1.5 || cost >= best) return;
    best = cost;
    found = index;
  });
  return found;
}
