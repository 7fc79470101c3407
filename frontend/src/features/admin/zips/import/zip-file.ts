import { type CsvColumn, downloadCsv, toCsv } from '../../../../lib/csv.ts';
import { importCopy } from '../copy.ts';
import { type Refusal, type RowProblem, type ZipFile, zipRowsOf } from './zip-rows-of.ts';

/** Decodes UTF-8, else Windows-1252: spreadsheets write both, and every byte is valid in the latter. */
export function textOf(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

export async function readZipFile(file: File): Promise<ZipFile | Refusal> {
  if (!file.name.toLowerCase().endsWith('.csv')) return { title: importCopy.notCsv };
  const [bytes, papaparse] = await Promise.all([file.arrayBuffer(), import('papaparse')]);
  const text = textOf(bytes);
  // Keeps empty lines, so that row numbers match the spreadsheet's.
  return zipRowsOf(papaparse.parse<string[]>(text, { skipEmptyLines: false }).data);
}

const columns: CsvColumn<RowProblem>[] = [
  { header: 'Row', value: row => row.rowIndex },
  { header: 'ZIP Code', value: row => row.zipCode },
  { header: 'City', value: row => row.city },
  { header: 'State', value: row => row.state },
  { header: 'Problem', value: row => row.problem },
];

/** Downloads a CSV of the rejected rows with their reasons. */
export const saveProblems = (problems: readonly RowProblem[]): void =>
  downloadCsv(
    'zip-import-errors.csv',
    toCsv(
      columns,
      problems.toSorted((a, b) => a.rowIndex - b.rowIndex),
    ),
  );
