import { truncateSync, watch } from 'node:fs';
import { readFrom, sizeOf } from '../supervisor/log-file.ts';

const largestLogBytes = 50 * 1024 * 1024;

/** Hands over every whole line that is written to the folder's `<name>.log` files from now on. */
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

  /** The writers append, so that they go on at the new end. */
  function startAgain(name: string) {
    truncateSync(fileOf(name));
    seen.set(name, 0);
  }

  const watcher = watch(dir, (_, file) => readOn(file?.replace(/\.log$/, '') ?? ''));
  return { stop: () => watcher.close() };
}
