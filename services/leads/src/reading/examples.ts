import { isUnknown } from './text.ts';

/** Examples of each column. */
const SHOWN = 3;
const LONGEST = 80;

/** Adds a value to the examples of a column, if it is a new one and more are wanted. */
export function addExample(examples: string[], value: string): void {
  if (examples.length >= SHOWN || examples.includes(value)) return;
  examples.push(value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value);
}

/** Rows that are read for examples. */
const MOST_ROWS = 100;
/** A sheet can have 16,384 columns; the reply stays below 300 kB. */
const MOST_COLUMNS = 1_000;

/** Collects examples of the columns of a table. `add` returns whether more rows are wanted. */
export function columnExamples(width: number) {
  const byColumn = Array.from({ length: Math.min(width, MOST_COLUMNS) }, (): string[] => []);
  let rows = 0;
  return {
    byColumn,
    add(cells: readonly string[]): boolean {
      rows++;
      for (const [index, examples] of byColumn.entries()) {
        const value = cells[index]?.trim() ?? '';
        if (value !== '' && !isUnknown(value)) addExample(examples, value);
      }
      return rows < MOST_ROWS && byColumn.some(({ length }) => length < SHOWN);
    },
  };
}
