import { saveFile } from './save-file.ts';

export type CsvColumn<Row> = {
  header: string;
  value: (row: Row) => string | number | null | undefined;
};

/** Spreadsheets take the wide forms of East Asian keyboards for the same signs. */
const startsFormula = /^[=+\-@\t\r＝＋－＠]/;
const isPlainNumber = /^-?\d+(?:\.\d+)?$/;
const usPhoneNumber = /^\+1[\s.-]*(?=[\d(][\d\s().-]+$)/;

/**
 * One RFC 4180 cell that no spreadsheet takes for a formula: text that could start one gets a leading
 * apostrophe, numbers stay numbers, and US phone numbers are written without their country code.
 */
export function csvCell(value: string | number | null | undefined): string {
  if (value === null || value === undefined) return '';
  const text = String(value);
  const safe = guard(text);
  return /[",\r\n]/.test(safe) || safe.startsWith("'") ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function guard(text: string): string {
  if (!startsFormula.test(text) || isPlainNumber.test(text)) return text;
  return usPhoneNumber.test(text) ? text.replace(usPhoneNumber, '') : `'${text}`;
}

const lineOf = (cells: readonly string[]) => `${cells.join(',')}\r\n`;

/** The header line of a CSV document. */
export const csvHeader = <Row>(columns: readonly CsvColumn<Row>[]): string =>
  lineOf(columns.map(column => csvCell(column.header)));

/** Lines of a CSV document, each ended by CRLF. */
export const csvLines = <Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string =>
  rows.map(row => lineOf(columns.map(column => csvCell(column.value(row))))).join('');

/** A whole CSV document with a header line and CRLF line ends. */
export const toCsv = <Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string =>
  csvHeader(columns) + csvLines(columns, rows);

/** Gives the browser a CSV file to save; the mark at its start lets spreadsheets see UTF-8. */
export const downloadCsv = (fileName: string, ...parts: string[]): void =>
  saveFile(fileName, new Blob(['\uFEFF', ...parts], { type: 'text/csv;charset=utf-8' }));
