import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Row, Value } from './fields.ts';
import { RowTable } from './row-table.ts';
import { type OrderTerm, type Selection, selectRows } from './select-rows.ts';

const everyTime = { from: '', to: '~' };

const row = fc.record({
  ListingKey: fc.integer({ min: 0, max: 60 }).map(number => `k${number}`),
  ClosePrice: fc.option(fc.integer({ min: 1, max: 5 })),
  // Few times, so that many rows share one.
  ModificationTimestamp: fc.integer({ min: 1, max: 4 }).map(hour => `2026-03-18T0${hour}:00:00.000Z`),
});

const term = (field: string) => fc.boolean().map((isDescending): OrderTerm => ({ field, isDescending }));
const order = fc.oneof(
  fc.tuple(term('ListingKey')),
  fc
    .boolean()
    .map(isDescending => ['ModificationTimestamp', 'ListingKey'].map(field => ({ field, isDescending }))),
  fc.tuple(term('ModificationTimestamp'), term('ListingKey')),
  fc.tuple(term('ClosePrice'), term('ListingKey')),
);

function tableOf(rows: readonly Row[]): RowTable {
  const table = new RowTable('ListingKey');
  for (const each of rows) table.put(each);
  return table;
}

const isPriced: Selection['predicate'] = ({ ClosePrice }) => ClosePrice !== 2;

function selectionOf(terms: readonly OrderTerm[], more: Partial<Selection>): Selection {
  return {
    order: terms,
    range: everyTime,
    predicate: isPriced,
    skip: 0,
    limit: 10,
    wantsCount: false,
    ...more,
  };
}

/** Returns the keys of all pages, each asked for by its position or by the last row before. */
function paged(table: RowTable, terms: readonly OrderTerm[], limit: number, by: 'skip' | 'after'): string[] {
  const keys: string[] = [];
  let after: Value[] | undefined;
  for (;;) {
    const place = by === 'skip' ? { skip: keys.length } : { after };
    const { rows, hasMore } = selectRows(table, selectionOf(terms, { ...place, limit }));
    keys.push(...rows.map(each => table.keyOf(each)));
    after = terms.map(({ field }) => rows.at(-1)?.[field] ?? null);
    if (!hasMore) return keys;
  }
}

function compareBy(terms: readonly OrderTerm[]) {
  return (one: Row, other: Row) => {
    for (const { field, isDescending } of terms) {
      const [a, b] = [one[field] ?? '', other[field] ?? ''];
      if (a !== b) return (a < b ? -1 : 1) * (isDescending ? -1 : 1);
    }
    return 0;
  };
}

describe('pages of rows', () => {
  it.each(['skip', 'after'] as const)('by %s give each row once, in order', by => {
    fc.assert(
      fc.property(fc.array(row), order, fc.integer({ min: 1, max: 20 }), (rows, terms, limit) => {
        const table = tableOf(rows);
        const last = [...new Map(rows.map(each => [each.ListingKey, each])).values()];
        const expected = last
          .filter(isPriced)
          .sort(compareBy(terms))
          .map(({ ListingKey }) => ListingKey);
        expect(paged(table, terms, limit, by)).toEqual(expected);
        const { count } = selectRows(table, selectionOf(terms, { limit, wantsCount: true }));
        expect(count).toBe(expected.length);
      }),
    );
  });

  it('by the last row lose no unchanged row when others change', () => {
    const terms: OrderTerm[] = ['ModificationTimestamp', 'ListingKey'].map(field => ({
      field,
      isDescending: false,
    }));
    fc.assert(
      fc.property(fc.array(row), fc.array(row), fc.integer({ min: 1, max: 20 }), (rows, changed, limit) => {
        const table = tableOf(rows);
        const first = selectRows(table, selectionOf(terms, { limit }));
        for (const each of changed) table.put({ ...each, ModificationTimestamp: '2026-03-19T00:00:00.000Z' });
        const after = terms.map(({ field }) => first.rows.at(-1)?.[field] ?? null);
        const rest = first.hasMore ? selectRows(table, selectionOf(terms, { limit: 1_000, after })).rows : [];
        const got = [...first.rows, ...rest].map(each => table.keyOf(each));
        const isChanged = (key: string) => changed.some(({ ListingKey }) => ListingKey === key);
        const unchanged = got.filter(key => !isChanged(key));
        const kept = table.keys().filter(key => !isChanged(key) && isPriced(table.get(key) as Row));
        expect(unchanged.toSorted()).toEqual(kept.toSorted());
      }),
    );
  });

  it('respect the range of times and the keys', () => {
    const hours = [1, 2, 3, 4].map(hour => `2026-03-18T0${hour}:00:00.000Z`);
    const table = tableOf(
      hours.map((time, index) => ({ ListingKey: `k${index}`, ModificationTimestamp: time })),
    );
    const terms = [
      { field: 'ModificationTimestamp', isDescending: true },
      { field: 'ListingKey', isDescending: true },
    ];
    const range = { from: hours[1] as string, to: hours[2] as string };
    const keysOf = (more: Partial<Selection>) =>
      selectRows(table, selectionOf(terms, more)).rows.map(each => table.keyOf(each));
    expect(keysOf({ range })).toEqual(['k2', 'k1']);
    expect(keysOf({ keys: ['k0', 'k3', 'k9', 'k0'] })).toEqual(['k3', 'k0']);
  });

  it('in an unindexed order end at a limit', () => {
    const terms = [
      { field: 'ClosePrice', isDescending: false },
      { field: 'ListingKey', isDescending: false },
    ];
    expect(() => selectRows(tableOf([]), selectionOf(terms, { skip: 30_000 }))).toThrow('at most 20000');
  });
});

describe('a table of rows', () => {
  it('forgets a removed row', () => {
    const table = tableOf([{ ListingKey: 'a', ModificationTimestamp: '2026-03-18T01:00:00.000Z' }]);
    expect(table.remove('a')).toBe(true);
    expect(table.remove('a')).toBe(false);
    expect([table.size, table.keys(), table.get('a')]).toEqual([0, [], undefined]);
  });
});
