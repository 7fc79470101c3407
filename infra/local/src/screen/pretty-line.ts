import { z } from 'zod';

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

/** A process's JSON log line as a person reads it; anything else stays as it is. */
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
