import { expect, test } from 'vitest';
import { thingChanged } from '../../test/thing-event.ts';
import { newId } from '../process/ids.ts';
import { inTraceOf, traceparent } from '../process/tracing.ts';
import { fromWire, toEnvelope } from './cloud-event.ts';

const data = { id: newId(), version: 3 };
const wireOf = ({ key, headers, data: body }: ReturnType<typeof toEnvelope>) => ({
  key: Buffer.from(key),
  value: Buffer.from(JSON.stringify(body)),
  headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, Buffer.from(value)])),
});

test('an event is unchanged after encoding and decoding', () => {
  const sent = toEnvelope(thingChanged, data);
  const time = new Date(sent.headers.ce_time ?? '');
  expect(sent.headers).toMatchObject({
    'content-type': 'application/json',
    ce_specversion: '1.0',
    ce_source: '/catalog',
    ce_type: 'thing.changed',
    ce_subject: data.id,
  });
  expect(fromWire(thingChanged, wireOf(sent))).toEqual({ id: sent.id, time, key: data.id, data });
});

test('data that does not match the contract is not sent', () => {
  expect(() => toEnvelope(thingChanged, { ...data, version: 1.5 })).toThrow('thing.changed does not match');
});

test.each([
  ['no headers', { headers: {} }, 'expected headers ce_id (a UUID) and ce_time'],
  ['a foreign id', { headers: { ce_id: 'x1', ce_time: '2026-11-21T10:00:00Z' } }, 'expected headers ce_id'],
  ['no JSON', { value: Buffer.from('{') }, 'expected JSON'],
  ['wrong data', { value: Buffer.from('{"id":1,"version":1}') }, 'thing.changed: id:'],
])('a message with %s is refused', (_name, change, text) => {
  expect(() => fromWire(thingChanged, { ...wireOf(toEnvelope(thingChanged, data)), ...change })).toThrow(
    text,
  );
});

test('an event continues the trace of its request', async () => {
  const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
  const span = { name: 'handle' };
  const sent = await inTraceOf(`00-${trace}-00f067aa0ba902b7-01`, span, async () =>
    toEnvelope(thingChanged, data),
  );
  expect(sent.headers.traceparent).toMatch(new RegExp(`^00-${trace}-[0-9a-f]{16}-01$`));
  expect(await inTraceOf('nonsense', span, async () => traceparent())).toMatch(
    /^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/,
  );
});
