import { defineEvent } from '@closingwire/contracts/event';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { newId } from '../process/ids.ts';
import { fromWire } from './cloud-event.ts';

const painted = defineEvent('thing.painted', {
  by: 'catalog',
  summary: 'A thing was painted',
  data: z.object({
    id: z.uuid(),
    version: z.int(),
    color: z.enum(['red', 'blue']).nullable(),
    layers: z.array(z.object({ finish: z.enum(['matte', 'gloss']), coats: z.int().default(1) })).default([]),
  }),
  key: thing => thing.id,
});

const id = newId();
const read = (data: object) =>
  fromWire(painted, {
    key: Buffer.from(id),
    value: Buffer.from(JSON.stringify({ id, version: 1, color: 'red', ...data })),
    headers: { ce_id: newId(), ce_time: '2026-11-21T10:00:00Z' },
  }).data;

test('an unknown enum value leaves the other fields readable', () => {
  const data = read({ color: 'green', layers: [{ finish: 'gloss' }], unheardOf: true });
  expect([data.id, data.version, data.layers]).toEqual([id, 1, [{ finish: 'gloss', coats: 1 }]]);
  expect('unheardOf' in data).toBe(false);
});

test('reading an unknown enum value throws with its name', () => {
  const data = read({ color: 'green' });
  expect(() => data.color).toThrow(
    "thing.painted: color: expected red, blue; got 'green' of a newer publisher. Update this consumer, then replay",
  );
});

test('an unknown enum value in a list throws when it is read', () => {
  const [known, unknown] = read({ layers: [{ finish: 'matte' }, { finish: 'satin', coats: 2 }] }).layers;
  expect([known?.finish, unknown?.coats]).toEqual(['matte', 2]);
  expect(() => unknown?.finish).toThrow("layers.1.finish: expected matte, gloss; got 'satin'");
});

test('copying data with an unknown enum value throws', () => {
  expect(() => ({ ...read({ color: 'green' }) })).toThrow("got 'green'");
  expect(() => JSON.stringify(read({ color: 'green' }))).toThrow("got 'green'");
});

test.each([
  ['another fault beside it', { color: 'green', version: 'one' }],
  ['a value of another type', { color: 7 }],
  ['a missing value', { color: undefined }],
])('an event with %s is refused', (_name, data) => {
  expect(() => read(data)).toThrow(expect.objectContaining({ kind: 'invalid', code: 'event_invalid' }));
});
