import { expect } from 'vitest';
import { browserTest } from './browser/journey.ts';
import { measurePages } from './bytes/measure-pages.ts';
import { theWhole } from './platform/whole-addresses.ts';

const test = browserTest();

test('each page keeps to its budget of JavaScript', async ({ browser }) => {
  const measured = await measurePages(browser, theWhole());
  for (const { scripts, path } of measured) expect(scripts, path).not.toEqual([]);
  const over = measured.filter(({ kb, limitKb }) => kb > limitKb);
  expect(over.map(({ who, path, kb, limitKb }) => `${who} ${path}: ${kb} of ${limitKb} KB`)).toEqual([]);
});
