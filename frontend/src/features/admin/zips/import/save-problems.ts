import { type CsvColumn, downloadCsv, toCsv } from '../../../../lib/csv.ts';
import type { RowProblem } from './zip-rows-of.ts';

const columns: CsvColumn<RowProblem>[] = [
  { header: 'Row', value: row => row.rowIndex },
  { header: 'ZIP Code', value: row => row.zipCode },
  { header: 'City', value: row => row.city },
  { header: 'State', value: row => row.state },
  { header: 'Problem', value: row => row.problem },
];

/** A file of the rows that did not get into the catalogue, in their order, with why. */
export const saveProblems = (problems: readonly RowProblem[]): void =>
  downloadCsv(
    'zip-import-errors.csv',
    toCsv(
      columns,
      problems.toSorted((a, b) => a.rowIndex - b.rowIndex),
    ),
  );
