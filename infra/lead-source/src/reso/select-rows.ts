import { AppError } from '@closingwire/chassis/app-error';
import type { Row, Value } from './fields.ts';
import type { Predicate, TimeRange } from './filter-predicate.ts';
import { type Direction, type IndexName, LAST, type RowTable, type SortKey } from './row-table.ts';

export type OrderTerm = { field: string; isDescending: boolean };

export type Selection = {
  /** Ends with the key, so that the order is total. */
  order: readonly OrderTerm[];
  range: TimeRange;
  predicate: Predicate;
  /** The only keys that can match; by default all. */
  keys?: readonly string[] | undefined;
  /** The values of `order` in the last row of the page before. */
  after?: readonly Value[] | undefined;
  skip: number;
  limit: number;
  wantsCount: boolean;
};

export type Page = { rows: Row[]; hasMore: boolean; count: number | undefined };

/** The most rows that a request may sort, because no index has its order. */
const MAX_SORTED = 20_000;

/** Returns a page of the matching rows; `count` ignores `skip`, `limit` and `after`. */
export function selectRows(table: RowTable, selection: Selection): Page {
  const { skip, limit, wantsCount } = selection;
  const index = indexOf(selection.order, table);
  const found =
    index && !selection.keys ? walk(table, selection, index) : sort(table, selection, skip + limit + 1);
  return {
    rows: found.slice(0, limit),
    hasMore: found.length > limit,
    count: wantsCount ? countOf(table, selection) : undefined,
  };
}

type Index = { name: IndexName; direction: Direction };

/** Returns the index that has this order, or undefined. */
function indexOf(order: readonly OrderTerm[], table: RowTable): Index | undefined {
  const [first, second] = order;
  const direction: Direction = first?.isDescending ? 'backward' : 'forward';
  if (first?.field === table.keyField) return { name: 'byKey', direction };
  const isByTime = first?.field === 'ModificationTimestamp' && second?.field === table.keyField;
  return isByTime && first.isDescending === second.isDescending ? { name: 'byTime', direction } : undefined;
}

const rangeOf = ({ range }: Selection, name: IndexName): { from: SortKey; to: SortKey } =>
  name === 'byTime' ? { from: [range.from, ''], to: [range.to, LAST] } : { from: ['', ''], to: ['', LAST] };

/** Returns the rows of the page and one more, if there is one. */
function walk(table: RowTable, selection: Selection, { name, direction }: Index): Row[] {
  const { predicate, limit } = selection;
  const isAfter = afterOf(selection);
  const rows: Row[] = [];
  let toSkip = selection.skip;
  table.walk(name, { ...startOf(selection, name, direction), direction }, row => {
    if (!isAfter(row) || !predicate(row)) return true;
    if (toSkip > 0) toSkip--;
    else rows.push(row);
    return rows.length <= limit;
  });
  return rows;
}

/** Narrows the range so that a walk begins at the last row of the page before. */
function startOf(
  selection: Selection,
  name: IndexName,
  direction: Direction,
): { from: SortKey; to: SortKey } {
  const range = rangeOf(selection, name);
  if (!selection.after) return range;
  const [first, second] = selection.after.map(String);
  const start: SortKey = name === 'byTime' ? [first ?? '', second ?? ''] : ['', first ?? ''];
  if (direction === 'backward') return { ...range, to: start };
  return isLess(start, range.from) ? range : { ...range, from: start };
}

const isLess = ([time, key]: SortKey, [thanTime, thanKey]: SortKey) =>
  time < thanTime || (time === thanTime && key < thanKey);

/** Returns the first `wanted` rows in the order, without a sort of the whole table. */
function sort(table: RowTable, selection: Selection, wanted: number): Row[] {
  if (wanted > MAX_SORTED && !selection.keys) {
    throw new AppError(
      'too-large',
      'too_complex',
      `Expected $skip and $top of at most ${MAX_SORTED} in this $orderby`,
    );
  }
  const compare = comparator(selection.order);
  const isAfter = afterOf(selection);
  let best: Row[] = [];
  visitMatches(table, selection, row => {
    if (!isAfter(row)) return;
    best.push(row);
    if (best.length >= 2 * wanted) best = best.sort(compare).slice(0, wanted);
  });
  return best.sort(compare).slice(selection.skip, wanted);
}

function countOf(table: RowTable, selection: Selection): number {
  let count = 0;
  visitMatches(table, selection, () => {
    count++;
  });
  return count;
}

function visitMatches(table: RowTable, selection: Selection, visit: (row: Row) => void): void {
  const { keys, predicate } = selection;
  const visitMatch = (row: Row | undefined) => {
    if (row && predicate(row)) visit(row);
    return true;
  };
  if (keys) for (const key of new Set(keys)) visitMatch(table.get(key));
  else table.walk('byTime', { ...rangeOf(selection, 'byTime'), direction: 'forward' }, visitMatch);
}

/** As in OData, null comes before every value. */
function compareValues(one: Value, other: Value): number {
  if (one === other) return 0;
  if (one === null) return -1;
  if (other === null) return 1;
  return one < other ? -1 : 1;
}

function comparator(order: readonly OrderTerm[]): (one: Row, other: Row) => number {
  return (one, other) => {
    for (const { field, isDescending } of order) {
      const compared = compareValues(one[field] ?? null, other[field] ?? null);
      if (compared !== 0) return isDescending ? -compared : compared;
    }
    return 0;
  };
}

/** Returns whether a row comes after the last row of the page before. */
function afterOf({ order, after }: Selection): (row: Row) => boolean {
  if (!after) return () => true;
  const compare = comparator(order);
  const anchor = Object.fromEntries(order.map(({ field }, index) => [field, after[index] ?? null]));
  return row => compare(row, anchor) > 0;
}
