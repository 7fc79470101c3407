import { saveFile } from './save-file.ts';

export type CsvColumn<Row> = {
  header: string;
  value: (row: Row) => string | number | null | undefined;
};

/** Spreadsheets also accept full-width forms of these characters. */
const startsFormula = /^[=+\-@\t\r＝＋－＠]/;
const isPlainNumber = /^-?\d+(?:\.\d+)?$/;

/**
 * Returns an RFC 4180 cell that no spreadsheet reads as a formula: text that could start one gets a leading
 * apostrophe. Numbers stay numbers.
 */
export function csvCell(value: string | number | null | undefined): string {
  if (value === null || value === undefined) return '';
  const text = String(value);
  const safe = guard(text);
  return /[",\r\n]/.test(safe) || safe.startsWith("'") ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function guard(text: string): string {
  return startsFormula.test(text) && !isPlainNumber.test(text) ? `'${text}` : text;
}

/** Returns the header without its line end. */
export const csvHeader = <Row>(columns: readonly CsvColumn<Row>[]): string =>
  columns.map(column => csvCell(column.header)).join(',');

/** Returns a row without its line end. */
export const csvRow = <Row>(columns: readonly CsvColumn<Row>[], row: Row): string =>
  columns.map(column => csvCell(column.value(row))).join(',');

/** Returns lines that end with CRLF. */
export const toCsv = <Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string =>
  [csvHeader(columns), ...rows.map(row => csvRow(columns, row)), ''].join('\r\n');

const usCode = /^\+1[\s.-]*(?=[\d(][\d\s().-]+$)/;

/** Returns a phone number without a plus, as the server's `csv_phone` does: no US country code, `0044` for `+44`. */
export const csvPhone = (phone: string | null): string | null =>
  phone?.replace(usCode, '').replace(/^\+/, '00') ?? null;

/** Makes the browser save a CSV file. Its byte order mark makes spreadsheets read UTF-8. */
export const downloadCsv = (fileName: string, ...parts: string[]): void =>
  saveFile(fileName, new Blob(['\uFEFF', ...parts], { type: 'text/csv;charset=utf-8' }));
