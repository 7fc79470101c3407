import { lastWords } from '../screen/last-words.ts';
import { readFrom } from './log-file.ts';
import type { Program } from './program.ts';

export type LastTry = {
  /** How it ended; undefined when it ran and was never ready. */
  lastEnd: string | undefined;
  /** Where in its log it began. */
  lastTryAt: number;
};

/** What a person is told about a program that does not come up: how it failed, what to do, its last words. */
export function notUp(
  { name, logFile, readyWithinMs, remedy }: Program,
  { lastEnd, lastTryAt }: LastTry,
): string {
  const how = lastEnd ?? `is not ready after ${readyWithinMs / 1_000} s`;
  const words = lastWords(readFrom(logFile, lastTryAt));
  const end = words.length === 0 ? 'It wrote nothing.' : `It wrote last:\n  ${words.join('\n  ')}`;
  return `${name} did not come up: it ${how}. ${remedy} Its log is ${logFile}. ${end}`;
}
