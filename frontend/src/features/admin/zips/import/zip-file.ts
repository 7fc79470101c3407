import { type CsvColumn, downloadCsv, toCsv } from '../../../../lib/csv.ts';
import { importCopy } from '../copy.ts';
import { type Refusal, type RowProblem, type ZipFile, zipRowsOf } from './zip-rows-of.ts';

/** The text of a file in UTF-8, or else in Windows-1252: spreadsheets save CSV in either, and no byte is wrong in the latter. */
export function textOf(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Reads a chosen file. The parser is loaded with the first one. */
export async function readZipFile(file: File): Promise<ZipFile | Refusal> {
  if (!file.name.toLowerCase().endsWith('.csv')) return { title: importCopy.notCsv };
  const [bytes, papaparse] = await Promise.all([file.arrayBuffer(), import('papaparse')]);
  const text = textOf(bytes);
  // Empty lines are kept, so that rows have the numbers that a spreadsheet shows.
  return zipRowsOf(papaparse.parse<string[]>(text, { skipEmptyLines: false }).data);
}

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
