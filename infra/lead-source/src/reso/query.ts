import { AppError } from '@closingwire/chassis/app-error';
import type { Dialect } from './dialects.ts';
import type { Field, Resource, Value } from './fields.ts';
import { type Filter, parseFilter } from './filter-parser.ts';
import { conjunctsOf, countOrs } from './filter-predicate.ts';
import type { OrderTerm } from './select-rows.ts';

/** The system query options of a request for rows. */
export type Query = {
  filter: Filter | undefined;
  /** By default every field. */
  select: readonly string[] | undefined;
  expand: readonly string[];
  order: readonly OrderTerm[];
  pageSize: number;
  /** Rows that may follow on this page and later; Infinity by default. */
  remaining: number;
  skip: number;
  after: readonly Value[] | undefined;
  wantsCount: boolean;
  wantsLabels: boolean;
};

type Context = {
  dialect: Dialect;
  resource: Resource;
  fields: Readonly<Record<string, Field>>;
  /** From `Prefer: odata.maxpagesize`. */
  maxPageSize: number | undefined;
  /** Whether the path names one row, which needs no filter. */
  isForOneRow: boolean;
};

const known = new Set([
  '$filter',
  '$select',
  '$expand',
  '$orderby',
  '$top',
  '$skip',
  '$skiptoken',
  '$count',
  '$format',
]);

const wrong = (message: string) => new AppError('invalid', 'invalid_query', message);

/** Reads the query options of a URL. Throws `invalid_query`, `invalid_filter`, `too_complex` or `not_supported`. */
export function readQuery(options: URLSearchParams, context: Context): Query {
  checkNames(options);
  const { dialect, resource } = context;
  const filter = readFilter(options.get('$filter'), context);
  const select = fieldList('$select', options.get('$select'), context);
  const expand = expandList(options.get('$expand'), resource);
  const order = orderOf(options.get('$orderby'), context);
  const top = wholeNumber('$top', options.get('$top'));
  const max = maxOf(dialect, { isKeysOnly: isKeysOnly(select, resource), hasExpand: expand.length > 0 });
  if (top !== undefined && top > max && dialect.refusesLargeTop)
    throw wrong(`Expected $top of at most ${max}`);
  const token = readToken(options.get('$skiptoken'), order);
  return {
    filter,
    select,
    expand,
    order,
    pageSize: Math.min(pageSize(top, context), max),
    remaining:
      token?.remaining ??
      (dialect.isTopPageSize ? Number.POSITIVE_INFINITY : (top ?? Number.POSITIVE_INFINITY)),
    skip: readSkip(options.get('$skip'), dialect),
    after: token?.after,
    wantsCount: readBoolean('$count', options.get('$count')),
    wantsLabels: options.get('PrettyEnums') === 'true',
  };
}

function checkNames(options: URLSearchParams): void {
  const names = [...options.keys()].filter(name => name.startsWith('$'));
  const unknown = names.find(name => !known.has(name));
  if (unknown)
    throw new AppError('not-implemented', 'not_supported', `The option ${unknown} is not supported`);
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated) throw wrong(`Expected the option ${repeated} once`);
  const format = options.get('$format');
  if (format !== null && !/^(json|application\/json(;.*)?)$/.test(format)) {
    throw new AppError('unsupported', 'unsupported_format', 'Expected $format=json');
  }
}

function readFilter(text: string | null, { dialect, isForOneRow }: Context): Filter | undefined {
  const { requiredFilter, maxOrs } = dialect;
  const filter = text === null ? undefined : parseFilter(text);
  if (filter && maxOrs !== undefined && countOrs(filter) > maxOrs) {
    throw wrong(`Expected at most ${maxOrs} 'or' in $filter`);
  }
  const hasRequired = conjunctsOf(filter).some(
    part => part.kind === 'compare' && part.field === requiredFilter && part.operator === 'eq',
  );
  if (requiredFilter && !hasRequired && !isForOneRow)
    throw wrong(`Expected ${requiredFilter} eq '…' in $filter`);
  return filter;
}

const listOf = (text: string) => text.split(',').map(name => name.trim());

function fieldList(option: string, text: string | null, { resource, fields }: Context): string[] | undefined {
  if (text === null || text.trim() === '*') return undefined;
  const names = listOf(text);
  const unknown = names.find(name => !Object.hasOwn(fields, name));
  if (unknown !== undefined)
    throw wrong(`${option}: ${resource.name} has no field '${unknown}'; see $metadata`);
  return [...new Set(names)];
}

function expandList(text: string | null, { name, navigation }: Resource): string[] {
  if (text === null) return [];
  const names = listOf(text);
  const unknown = names.find(each => !Object.hasOwn(navigation, each));
  if (unknown !== undefined) throw wrong(`$expand: ${name} has no navigation '${unknown}'; see $metadata`);
  return names;
}

/** The key ends the order, in the direction of the term before, so that the order is total. */
function orderOf(text: string | null, context: Context): OrderTerm[] {
  const terms = text === null ? [] : listOf(text).map(orderTerm);
  fieldList('$orderby', terms.map(({ field }) => field).join(',') || '*', context);
  const { key } = context.resource;
  const end = terms.findIndex(({ field }) => field === key);
  if (end !== -1) return terms.slice(0, end + 1);
  return [...terms, { field: key, isDescending: terms.at(-1)?.isDescending ?? false }];
}

function orderTerm(text: string): OrderTerm {
  const [, field, direction] = /^(\S+)(?:\s+(asc|desc))?$/.exec(text) ?? [];
  if (field === undefined) throw wrong(`$orderby: expected a field with asc or desc, got '${text}'`);
  return { field, isDescending: direction === 'desc' };
}

const isKeysOnly = (select: readonly string[] | undefined, { key }: Resource) =>
  select?.length === 1 && select[0] === key;

const maxOf = ({ page }: Dialect, { isKeysOnly, hasExpand }: { isKeysOnly: boolean; hasExpand: boolean }) => {
  if (hasExpand && page.maxWithExpand !== undefined) return page.maxWithExpand;
  return isKeysOnly && page.maxKeysOnly !== undefined ? page.maxKeysOnly : page.max;
};

function pageSize(top: number | undefined, { dialect, maxPageSize }: Context): number {
  const { usual, max } = dialect.page;
  if (dialect.isTopPageSize)
    return Math.min(top ?? maxPageSize ?? usual, maxPageSize ?? Number.POSITIVE_INFINITY);
  return maxPageSize ?? (top === undefined ? usual : max);
}

function wholeNumber(option: string, text: string | null): number | undefined {
  if (text === null) return undefined;
  if (!/^\d{1,9}$/.test(text)) throw wrong(`Expected a whole number in ${option}, got '${text}'`);
  return Number(text);
}

function readSkip(text: string | null, { hasSkip }: Dialect): number {
  if (text !== null && !hasSkip) {
    throw new AppError('not-implemented', 'not_supported', '$skip is not supported; follow @odata.nextLink');
  }
  return wholeNumber('$skip', text) ?? 0;
}

function readBoolean(option: string, text: string | null): boolean {
  if (text !== null && text !== 'true' && text !== 'false')
    throw wrong(`Expected true or false in ${option}`);
  return text === 'true';
}

type Token = { after: Value[]; remaining?: number };

/** Returns the `$skiptoken` of the page after this row. */
export function skipToken(after: Value[], remaining: number): string {
  const token: Token = { after, ...(Number.isFinite(remaining) && { remaining }) };
  return Buffer.from(JSON.stringify(token)).toString('base64url');
}

function readToken(text: string | null, order: readonly OrderTerm[]): Token | undefined {
  if (text === null) return undefined;
  try {
    const { after, remaining } = JSON.parse(Buffer.from(text, 'base64url').toString()) as Partial<Token>;
    if (!Array.isArray(after) || after.length !== order.length) throw wrong('Not a token of this query');
    return { after, ...(typeof remaining === 'number' && { remaining }) };
  } catch (cause) {
    throw new AppError('invalid', 'invalid_query', 'Expected a $skiptoken of @odata.nextLink', { cause });
  }
}
