import { expect, test } from 'vitest';
import { z } from 'zod';
import { newId } from './ids.ts';

test('an id is a UUID of version 7', () => {
  for (let i = 0; i < 1_000; i++) expect(z.uuidv7().safeParse(newId()).success).toBe(true);
});

test('ids differ and sort by their time', () => {
  const ids = Array.from({ length: 1_000 }, (_, i) => newId(1_700_000_000_000 + i));
  expect(new Set(ids).size).toBe(1_000);
  expect(ids.toSorted()).toEqual(ids);
});
