import { createParser } from 'nuqs';

/** As in the API. */
const LAST = 100_000;

/** Parses a page number in the URL; invalid numbers become the nearest valid one. */
export const pageParser = createParser({
  parse: text => (/^-?\d+$/.test(text) ? Math.min(Math.max(Number(text), 1), LAST) : null),
  serialize: String,
}).withDefault(1);
