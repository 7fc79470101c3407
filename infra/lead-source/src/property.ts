import type { Property } from '@closingwire/contracts/lead';
import { addDays } from '@closingwire/contracts/state-days';
import type { Faker } from '@faker-js/faker';
import { marketOf, type Zip } from './market.ts';

type Type = 'home' | 'condo' | 'multi' | 'commercial';
type Range = { min: number; max: number };

/** `priceFactor` is relative to a home; `lot` is in acres. */
const kinds: Record<
  Type,
  { weight: number; priceFactor: number; sqft: Range; beds: Range | null; lot: Range | null }
> = {
  home: {
    weight: 62,
    priceFactor: 1,
    sqft: { min: 1050, max: 3900 },
    beds: { min: 2, max: 5 },
    lot: { min: 0.1, max: 1.2 },
  },
  condo: { weight: 21, priceFactor: 0.7, sqft: { min: 550, max: 1700 }, beds: { min: 1, max: 3 }, lot: null },
  multi: {
    weight: 11,
    priceFactor: 1.45,
    sqft: { min: 1800, max: 5200 },
    beds: { min: 4, max: 9 },
    lot: { min: 0.1, max: 0.6 },
  },
  commercial: {
    weight: 6,
    priceFactor: 2.4,
    sqft: { min: 1500, max: 14_000 },
    beds: null,
    lot: { min: 0.15, max: 3 },
  },
};

/** States that do not publish sale prices. */
const nonDisclosure = new Set(['AK', 'ID', 'KS', 'LA', 'MO', 'MS', 'MT', 'ND', 'NM', 'TX', 'UT', 'WY']);
const UNDISCLOSED_SHARE = 0.6;

const types = (Object.keys(kinds) as Type[]).map(value => ({ value, weight: kinds[value].weight }));

const between = ({ min, max }: Range, share: number) => min + (max - min) * share;

/** Makes up a property that was sold in this ZIP on this day. */
export function propertyIn(
  { zipCode, city, state }: Zip,
  soldDate: string,
  mlsId: string,
  random: Faker,
): Property {
  const type = random.helpers.weightedArrayElement(types);
  const { priceFactor, sqft, beds, lot } = kinds[type];
  const size = random.number.float({ min: 0, max: 1 }) ** 1.4;
  const price =
    marketOf(state).medianUsd *
    priceFactor *
    (0.6 + 1.1 * size) *
    random.number.float({ min: 0.85, max: 1.2 });
  const isDisclosed =
    !nonDisclosure.has(state) || random.number.float({ min: 0, max: 1 }) >= UNDISCLOSED_SHARE;
  const bedCount = beds && Math.round(between(beds, size));
  return {
    address1: `${random.number.int({ min: 12, max: 9899 })} ${random.location.street()}`,
    address2: type === 'condo' ? `Unit ${random.number.int({ min: 1, max: 48 })}` : null,
    city,
    state,
    zip: zipCode,
    price: isDisclosed ? Math.round(price / 500) * 500 : null,
    soldDate,
    beds: bedCount,
    baths: bedCount && Math.max(1, bedCount - random.helpers.arrayElement([0, 0.5, 1, 1.5])),
    sqft: Math.round(between(sqft, size) / 10) * 10,
    type,
    mlsId,
    listedDate: addDays(soldDate, -random.number.int({ min: 21, max: 95 })),
    lotSize: lot && Number(between(lot, random.number.float({ min: 0, max: 1 }) ** 2).toFixed(2)),
  };
}
