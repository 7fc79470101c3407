import type { Row } from './fields.ts';

export type Direction = 'forward' | 'backward';
export type IndexName = 'byTime' | 'byKey';

/**
 * The rows of a resource, with two sorted indexes: by ModificationTimestamp and key, and by key. A request walks along an
 * index and never sorts the table.
 */
export class RowTable {
  readonly keyField: string;
  readonly #rows = new Map<string, Row>();
  readonly #indexes: Record<IndexName, Row[]> = { byTime: [], byKey: [] };

  constructor(keyField: string) {
    this.keyField = keyField;
  }

  get size(): number {
    return this.#rows.size;
  }

  get(key: string): Row | undefined {
    return this.#rows.get(key);
  }

  keys(): string[] {
    return this.#indexes.byKey.map(row => this.keyOf(row));
  }

  keyOf(row: Row): string {
    return String(row[this.keyField]);
  }

  /** Inserts the row, or replaces the row with its key. Never change a row in place: the indexes would not notice. */
  put(row: Row): void {
    this.remove(this.keyOf(row));
    this.#rows.set(this.keyOf(row), row);
    for (const name of indexNames) {
      const index = this.#indexes[name];
      index.splice(this.#position(name, this.#sortKey(name, row)), 0, row);
    }
  }

  remove(key: string): boolean {
    const row = this.#rows.get(key);
    if (!row) return false;
    this.#rows.delete(key);
    for (const name of indexNames) {
      this.#indexes[name].splice(this.#position(name, this.#sortKey(name, row)), 1);
    }
    return true;
  }

  clear(): void {
    this.#rows.clear();
    for (const name of indexNames) this.#indexes[name] = [];
  }

  /**
   * Calls `visit` for each row from the first that is not before `from` to the last that is not after `to`, until it
   * returns false. Backward, it starts at `to`.
   */
  walk(
    name: IndexName,
    { from, to, direction }: { from: SortKey; to: SortKey; direction: Direction },
    visit: (row: Row) => boolean,
  ): void {
    const index = this.#indexes[name];
    const first = this.#position(name, from);
    const end = this.#position(name, [to[0], `${to[1]}\u0000`]);
    const step = direction === 'forward' ? 1 : -1;
    for (let at = step === 1 ? first : end - 1; at >= first && at < end; at += step) {
      const row = index[at];
      if (!row || !visit(row)) return;
    }
  }

  #sortKey(name: IndexName, row: Row): SortKey {
    return [name === 'byTime' ? String(row.ModificationTimestamp) : '', this.keyOf(row)];
  }

  /** Returns the position of the first row that is not before the sort key. */
  #position(name: IndexName, [time, key]: SortKey): number {
    const index = this.#indexes[name];
    let low = 0;
    let high = index.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const [itsTime, itsKey] = this.#sortKey(name, index[middle] as Row);
      if (itsTime < time || (itsTime === time && itsKey < key)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

const indexNames: readonly IndexName[] = ['byTime', 'byKey'];

/** ModificationTimestamp ('' in the index by key) and key. */
export type SortKey = readonly [time: string, key: string];

/** Sorts after every timestamp and key. */
export const LAST = '\uffff';
