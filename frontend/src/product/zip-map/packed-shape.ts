import type { MultiLineString, MultiPolygon } from 'geojson';

/** About 100 m: finer than a line on the screen. */
export const UNITS_PER_DEGREE = 1_000;

/** Steps east and north in units, one after the other; the first pair is the place itself. */
type PackedLine = number[];

/** A state's shape as it is loaded: steps are half the bytes of coordinates. */
export type PackedShape = {
  outline: PackedLine[][];
  /** Lines between counties. */
  borders: PackedLine[];
  /** In units; the width is from west to east. */
  counties: [name: string, north: number, east: number, width: number][];
};

/** A place in degrees. */
export type County = {
  name: string;
  coordinates: readonly [north: number, east: number];
  widthDegrees: number;
};

export type StateShape = { outline: MultiPolygon; borders: MultiLineString; counties: readonly County[] };

/** Packs places; those that follow at the same unit are omitted. */
export function packLine(places: readonly (readonly number[])[]): PackedLine {
  const line: PackedLine = [];
  let [lastEast, lastNorth] = [0, 0];
  for (const [eastDegrees = 0, northDegrees = 0] of places) {
    const east = Math.round(eastDegrees * UNITS_PER_DEGREE);
    const north = Math.round(northDegrees * UNITS_PER_DEGREE);
    if (line.length > 0 && east === lastEast && north === lastNorth) continue;
    line.push(east - lastEast, north - lastNorth);
    [lastEast, lastNorth] = [east, north];
  }
  return line;
}

function unpackLine(line: PackedLine): [east: number, north: number][] {
  const places: [number, number][] = [];
  let [east, north] = [0, 0];
  for (let index = 0; index < line.length; index += 2) {
    east += line[index] ?? 0;
    north += line[index + 1] ?? 0;
    places.push([east / UNITS_PER_DEGREE, north / UNITS_PER_DEGREE]);
  }
  return places;
}

/** Returns the shape in degrees. */
export const unpackShape = ({ outline, borders, counties }: PackedShape): StateShape => ({
  outline: { type: 'MultiPolygon', coordinates: outline.map(rings => rings.map(unpackLine)) },
  borders: { type: 'MultiLineString', coordinates: borders.map(unpackLine) },
  counties: counties.map(([name, north, east, width]) => ({
    name,
    coordinates: [north / UNITS_PER_DEGREE, east / UNITS_PER_DEGREE],
    widthDegrees: width / UNITS_PER_DEGREE,
  })),
});
