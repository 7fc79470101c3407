import { readFile } from 'node:fs/promises';

/** Prints the version of the product and the commit that it was built from. */
export async function printVersion(): Promise<void> {
  const { version } = JSON.parse(await readFile(new URL('../../../package.json', import.meta.url), 'utf8'));
  process.stdout.write(`ClosingWire ${version} (${process.env.REVISION || 'no commit known'})\n`);
}
