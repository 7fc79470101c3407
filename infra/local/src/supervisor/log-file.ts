import { closeSync, fstatSync, openSync, readSync, renameSync, statSync } from 'node:fs';
import { z } from 'zod';

/** Returns the file's content from that byte; empty if there is no file. */
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

/** Keeps the log of the last run under another name. */
export function rotate(path: string): void {
  if (sizeOf(path) > 0) renameSync(path, path.replace(/\.log$/, '.previous.log'));
}

export function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

const logLine = z.looseObject({
  level: z.number(),
  msg: z.string().default(''),
  err: z.looseObject({ message: z.string(), stack: z.string().optional() }).optional(),
});

const hidden = new Set([
  'level',
  'time',
  'name',
  'msg',
  'err',
  'pid',
  'hostname',
  'requestId',
  'traceId',
  'spanId',
]);
const levels = [
  { from: 50, word: 'ERROR ' },
  { from: 40, word: 'WARN ' },
  { from: 30, word: '' },
  { from: 0, word: 'debug ' },
];

/** Formats a JSON log line for reading; returns other lines unchanged. */
export function prettyLine(line: string): string {
  const parsed = logLine.safeParse(jsonOf(line));
  if (!parsed.success) return line;
  const { level, msg, err, ...rest } = parsed.data;
  const word = levels.find(({ from }) => level >= from)?.word ?? '';
  const facts = Object.entries(rest).filter(([name, value]) => !hidden.has(name) && isShort(value));
  const words = [msg, ...facts.map(([name, value]) => `${name}=${value}`)];
  if (err !== undefined) words.push(`(${err.message})`);
  return `${word}${words.join(' ')}`;
}

function isShort(value: unknown): boolean {
  return ['number', 'boolean'].includes(typeof value) || (typeof value === 'string' && value.length <= 80);
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** Returns the last useful lines, without stack frames. */
export function lastLines(text: string, lines = 8): string[] {
  const meaningful = text.split('\n').filter(line => line.trim() !== '' && !/^\s+at /.test(line));
  return meaningful.slice(-lines).map(line => prettyLine(line.trimEnd()));
}
