/** Tells the person at the terminal one line. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
