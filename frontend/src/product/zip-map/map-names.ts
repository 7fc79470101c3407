import type { Dot } from './dot.ts';
import type { County } from './packed-shape.ts';
import { type Candidate, widthOf } from './place-labels.ts';
import type { Point } from './projection.ts';

type Coordinates = readonly [north: number, east: number];
export type City = { name: string; zips: number; coordinates: Coordinates };

/** Larger cities of a state are set larger. */
const LARGE_CITIES = 8;
const GAP_PX = 11;
const COUNTY_GAP_PX = 16;
/** A county is wider than its name by this factor. */
const COUNTY_ROOM = 1.5;
/** A disc with a number is larger than a dot. */
const DISC_GAP_PX = 25;
/** With more dots there is no room for their codes. */
const MOST_CODES = 300;

const middleOf = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Returns the cities by their number of ZIPs. The median ignores a village elsewhere with the same name. */
export function citiesOf(dots: readonly Pick<Dot, 'city' | 'coordinates'>[]): City[] {
  const places = new Map<string, Coordinates[]>();
  for (const { city, coordinates } of dots) {
    if (!coordinates || city === '') continue;
    const known = places.get(city);
    if (known) known.push(coordinates);
    else places.set(city, [coordinates]);
  }
  return [...places]
    .map(
      ([name, of]): City => ({
        name,
        zips: of.length,
        coordinates: [middleOf(of.map(([north]) => north)), middleOf(of.map(([, east]) => east))],
      }),
    )
    .toSorted((a, b) => b.zips - a.zips);
}

type Sight = {
  cities: readonly City[];
  counties: readonly County[];
  /** Dots and their points on the screen. */
  dots: readonly { dot: Dot; point: Point }[];
  toScreen: (coordinates: Coordinates) => Point;
};

/** Returns the names that the map could show, the most useful first. */
export function namesInSight({ cities, counties, dots, toScreen }: Sight): Candidate[] {
  const named = cities.map(
    ({ name, zips, coordinates }, rank): Candidate => ({
      id: `city ${name}`,
      kind: rank < LARGE_CITIES && zips > 1 ? 'city' : 'town',
      text: name,
      at: toScreen(coordinates),
      gapPx: GAP_PX,
      isImportant: zips > 2,
    }),
  );
  const ofCounties = counties.flatMap(({ name, coordinates, widthDegrees }): Candidate[] => {
    const [north, east] = coordinates;
    const [west, farEast] = [-1, 1].map(side => toScreen([north, east + (side * widthDegrees) / 2]));
    const candidate: Candidate = {
      id: `county ${name} ${east}`,
      kind: 'county',
      text: name.toUpperCase(),
      at: toScreen(coordinates),
      gapPx: COUNTY_GAP_PX,
      isImportant: true,
    };
    const isWide = (farEast?.[0] ?? 0) - (west?.[0] ?? 0) > widthOf(candidate) * COUNTY_ROOM;
    return isWide ? [candidate] : [];
  });
  const codes = (dots.length > MOST_CODES ? [] : dots).map(
    ({ dot, point }): Candidate => ({
      id: `zip ${dot.zipCode}`,
      kind: 'zip',
      text: dot.zipCode,
      at: point,
      gapPx: dot.count === undefined ? GAP_PX : DISC_GAP_PX,
      isImportant: false,
    }),
  );
  const ranked = cities.findIndex(({ zips }) => zips < 3);
  const large = Math.max(LARGE_CITIES, ranked === -1 ? cities.length : ranked);
  return [...named.slice(0, large), ...ofCounties, ...named.slice(large), ...codes];
}
