import { AppError } from '@closingwire/chassis/app-error';
import type { Dialect } from './dialects.ts';
import { ENUMERATION_NAMESPACE, type EnumerationName, memberLabeled, membersOf } from './enumerations.ts';
import type { Field, Resource, Row, Value } from './fields.ts';
import type { Filter, Literal, Operator } from './filter-parser.ts';

export type Predicate = (row: Row) => boolean;

type Context = {
  resource: Resource;
  fields: Readonly<Record<string, Field>>;
  dialect: Dialect;
  now: string;
};

/**
 * Compiles a filter into a function of a row. As in OData, only `eq` and `ne` match null. Throws `invalid_filter` for an
 * unknown field, a value of another type, and what the dialect refuses.
 */
export function predicateOf(filter: Filter, context: Context): Predicate {
  switch (filter.kind) {
    case 'and':
      return allOf(filter.parts.map(part => predicateOf(part, context)));
    case 'or': {
      const parts = filter.parts.map(part => predicateOf(part, context));
      return row => parts.some(part => part(row));
    }
    case 'not': {
      const part = predicateOf(filter.part, context);
      return row => !part(row);
    }
    case 'in': {
      const { field, literals } = filter;
      const values = new Set(literals.map(literal => literalValue(field, literal, context)));
      return row => values.has(row[field] ?? null);
    }
    case 'compare': {
      const { field, operator, literal } = filter;
      const value = literalValue(field, literal, context);
      if (operator === 'has' && !fieldOf(field, context).enumeration) {
        throw wrong(`'has' needs an enumeration, '${field}' is none`);
      }
      return comparison(field, operator, value);
    }
  }
}

function allOf(parts: Predicate[]): Predicate {
  const [first, second, ...rest] = parts;
  if (first && second && rest.length === 0) return row => first(row) && second(row);
  return row => parts.every(part => part(row));
}

type Comparable = string | number | boolean;

function comparison(field: string, operator: Operator, literal: Value): Predicate {
  if (operator === 'eq') return row => row[field] === literal;
  if (operator === 'ne') return row => row[field] !== literal;
  if (literal === null) return () => false;
  if (operator === 'has') return row => row[field] === literal;
  const than: Comparable = literal;
  const compared = (test: (value: Comparable) => boolean) => (row: Row) => {
    const value = row[field] ?? null;
    return value !== null && test(value);
  };
  switch (operator) {
    case 'gt':
      return compared(value => value > than);
    case 'ge':
      return compared(value => value >= than);
    case 'lt':
      return compared(value => value < than);
    case 'le':
      return compared(value => value <= than);
  }
}

const wrong = (message: string) => new AppError('invalid', 'invalid_filter', `$filter: ${message}`);

function fieldOf(name: string, { resource, fields, dialect }: Context): Field {
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (!field) throw wrong(`${resource.name} has no field '${name}'; see $metadata`);
  if (dialect.searchable && !dialect.searchable.test(name)) throw wrong(`'${name}' is not searchable here`);
  return field;
}

const literalTypes: Readonly<Record<Field['type'], readonly Literal['type'][]>> = {
  string: ['string'],
  integer: ['number'],
  decimal: ['number'],
  date: ['date'],
  timestamp: ['timestamp', 'now', 'date'],
  boolean: ['boolean'],
};

/** Returns the literal as rows store it. A label that no member has becomes a text that no row has. */
function literalValue(name: string, literal: Literal, context: Context): Value {
  const field = fieldOf(name, context);
  if (literal.type === 'null') return null;
  if (field.enumeration) return memberOf(name, field.enumeration, literal, context);
  if (!literalTypes[field.type].includes(literal.type)) {
    throw wrong(`'${name}' is of type ${field.type}, the value is of type ${literal.type}`);
  }
  if (literal.type === 'now') return context.now;
  if (field.type === 'timestamp' && literal.type === 'date') return `${literal.value}T00:00:00.000Z`;
  return literal.value;
}

function memberOf(
  name: string,
  enumeration: EnumerationName,
  literal: Literal,
  { dialect }: Context,
): string {
  if (literal.type !== 'string' && literal.type !== 'member') {
    throw wrong(`'${name}' takes a member of ${enumeration}, the value is of type ${literal.type}`);
  }
  if (dialect.enumerations === 'labels') {
    if (literal.type === 'member') throw wrong(`'${name}' is a string here: write '${literal.value}'`);
    return memberLabeled(enumeration, literal.value) ?? `${literal.value} (no member)`;
  }
  if (literal.type === 'member' && literal.enumeration !== `${ENUMERATION_NAMESPACE}.${enumeration}`) {
    throw wrong(`'${name}' is of type ${ENUMERATION_NAMESPACE}.${enumeration}`);
  }
  if (!Object.hasOwn(membersOf(enumeration), literal.value)) {
    throw wrong(`${enumeration} has no member '${literal.value}'`);
  }
  return literal.value;
}

/** Returns the conditions that every matching row fulfils. */
export const conjunctsOf = (filter: Filter | undefined): readonly Filter[] => {
  if (!filter) return [];
  return filter.kind === 'and' ? filter.parts.flatMap(conjunctsOf) : [filter];
};

/** Returns the number of `or` in the filter. */
export function countOrs(filter: Filter): number {
  if (filter.kind === 'not') return countOrs(filter.part);
  if (filter.kind !== 'and' && filter.kind !== 'or') return 0;
  const own = filter.kind === 'or' ? filter.parts.length - 1 : 0;
  return filter.parts.reduce((sum, part) => sum + countOrs(part), own);
}

/** Returns the only keys that matching rows can have, or undefined if the filter does not limit them. */
export function keysOf(filter: Filter | undefined, key: string): string[] | undefined {
  for (const part of conjunctsOf(filter)) {
    const isEqual = part.kind === 'compare' && part.operator === 'eq' && part.field === key;
    const literals = isEqual ? [part.literal] : part.kind === 'in' && part.field === key ? part.literals : [];
    if (literals.length > 0) return literals.map(({ value }) => String(value));
  }
  return undefined;
}

/** A range of ModificationTimestamp, both ends inclusive. */
export type TimeRange = { from: string; to: string };

/** Returns the range that contains every matching row, for a search by the index of ModificationTimestamp. */
export function timeRangeOf(filter: Filter | undefined): TimeRange {
  const range = { from: '', to: '~' };
  for (const part of conjunctsOf(filter)) {
    if (part.kind !== 'compare' || part.field !== 'ModificationTimestamp') continue;
    const { operator, literal } = part;
    if (literal.type !== 'timestamp') continue;
    if (/^(gt|ge|eq)$/.test(operator) && literal.value > range.from) range.from = literal.value;
    if (/^(lt|le|eq)$/.test(operator) && literal.value < range.to) range.to = literal.value;
  }
  return range;
}
