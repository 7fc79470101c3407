import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { architectureFile, architecturePage } from './architecture.ts';

test('docs/architecture.md is what contracts, topology and traces say', async () => {
  expect(readFileSync(architectureFile, 'utf8')).toBe(await architecturePage());
});
