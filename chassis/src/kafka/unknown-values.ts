import type { EventData, EventDeclaration } from '@closingwire/contracts/event';
import type { z } from 'zod';
import { AppError } from '../process/app-error.ts';

/** The error code of a value that only a newer publisher knows. */
export const UNKNOWN_VALUE = 'unknown_value';

type Path = readonly PropertyKey[];

const isContainer = (value: unknown): value is Record<PropertyKey, unknown> =>
  typeof value === 'object' && value !== null;

const containerAt = (root: unknown, path: Path) => {
  const found = path.slice(0, -1).reduce<unknown>((at, key) => (isContainer(at) ? at[key] : undefined), root);
  return isContainer(found) ? found : undefined;
};

const lastOf = (path: Path): PropertyKey => path.at(-1) ?? '';

type UnknownValue = { path: Path; expected: string[]; got: string };

function unknownValueOf(issue: z.core.$ZodIssue, json: unknown): UnknownValue | undefined {
  if (issue.code !== 'invalid_value') return undefined;
  const expected = issue.values.filter(value => typeof value === 'string');
  const got = containerAt(json, issue.path)?.[lastOf(issue.path)];
  return typeof got === 'string' && expected.length > 0 ? { path: issue.path, expected, got } : undefined;
}

/** Makes reading the value throw: handlers that do not read it succeed. */
function guard(data: unknown, topic: string, { path, expected, got }: UnknownValue): void {
  const container = containerAt(data, path);
  const text = `${topic}: ${path.join('.')}: expected ${expected.join(', ')}; got '${got}' of a newer publisher. Update this consumer, then replay`;
  const get = () => {
    throw new AppError('unavailable', UNKNOWN_VALUE, text);
  };
  if (container) Object.defineProperty(container, lastOf(path), { get, enumerable: true });
  else get();
}

/**
 * Returns the data of an event whose only faults are unlisted enum values, from a newer publisher. Reading such a value
 * throws `unavailable`. Returns undefined if the event has another fault.
 */
export function readNewer<E extends EventDeclaration>(
  event: E,
  json: unknown,
  issues: z.core.$ZodIssue[],
): EventData<E> | undefined {
  const unknown = issues.map(issue => unknownValueOf(issue, json));
  if (!unknown.every(value => value !== undefined)) return undefined;
  // Replaces each unknown value by a known one, so that the contract checks and shapes the rest.
  const stand = structuredClone(json);
  for (const { path, expected } of unknown) {
    const container = containerAt(stand, path);
    if (container) container[lastOf(path)] = expected[0];
  }
  const checked = event.data.safeParse(stand);
  if (!checked.success) return undefined;
  for (const value of unknown) guard(checked.data, event.topic, value);
  return checked.data as EventData<E>;
}
