import { truncateSync, watch } from 'node:fs';
import colours from 'picocolors';
import { diskIsFull } from '../disk-space.ts';
import { readFrom, sizeOf } from '../supervisor/log-file.ts';
import type { ProgramEvent } from '../supervisor/supervised.ts';
import { printLine } from '../terminal.ts';

const largestLogBytes = 50 * 1024 * 1024;

/** Calls `onLine` with every new whole line of the folder's `<name>.log` files. */
export function followLogs(
  dir: string,
  names: readonly string[],
  onLine: (name: string, line: string) => void,
): { stop(): void } {
  const seen = new Map(names.map(name => [name, sizeOf(fileOf(name))]));

  function fileOf(name: string) {
    return `${dir}/${name}.log`;
  }

  function readOn(name: string) {
    const from = seen.get(name);
    if (from === undefined) return;
    const text = readFrom(fileOf(name), from);
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    seen.set(name, from + Buffer.byteLength(whole));
    for (const line of whole.split('\n')) if (line !== '') onLine(name, line);
    if (from > largestLogBytes) startAgain(name);
  }

  /** Processes append to their logs, so they continue at the new end. */
  function startAgain(name: string) {
    truncateSync(fileOf(name));
    seen.set(name, 0);
  }

  const watcher = watch(dir, (_, file) => readOn(file?.replace(/\.log$/, '') ?? ''));
  return { stop: () => watcher.close() };
}

const palette = [
  colours.cyan,
  colours.green,
  colours.magenta,
  colours.yellow,
  colours.blue,
  colours.cyanBright,
  colours.greenBright,
  colours.magentaBright,
  colours.yellowBright,
  colours.blueBright,
];

/** Returns a painter of names, with one color per name and equal widths. */
export function namePainter(names: readonly string[]): (name: string) => string {
  const width = Math.max(...names.map(name => name.length));
  return name => {
    const paint = palette[Math.max(0, names.indexOf(name)) % palette.length] ?? colours.white;
    return paint(name.padEnd(width));
  };
}

/** Prints crashes and recoveries; the first ready state is not a recovery. */
export function printCrashes(paint: (name: string) => string, dir: string): (event: ProgramEvent) => void {
  const crashed = new Set<string>();
  return event => {
    if (event.kind === 'crashed') {
      crashed.add(event.name);
      printLine(`${paint(event.name)} ${event.how}; it is started again in ${event.againInMs / 1000} s`);
      if (diskIsFull(dir))
        printLine(`The disk under ${dir} is full. Make room: what crashed comes back by itself.`);
    }
    if (event.kind === 'ready' && crashed.delete(event.name)) printLine(`${paint(event.name)} is back`);
  };
}
