import papaparse from 'papaparse';

/** The ZIPs of a text, each once, and the other texts of which some code was expected. */
export type ReadCodes = { zipCodes: string[]; repeated: number; unreadable: string[] };

const separator = /[\s,;|]+/;
const unquoted = (text: string) => text.replaceAll(/^["']+|["']+$/g, '').trim();
const hasZipHeader = (cell: string) => /\bzip|postal/i.test(cell);
const isShort = (word: string) => /^\d{3,5}(-\d{4})?$/.test(word);

/** A word that may be short lacks the zeros that spreadsheets drop at the beginning: 2139 is 02139. */
type Word = { text: string; mayBeShort: boolean };

const wordsIn = (text: string) =>
  text
    .split(separator)
    .map(unquoted)
    .filter(word => word !== '');

/** Returns the column that the header names; none if the first line has codes, or a later line does not fit the header. */
function zipColumn([header = [], ...rows]: string[][]): number | undefined {
  const column = header.findIndex(hasZipHeader);
  const isHeader = column !== -1 && !header.some(cell => /\b\d{5}\b/.test(cell));
  const fits = (row: string[]) => row.findLastIndex(cell => cell.trim() !== '') < header.length;
  return isHeader && rows.every(fits) ? column : undefined;
}

/**
 * Returns the words of the column of ZIPs if the first line is a header that names one, else all words. In such a column,
 * or among codes alone, 2139 is a code. Elsewhere it may be the number of a house.
 */
function wordsOf(text: string): Word[] {
  const lines = papaparse.parse<string[]>(text, { skipEmptyLines: 'greedy' }).data;
  const column = zipColumn(lines);
  if (column === undefined) {
    const words = wordsIn(text);
    const mayBeShort = words.every(isShort);
    return words.map(word => ({ text: word, mayBeShort }));
  }
  return lines.slice(1).flatMap(row => {
    const words = wordsIn(row[column] ?? '');
    return words.map(word => ({ text: word, mayBeShort: words.length === 1 }));
  });
}

function readCode({ text, mayBeShort }: Word): string | undefined {
  const digits = /^(\d{3,5})(-\d{4})?$/.exec(text)?.[1];
  return digits?.length === 5 || mayBeShort ? digits?.padStart(5, '0') : undefined;
}

/** Reads ZIPs from pasted text or a file: separated by anything, with or without the four further digits. */
export function readCodes(text: string): ReadCodes {
  const read = wordsOf(text).map(word => ({ word: word.text, code: readCode(word) }));
  const codes = read.flatMap(({ code }) => code ?? []);
  const zipCodes = [...new Set(codes)];
  return {
    zipCodes,
    repeated: codes.length - zipCodes.length,
    unreadable: read.flatMap(({ word, code }) => (code === undefined ? [word] : [])),
  };
}
