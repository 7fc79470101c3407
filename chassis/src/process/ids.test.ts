import { expect, test } from 'vitest';
import { z } from 'zod';
import { idOf, newId } from './ids.ts';

test('an id is a UUID of version 7', () => {
  for (let i = 0; i < 1_000; i++) expect(z.uuidv7().safeParse(newId()).success).toBe(true);
});

test('ids differ and sort by their time', () => {
  const ids = Array.from({ length: 1_000 }, (_, i) => newId(1_700_000_000_000 + i));
  expect(new Set(ids).size).toBe(1_000);
  expect(ids.toSorted()).toEqual(ids);
});

test('the ID of a name is a UUID that no other name has', () => {
  const names = Array.from({ length: 1_000 }, (_, i) => `name ${i}`);
  const ids = names.map(name => idOf(name));
  for (const id of ids) expect(z.uuid().safeParse(id).success).toBe(true);
  expect(new Set(ids).size).toBe(1_000);
  expect(names.map(name => idOf(Buffer.from(name)))).toEqual(ids);
});
