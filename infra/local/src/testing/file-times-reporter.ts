import type { Reporter, TestModule } from 'vitest/node';
import { printLine } from '../terminal.ts';

const LEAST_SECONDS = 1;

const secondsOf = (module: TestModule): number => {
  const { collectDuration, setupDuration, duration } = module.diagnostic();
  return (collectDuration + setupDuration + duration) / 1_000;
};

/** One line per file of a second or more, slowest first, and one line for the others. */
export function timesByFile(files: readonly { file: string; seconds: number }[]): string[] {
  const line = (seconds: number, text: string) => `${seconds.toFixed(1).padStart(7)} s  ${text}`;
  const slow = files
    .filter(({ seconds }) => seconds >= LEAST_SECONDS)
    .toSorted((a, b) => b.seconds - a.seconds);
  const fast = files.filter(({ seconds }) => seconds < LEAST_SECONDS);
  const rest = fast.reduce((sum, { seconds }) => sum + seconds, 0);
  return [
    'Time by file:',
    ...slow.map(({ seconds, file }) => line(seconds, file)),
    line(rest, `${fast.length} files of less than ${LEAST_SECONDS} s each`),
  ];
}

/**
 * A vitest reporter: prints the time of each file.
 *
 * @public loaded by its path
 */
export default class FileTimesReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const times = modules.map(module => ({ file: module.relativeModuleId, seconds: secondsOf(module) }));
    for (const line of timesByFile(times)) printLine(line);
  }
}
