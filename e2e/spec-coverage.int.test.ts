import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../', import.meta.url));
const coverage = readFileSync(`${root}docs/spec-coverage.md`, 'utf8');
const rows = [...coverage.matchAll(/^\| (?!what |-)(.+?) +\| (.+?) +\|$/gm)].map(
  ([, what = '', heldBy = '']) => ({
    what,
    heldBy,
  }),
);
const held = rows.filter(({ heldBy }) => !/^[*_]not yet[*_]$/.test(heldBy));

const testFiles = globSync(
  '{chassis,contracts,e2e,frontend,gateway,infra,services}/**/*.{test,journey}.{ts,tsx}',
  {
    cwd: root,
    exclude: name => /(^|\/)(node_modules|dist)$/.test(name),
  },
);

/** `billing/trial › title` is a test of that title in a file under `billing/` whose name begins with `trial.`. */
function exists(reference: string): boolean {
  const [, area = '', stem = '', title = ''] = /^([\w-]+)\/([\w.-]+) › (.+)$/.exec(reference) ?? [];
  const files = testFiles.filter(
    file => file.split('/').includes(area) && file.split('/').at(-1)?.startsWith(`${stem}.`),
  );
  return title !== '' && files.some(file => readFileSync(root + file, 'utf8').includes(title));
}

describe('the table of what is covered', () => {
  test('names tests that exist', () => {
    expect(held.map(({ heldBy }) => heldBy).filter(reference => !exists(reference))).toEqual([]);
  });

  test('says how many rows are held', () => {
    expect(coverage).toContain(`${held.length} of ${rows.length} rows are held by a test.`);
  });

  test('has each row once in its section', () => {
    for (const section of coverage.split(/^## /m)) {
      const names = [...section.matchAll(/^\| (.+?) +\|/gm)].map(([, name]) => name);
      expect(new Set(names).size, section.slice(0, 40)).toBe(names.length);
    }
  });
});
