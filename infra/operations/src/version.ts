import { readFile } from 'node:fs/promises';

export async function productVersion(): Promise<string> {
  const { version } = JSON.parse(await readFile(new URL('../../../package.json', import.meta.url), 'utf8'));
  return String(version);
}

/** Prints the version of the product and the commit that it was built from. */
export async function printVersion(): Promise<void> {
  process.stdout.write(
    `ClosingWire ${await productVersion()} (${process.env.REVISION || 'no commit known'})\n`,
  );
}
