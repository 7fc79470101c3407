/** The ZIPs of a text, each once, and the other texts of which some code was expected. */
export type ReadCodes = { zipCodes: string[]; repeated: number; unreadable: string[] };

const separator = /[\s,;|]+/;
const unquoted = (text: string) => text.replaceAll(/^["']+|["']+$/g, '').trim();

/** Spreadsheets drop the zeros at the beginning: 2139 is 02139, 501 is 00501. */
function readCode(text: string): string | undefined {
  const digits = /^(\d{3,5})(-\d{4})?$/.exec(text)?.[1];
  return digits?.padStart(5, '0');
}

const hasZipHeader = (cell: string) => /\bzip|postal/i.test(cell);

/** Returns the cells of the column of ZIPs if the first line names one, else all words. */
function wordsOf(text: string): string[] {
  const lines = text.split(/\r?\n/).filter(line => line.trim() !== '');
  const between = [',', ';', '\t'].find(each => lines[0]?.includes(each)) ?? ',';
  const header = (lines[0] ?? '').split(between).map(unquoted);
  const column = header.findIndex(hasZipHeader);
  if (column === -1) return text.split(separator);
  return lines.slice(1).map(line => line.split(between)[column] ?? '');
}

/** Reads ZIPs from pasted text or a file: separated by anything, with or without the four further digits. */
export function readCodes(text: string): ReadCodes {
  const words = wordsOf(text)
    .map(unquoted)
    .filter(word => word !== '');
  const read = words.map(word => ({ word, code: readCode(word) }));
  const codes = read.flatMap(({ code }) => code ?? []);
  const zipCodes = [...new Set(codes)];
  return {
    zipCodes,
    repeated: codes.length - zipCodes.length,
    unreadable: read.flatMap(({ word, code }) => (code === undefined ? [word] : [])),
  };
}
