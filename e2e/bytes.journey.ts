import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenBrowser, openBrowser } from './browser/open-browser.ts';
import { measurePages } from './bytes/measure-pages.ts';
import { theWhole } from './platform/whole-addresses.ts';

let browser: OpenBrowser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

test('each page keeps to its budget of JavaScript', async () => {
  const measured = await measurePages(browser, theWhole());
  for (const { scripts, path } of measured) expect(scripts, path).not.toEqual([]);
  const over = measured.filter(({ kb, limitKb }) => kb > limitKb);
  expect(over.map(({ who, path, kb, limitKb }) => `${who} ${path}: ${kb} of ${limitKb} KB`)).toEqual([]);
});
