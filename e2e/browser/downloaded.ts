import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import type { Page } from 'playwright-core';

export type CsvFile = { name: string; header: string[]; rows: Record<string, string>[] };

/** Returns the CSV file that `start` makes the page download. */
export async function downloaded(page: Page, start: () => Promise<void>): Promise<CsvFile> {
  const [download] = await Promise.all([page.waitForEvent('download'), start()]);
  const text = await readFile(await download.path(), 'utf8');
  const [header = []]: string[][] = parse(text, { bom: true, to_line: 1 });
  return { name: download.suggestedFilename(), header, rows: parse(text, { bom: true, columns: true }) };
}
