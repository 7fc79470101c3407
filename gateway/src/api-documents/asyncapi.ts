import { allEvents } from '@closingwire/contracts/api';
import type { EventDeclaration } from '@closingwire/contracts/event';
import { z } from 'zod';

const header = (description: string, rest: object = { type: 'string' }) => ({ ...rest, description });

/** CloudEvents 1.0 in binary mode. */
const envelope = {
  type: 'object',
  required: ['ce_id', 'ce_source', 'ce_type', 'ce_specversion', 'ce_time'],
  properties: {
    ce_id: header('The event; the same in each delivery', { type: 'string', format: 'uuid' }),
    ce_source: header('The service that published it'),
    ce_type: header('The topic'),
    ce_specversion: { const: '1.0' },
    ce_time: header('The time of publication', { type: 'string', format: 'date-time' }),
    ce_subject: header('The aggregate, which is also the key'),
    traceparent: header('W3C trace context'),
  },
};

const nameOf = (event: EventDeclaration) =>
  event.topic.replace(/[.-](\w)/g, (_match, letter: string) => letter.toUpperCase());

const channelOf = (event: EventDeclaration) => ({
  address: event.topic,
  description: event.summary,
  messages: { [nameOf(event)]: { $ref: `#/components/messages/${nameOf(event)}` } },
  bindings: { kafka: { topic: event.topic, partitions: event.partitions } },
});

const operationOf = (event: EventDeclaration) => ({
  action: 'send',
  summary: `${event.by} publishes ${event.topic}`,
  channel: { $ref: `#/channels/${nameOf(event)}` },
});

const messageOf = (event: EventDeclaration) => ({
  name: event.topic,
  summary: event.summary,
  contentType: 'application/json',
  headers: envelope,
  payload: z.toJSONSchema(event.data, { io: 'input' }),
});

/** Returns the AsyncAPI 3 document of all events, as JSON. */
export function asyncApiDocument(): string {
  const events: readonly EventDeclaration[] = allEvents as unknown as readonly EventDeclaration[];
  const byName = (make: (event: EventDeclaration) => unknown) =>
    Object.fromEntries(events.map(event => [nameOf(event), make(event)]));
  return JSON.stringify({
    asyncapi: '3.0.0',
    info: {
      title: 'ClosingWire events',
      version: '1',
      description: 'One Kafka topic per event, keyed by the aggregate.',
    },
    defaultContentType: 'application/json',
    channels: byName(channelOf),
    operations: byName(operationOf),
    components: { messages: byName(messageOf) },
  });
}
