import { prettyLine } from './pretty-line.ts';

/** The last lines of a log or an output that tell a person something: no frames of a stack. */
export function lastWords(text: string, lines = 8): string[] {
  const telling = text.split('\n').filter(line => line.trim() !== '' && !/^\s+at /.test(line));
  return telling.slice(-lines).map(line => prettyLine(line.trimEnd()));
}
