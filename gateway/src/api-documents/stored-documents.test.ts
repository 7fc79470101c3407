import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { asyncApiDocument } from './asyncapi.ts';
import { openApiDocument } from './openapi.ts';

test.for([
  ['openapi.json', await openApiDocument('http://localhost:8080')],
  ['asyncapi.json', asyncApiDocument()],
] as const)('docs/api/%s is as `make openapi` writes it', async ([name, document]) => {
  const stored = await readFile(new URL(`../../../docs/api/${name}`, import.meta.url), 'utf8');
  expect(JSON.parse(stored)).toEqual(JSON.parse(document));
});
