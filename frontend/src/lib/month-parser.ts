import { createParser } from 'nuqs';

/** Parses a month in the URL: its first day, as in the API. Invalid texts become ''. */
export const monthParser = createParser({
  parse: text => (/^\d{4}-(0[1-9]|1[0-2])-01$/.test(text) ? text : null),
  serialize: String,
}).withDefault('');
