import { createParser } from 'nuqs';

/** The last page number that the API takes. */
const LAST = 100_000;

/** A page number in the address. One that cannot be is read as the nearest that can. */
export const pageParser = createParser({
  parse: text => (/^-?\d+$/.test(text) ? Math.min(Math.max(Number(text), 1), LAST) : null),
  serialize: String,
}).withDefault(1);
