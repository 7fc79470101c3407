import { newZipPriceUsd } from '@closingwire/contracts/prices';
import { importCopy } from '../copy.ts';

/** A row for the import call; `rowIndex` counts from 1, including the header. */
export type ZipRow = {
  zipCode: string;
  city: string;
  state: string;
  price: number;
  isAvailable: boolean;
  rowIndex: number;
};
export type RowProblem = Pick<ZipRow, 'zipCode' | 'city' | 'state' | 'rowIndex'> & { problem: string };

/** A cell that cannot be used as it is, with the effect on its row. */
export type CellProblem = {
  rowIndex: number;
  column: string;
  expected: string;
  received: string;
  effect: string;
};

export type ZipFile = { rows: ZipRow[]; dropped: RowProblem[]; problems: CellProblem[] };
/** The screen's text for a file that is not a list of ZIPs. */
export type Refusal = { title: string; description?: string };

const spellings = {
  zipcode: ['zipcode', 'zip_code', 'zip code'],
  city: ['city'],
  state: ['state'],
  price: ['price'],
  available: ['available', 'isavailable', 'is_available'],
};
type Column = keyof typeof spellings;
const required: readonly Column[] = ['zipcode', 'city', 'state'];

const isBlank = (record: readonly string[]) => record.every(cell => cell.trim() === '');

/** Reads CSV records, header first. Drops rows without ZIP code, city or state. */
export function zipRowsOf(records: readonly string[][]): ZipFile | Refusal {
  const numbered = records
    .map((record, index) => ({ record, rowIndex: index + 1 }))
    .filter(({ record }) => !isBlank(record));
  const [header, ...body] = numbered;
  if (!header || body.length === 0) return { title: importCopy.noRows };
  const columns = columnsOf(header.record);
  const missing = required.filter(name => columns[name] === -1);
  if (missing.length > 0) {
    const description = `Required: ${required.join(', ')}. Missing: ${missing.join(', ')}.`;
    return { title: importCopy.missingColumns, description };
  }
  const file: ZipFile = { rows: [], dropped: [], problems: [] };
  for (const { record, rowIndex } of body) {
    const cell = (name: Column) => (record[columns[name]] ?? '').trim();
    const empty = required.filter(name => cell(name) === '');
    const row = rowOf(cell, rowIndex);
    file.problems.push(...problemsOf(cell, rowIndex));
    if (empty.length === 0) file.rows.push(row);
    else file.dropped.push({ ...row, problem: `Dropped: no ${empty.join(', ')}` });
  }
  return file.rows.length > 0 ? file : { title: importCopy.nothingValid };
}

function columnsOf(header: readonly string[]): Record<Column, number> {
  const names = header.map(cell => cell.trim().toLowerCase());
  const positionOf = (column: Column) => names.findIndex(name => spellings[column].includes(name));
  return {
    zipcode: positionOf('zipcode'),
    city: positionOf('city'),
    state: positionOf('state'),
    price: positionOf('price'),
    available: positionOf('available'),
  };
}

/** Longer cells are invalid anyway, and the call refuses all rows if one is longer. */
const MAX_CELL = { zipcode: 40, city: 200, state: 40 };

function rowOf(cell: (column: Column) => string, rowIndex: number): ZipRow {
  const price = Number.parseInt(cell('price'), 10);
  return {
    zipCode: cell('zipcode').slice(0, MAX_CELL.zipcode),
    city: cell('city').slice(0, MAX_CELL.city),
    state: cell('state').toUpperCase().slice(0, MAX_CELL.state),
    price: Number.isSafeInteger(price) ? price : newZipPriceUsd,
    isAvailable: !['false', '0'].includes(cell('available').toLowerCase()),
    rowIndex,
  };
}

/** Texts of `available` whose meaning nobody has to guess. */
const clearAnswers = ['', 'true', 'false', '1', '0', 'yes'];

type Check = {
  column: Column;
  isGood: (text: string) => boolean;
  expected: string;
  effect: string;
};

/** Empty cells that drop the row, and defaults that the screen fixes. The catalog checks all else, row by row. */
const checks: readonly Check[] = [
  ...required.map(column => ({
    column,
    isGood: (text: string) => text !== '',
    expected: 'a value',
    effect: 'the row is dropped',
  })),
  {
    column: 'price',
    isGood: text => text === '' || Number.isSafeInteger(Number.parseInt(text, 10)),
    expected: 'whole dollars, such as 40',
    effect: `the price note becomes $${newZipPriceUsd}`,
  },
  {
    column: 'price',
    isGood: text => !Number.isSafeInteger(Number.parseInt(text, 10)) || /^-?\d+$/.test(text),
    expected: 'whole dollars, such as 40',
    effect: 'only the digits at the beginning are used',
  },
  {
    column: 'available',
    isGood: text => clearAnswers.includes(text.toLowerCase()),
    expected: 'true, false, 1 or 0',
    effect: 'the ZIP code becomes available',
  },
];

const problemsOf = (cell: (column: Column) => string, rowIndex: number): CellProblem[] =>
  checks
    .filter(({ column, isGood }) => !isGood(cell(column)))
    .map(({ column, expected, effect }) => ({ rowIndex, column, expected, received: cell(column), effect }));
