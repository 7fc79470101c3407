import papaparse from 'papaparse';

/** The ZIPs of a text, each once, and the other texts of which some code was expected. */
export type ReadCodes = { zipCodes: string[]; repeated: number; unreadable: string[] };

const separator = /[\s,;|]+/;
const unquoted = (text: string) => text.replaceAll(/^["']+|["']+$/g, '').trim();
const hasZipHeader = (cell: string) => /\bzip|postal/i.test(cell);
const isShort = (word: string) => /^\d{3,5}(-\d{4})?$/.test(word);

type Words = { words: string[]; mayBeShort: boolean };

/**
 * Returns the cells of the column of ZIPs if the first line names one, else all words. Spreadsheets drop the zeros at the
 * beginning: in such a column, or among codes alone, 2139 is 02139. Elsewhere it may be the number of a house.
 */
function wordsOf(text: string): Words {
  const [header = [], ...rows] = papaparse.parse<string[]>(text, { skipEmptyLines: 'greedy' }).data;
  const column = header.findIndex(hasZipHeader);
  const cells = column === -1 ? text.split(separator) : rows.map(row => row[column] ?? '');
  const words = cells.map(unquoted).filter(word => word !== '');
  return { words, mayBeShort: column !== -1 || words.every(isShort) };
}

function readCode(word: string, mayBeShort: boolean): string | undefined {
  const digits = /^(\d{3,5})(-\d{4})?$/.exec(word)?.[1];
  return digits?.length === 5 || mayBeShort ? digits?.padStart(5, '0') : undefined;
}

/** Reads ZIPs from pasted text or a file: separated by anything, with or without the four further digits. */
export function readCodes(text: string): ReadCodes {
  const { words, mayBeShort } = wordsOf(text);
  const read = words.map(word => ({ word, code: readCode(word, mayBeShort) }));
  const codes = read.flatMap(({ code }) => code ?? []);
  const zipCodes = [...new Set(codes)];
  return {
    zipCodes,
    repeated: codes.length - zipCodes.length,
    unreadable: read.flatMap(({ word, code }) => (code === undefined ? [word] : [])),
  };
}
