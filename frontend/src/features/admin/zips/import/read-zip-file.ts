import { importCopy } from '../copy.ts';
import { type Refusal, type ZipFile, zipRowsOf } from './zip-rows-of.ts';

/** Reads a chosen file. The parser is loaded with the first one. */
export async function readZipFile(file: File): Promise<ZipFile | Refusal> {
  if (!file.name.toLowerCase().endsWith('.csv')) return { title: importCopy.notCsv };
  const [text, papaparse] = await Promise.all([file.text(), import('papaparse')]);
  // Empty lines are kept, so that rows have the numbers that a spreadsheet shows.
  return zipRowsOf(papaparse.parse<string[]>(text, { skipEmptyLines: false }).data);
}
