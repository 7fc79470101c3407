import { AppError } from '@closingwire/chassis/app-error';
import { filterError, type Token, type TokenKind, tokensOf } from './filter-tokens.ts';

export const operators = ['eq', 'ne', 'gt', 'ge', 'lt', 'le', 'has'] as const;
export type Operator = (typeof operators)[number];

export type Literal =
  | { type: 'string' | 'date' | 'timestamp'; value: string }
  | { type: 'number'; value: number }
  | { type: 'boolean'; value: boolean }
  | { type: 'null'; value: null }
  | { type: 'now'; value: null }
  /** `enumeration` is the qualified name, such as org.reso.metadata.enums.StandardStatus. */
  | { type: 'member'; value: string; enumeration: string };

export type Filter =
  | { kind: 'and' | 'or'; parts: Filter[] }
  | { kind: 'not'; part: Filter }
  | { kind: 'compare'; field: string; operator: Operator; literal: Literal }
  | { kind: 'in'; field: string; literals: Literal[] };

const MAX_LENGTH = 8_000;
const MAX_DEPTH = 50;

/**
 * Parses the part of OData's `$filter` that RESO Web API Core requires. Throws `invalid_filter`, `too_complex`, or
 * `not_supported` for functions, lambdas and arithmetic.
 */
export function parseFilter(text: string): Filter {
  if (text.length > MAX_LENGTH) throw tooComplex(`Expected at most ${MAX_LENGTH} characters in $filter`);
  const reader = readerOf(tokensOf(text));
  const filter = readOr(reader, 0);
  const rest = reader.next();
  if (rest.kind !== 'end') throw unexpected(rest, "the end, 'and' or 'or'");
  return filter;
}

const tooComplex = (message: string) => new AppError('too-large', 'too_complex', message);

type Reader = {
  peek(): Token;
  next(): Token;
  /** Takes the next token if it is this word. */
  takesWord(word: string): boolean;
  take(kind: TokenKind, expected: string): Token;
};

function readerOf(tokens: Token[]): Reader {
  let index = 0;
  const peek = () => tokens[index] ?? { kind: 'end', text: '', at: 0 };
  const next = () => {
    const token = peek();
    index++;
    return token;
  };
  return {
    peek,
    next,
    takesWord(word) {
      const isNext = peek().kind === 'name' && peek().text === word;
      if (isNext) index++;
      return isNext;
    },
    take(kind, expected) {
      const token = next();
      if (token.kind !== kind) throw unexpected(token, expected);
      return token;
    },
  };
}

const unexpected = ({ kind, text, at }: Token, expected: string) =>
  filterError(`Expected ${expected}, got ${kind === 'end' ? 'the end' : JSON.stringify(text)}`, at);

function readOr(reader: Reader, depth: number): Filter {
  return readList(reader, 'or', () => readAnd(reader, depth));
}

function readAnd(reader: Reader, depth: number): Filter {
  return readList(reader, 'and', () => readUnary(reader, depth));
}

function readList(reader: Reader, word: 'and' | 'or', readPart: () => Filter): Filter {
  const first = readPart();
  const parts = [first];
  while (reader.takesWord(word)) parts.push(readPart());
  return parts.length === 1 ? first : { kind: word, parts };
}

function readUnary(reader: Reader, depth: number): Filter {
  if (depth > MAX_DEPTH) throw tooComplex(`Expected at most ${MAX_DEPTH} nested parentheses in $filter`);
  if (reader.takesWord('not')) return { kind: 'not', part: readUnary(reader, depth + 1) };
  if (reader.peek().kind !== 'open') return readComparison(reader);
  reader.next();
  const filter = readOr(reader, depth + 1);
  reader.take('close', "')'");
  return filter;
}

function readComparison(reader: Reader): Filter {
  const left = readOperand(reader);
  if ('field' in left && reader.takesWord('in')) {
    return { kind: 'in', field: left.field, literals: readLiterals(reader) };
  }
  const operator = readOperator(reader, left);
  if (operator === undefined && 'field' in left) {
    return { kind: 'compare', field: left.field, operator: 'eq', literal: { type: 'boolean', value: true } };
  }
  const right = readOperand(reader);
  return comparisonOf(left, operator ?? 'eq', right);
}

const isOperator = (text: string): text is Operator => operators.some(operator => operator === text);
/** OData's arithmetic, which Core does not require. */
const arithmetic = /^(add|sub|mul|div|divby|mod)$/;

/** Returns undefined if the field alone is the condition. */
function readOperator(reader: Reader, left: Operand): Operator | undefined {
  const token = reader.peek();
  const endsHere = token.kind === 'end' || token.kind === 'close' || /^(and|or)$/.test(token.text);
  if ('field' in left && endsHere) return undefined;
  reader.next();
  if (token.kind === 'name' && isOperator(token.text)) return token.text;
  if (arithmetic.test(token.text)) throw notSupported(token);
  throw unexpected(token, `an operator (${operators.join(', ')}, in)`);
}

const notSupported = ({ text, at }: Token) =>
  new AppError(
    'not-implemented',
    'not_supported',
    `$filter: '${text}' at position ${at + 1} is not supported`,
  );

const mirrored: Readonly<Record<Operator, Operator>> = {
  eq: 'eq',
  ne: 'ne',
  gt: 'lt',
  ge: 'le',
  lt: 'gt',
  le: 'ge',
  has: 'has',
};

function comparisonOf(left: Operand, operator: Operator, right: Operand): Filter {
  if ('field' in left && 'literal' in right) {
    return { kind: 'compare', field: left.field, operator, literal: right.literal };
  }
  if ('literal' in left && 'field' in right) {
    return { kind: 'compare', field: right.field, operator: mirrored[operator], literal: left.literal };
  }
  throw new AppError('not-implemented', 'not_supported', '$filter: compare a field with a value');
}

type Operand = { field: string } | { literal: Literal };

function readOperand(reader: Reader): Operand {
  const token = reader.next();
  if (token.kind !== 'name' || isConstant(token.text)) return { literal: literalOf(token) };
  if (reader.peek().kind === 'open') return { literal: readCall(reader, token) };
  if (token.text.includes('/') || token.text.includes('.')) throw notSupported(token);
  return { field: token.text };
}

const isConstant = (text: string) => text === 'true' || text === 'false' || text === 'null';

function readCall(reader: Reader, name: Token): Literal {
  if (name.text !== 'now') throw notSupported(name);
  reader.next();
  reader.take('close', "')'");
  return { type: 'now', value: null };
}

function readLiterals(reader: Reader): Literal[] {
  reader.take('open', "'('");
  const literals = [literalOf(reader.next())];
  while (reader.peek().kind === 'comma') {
    reader.next();
    literals.push(literalOf(reader.next()));
  }
  reader.take('close', "')' or ','");
  return literals;
}

function literalOf(token: Token): Literal {
  const { kind, text } = token;
  if (kind === 'string') return { type: 'string', value: text };
  if (kind === 'number') return { type: 'number', value: Number(text) };
  if (kind === 'date') return { type: 'date', value: realDate(token) };
  if (kind === 'timestamp') return { type: 'timestamp', value: realTimestamp(token) };
  if (kind === 'member') {
    const [enumeration = '', ...value] = text.split(' ');
    return { type: 'member', enumeration, value: value.join(' ') };
  }
  if (kind === 'name' && text === 'null') return { type: 'null', value: null };
  if (kind === 'name' && isConstant(text)) return { type: 'boolean', value: text === 'true' };
  throw unexpected(token, 'a value');
}

function realDate(token: Token): string {
  const date = new Date(`${token.text}T00:00:00Z`);
  if (Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== token.text) {
    throw unexpected(token, 'a day of the calendar');
  }
  return token.text;
}

/** Returns the form of stored timestamps; digits beyond milliseconds are dropped. */
function realTimestamp(token: Token): string {
  const date = new Date(token.text.toUpperCase());
  if (Number.isNaN(date.getTime())) throw unexpected(token, 'a point in time');
  return date.toISOString();
}
