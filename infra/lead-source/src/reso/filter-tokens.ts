import { AppError } from '@closingwire/chassis/app-error';

export type TokenKind =
  | 'name'
  | 'string'
  | 'member'
  | 'number'
  | 'date'
  | 'timestamp'
  | 'open'
  | 'close'
  | 'comma'
  | 'end';
/** `text` of a string is its value; of a member it is `Namespace.Enumeration` and, after a blank, the value. */
export type Token = { kind: TokenKind; text: string; at: number };

/** In this order: a date begins like a number, and the name of an enumeration like that of a field. */
const patterns: readonly [TokenKind, RegExp][] = [
  ['timestamp', /\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,12})?)?(?:Z|[+-]\d\d:\d\d)(?![\w.])/iy],
  ['date', /\d{4}-\d\d-\d\d(?![\w.:-])/y],
  ['number', /[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?(?![\w.-])/iy],
  ['member', /[a-z_][\w.]*'(?:[^']|'')*'/iy],
  ['string', /'(?:[^']|'')*'/y],
  ['name', /[a-z_]\w*(?:[./]\w+)*/iy],
  ['open', /\(/y],
  ['close', /\)/y],
  ['comma', /,/y],
];

/** Throws `invalid_filter` for text that is no token, such as a string without its end. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  for (;;) {
    while (text[at] === ' ' || text[at] === '\t') at++;
    if (at >= text.length) return [...tokens, { kind: 'end', text: '', at }];
    const [kind, found] = tokenAt(text, at);
    tokens.push({ kind, text: textOf(kind, found), at });
    at += found.length;
  }
}

function tokenAt(text: string, at: number): [TokenKind, string] {
  for (const [kind, pattern] of patterns) {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) return [kind, found];
  }
  throw filterError(
    `Expected a field, an operator or a value, got ${JSON.stringify(text.slice(at, at + 20))}`,
    at,
  );
}

const unquoted = (text: string) => text.slice(1, -1).replaceAll("''", "'");

function textOf(kind: TokenKind, found: string): string {
  if (kind === 'string') return unquoted(found);
  if (kind !== 'member') return found;
  const quote = found.indexOf("'");
  return `${found.slice(0, quote)} ${unquoted(found.slice(quote))}`;
}

export const filterError = (message: string, at: number): AppError =>
  new AppError('invalid', 'invalid_filter', `${message}, at position ${at + 1} of $filter`);
