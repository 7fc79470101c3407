import type { EventData, EventDeclaration } from '@closingwire/contracts/event';
import type { z } from 'zod';
import { AppError } from '../process/app-error.ts';

/** The code of the error for a value that only a newer publisher knows. */
export const UNKNOWN_VALUE = 'unknown_value';

type Path = readonly PropertyKey[];

const isContainer = (value: unknown): value is Record<PropertyKey, unknown> =>
  typeof value === 'object' && value !== null;

const containerAt = (root: unknown, path: Path) => {
  const found = path.slice(0, -1).reduce<unknown>((at, key) => (isContainer(at) ? at[key] : undefined), root);
  return isContainer(found) ? found : undefined;
};

const lastOf = (path: Path): PropertyKey => path.at(-1) ?? '';

/** A text where the contract lists other texts. */
type UnknownValue = { path: Path; expected: string[]; got: string };

function unknownValueOf(issue: z.core.$ZodIssue, json: unknown): UnknownValue | undefined {
  if (issue.code !== 'invalid_value') return undefined;
  const expected = issue.values.filter(value => typeof value === 'string');
  const got = containerAt(json, issue.path)?.[lastOf(issue.path)];
  return typeof got === 'string' && expected.length > 0 ? { path: issue.path, expected, got } : undefined;
}

/** Makes reading the value throw, so that handlers that do not use it go on. */
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
 * The data of an event whose only faults are enum values that its contract does not list: a newer publisher sent them.
 * Reading such a value throws `unavailable`. Undefined when the event has another fault.
 */
export function readNewer<E extends EventDeclaration>(
  event: E,
  json: unknown,
  issues: z.core.$ZodIssue[],
): EventData<E> | undefined {
  const unknown = issues.map(issue => unknownValueOf(issue, json));
  if (!unknown.every(value => value !== undefined)) return undefined;
  // A known value in the place of each unknown one lets the contract check, and shape, the rest.
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
