import pg from 'pg';

const INT8 = 20;
const NUMERIC = 1700;
const DATE = 1082;

/** A number when it is exact as one, else the text as Postgres wrote it. */
const int8 = (text: string): number | string => {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : text;
};

const numeric = (text: string): number | string => {
  const digits = text.replace(/[-.]/g, '').replace(/^0+/, '');
  return digits.length <= 15 ? Number(text) : text;
};

const parsers = new Map<number, (text: string) => unknown>([
  [INT8, int8],
  [NUMERIC, numeric],
  // A calendar day has no time zone; a Date would shift it.
  [DATE, text => text],
]);

/** int8 and numeric become numbers where a number is exact; date stays `YYYY-MM-DD`. */
export const typeParsers: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => {
    const parser = format === 'binary' ? undefined : parsers.get(oid);
    return parser ?? pg.types.getTypeParser(oid, format);
  },
};
