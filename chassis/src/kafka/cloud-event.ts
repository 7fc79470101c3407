import type { EventData, EventDeclaration } from '@closingwire/contracts/event';
import { AppError } from '../process/app-error.ts';
import { newId } from '../process/ids.ts';
import { traceparent } from '../process/tracing.ts';
import { readNewer } from './unknown-values.ts';

/** An event as CloudEvents 1.0 in binary mode. */
export type Envelope = {
  id: string;
  topic: string;
  key: string;
  headers: Record<string, string>;
  data: unknown;
};

/** A received event whose data the contract has checked. */
export type Received<E extends EventDeclaration> = {
  /** The same in every delivery. */
  id: string;
  time: Date;
  key: string;
  data: EventData<E>;
};

/** Wraps data as an event; throws `broken` if it does not match the contract. */
export function toEnvelope<E extends EventDeclaration>(event: E, data: EventData<E>, id = newId()): Envelope {
  const checked = event.data.safeParse(data);
  if (!checked.success) {
    throw new AppError('broken', 'event_invalid', `${event.topic} does not match its contract`, {
      cause: checked.error,
    });
  }
  const key = event.key(checked.data);
  return {
    id,
    topic: event.topic,
    key,
    headers: headersFor(event, { id, key }),
    data: checked.data,
  };
}

export function headersFor(
  event: EventDeclaration,
  { id, key }: { id: string; key: string },
): Record<string, string> {
  return {
    'content-type': 'application/json',
    ce_specversion: '1.0',
    ce_id: id,
    ce_source: `/${event.by}`,
    ce_type: event.topic,
    ce_subject: key,
    ce_time: new Date().toISOString(),
    traceparent: traceparent(),
  };
}

type Wire = {
  key: Buffer | null;
  value: Buffer | null;
  headers?: Record<string, Buffer | string | (Buffer | string)[] | undefined> | undefined;
};

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Returns headers as text; a repeated header keeps its first value. */
export function headersOf(wire: Wire): Record<string, string> {
  const named = Object.entries(wire.headers ?? {}).map(([name, value]) => [
    name,
    String((Array.isArray(value) ? value[0] : value) ?? ''),
  ]);
  return Object.fromEntries(named);
}

/**
 * Reads a message; throws `invalid` if it does not match the contract. An unlisted enum value throws only when a handler
 * reads it (ADR 42).
 */
export function fromWire<E extends EventDeclaration>(event: E, wire: Wire): Received<E> {
  const headers = headersOf(wire);
  const { ce_id: id, ce_time: time } = headers;
  if (!id || !time || !uuid.test(id)) {
    throw new AppError(
      'invalid',
      'event_invalid',
      `${event.topic}: expected headers ce_id (a UUID) and ce_time`,
    );
  }
  const data = dataOf(event, parseJson(event.topic, wire.value));
  return { id: id.toLowerCase(), time: new Date(time), key: wire.key?.toString() ?? event.key(data), data };
}

function dataOf<E extends EventDeclaration>(event: E, json: unknown): EventData<E> {
  const checked = event.data.safeParse(json);
  if (checked.success) return checked.data as EventData<E>;
  const newer = readNewer(event, json, checked.error.issues);
  if (newer) return newer;
  const [issue] = checked.error.issues;
  const text = `${event.topic}: ${issue?.path.join('.')}: ${issue?.message}`;
  throw new AppError('invalid', 'event_invalid', text, { cause: checked.error });
}

function parseJson(topic: string, value: Buffer | null): unknown {
  try {
    return JSON.parse(value?.toString() ?? '');
  } catch (cause) {
    throw new AppError('invalid', 'event_invalid', `${topic}: expected JSON`, { cause });
  }
}
