import { closeSync, fstatSync, openSync, readSync, renameSync, statSync } from 'node:fs';

/** What the file holds from that byte on; empty when there is no such file. */
export function readFrom(path: string, offset: number): string {
  if (sizeOf(path) <= offset) return '';
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(fstatSync(file).size - offset);
    readSync(file, bytes, 0, bytes.length, offset);
    return bytes.toString('utf8');
  } finally {
    closeSync(file);
  }
}

/** Puts the log of the run before aside, keeping one. */
export function rotate(path: string): void {
  if (sizeOf(path) > 0) renameSync(path, path.replace(/\.log$/, '.previous.log'));
}

export function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
