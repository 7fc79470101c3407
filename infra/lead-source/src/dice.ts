import { createHash } from 'node:crypto';
import { base, en, Faker } from '@faker-js/faker';

/** Chance that falls the same way for the same words, on every machine and every day. */
export function diceOf(...words: string[]): Faker {
  const seed = createHash('sha256').update(words.join('\n')).digest().readUInt32BE();
  const faker = new Faker({ locale: [en, base] });
  faker.seed(seed);
  return faker;
}
