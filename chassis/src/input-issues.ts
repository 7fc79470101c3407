import type { z } from 'zod';
import { AppError } from './app-error.ts';
import { expectedBy } from './issue-words.ts';
import { refuseIllFormed } from './well-formed.ts';

type RawIssue = { message: string; path?: readonly (PropertyKey | { key: PropertyKey })[] | undefined };
export type InputIssue = { path: string; message: string };

/** The validator's own wording, which callers never read; a contract's wording is a whole sentence and stands alone. */
const zodWording = /^(Invalid|Too small|Too big|Unrecognized|Not a)/;
const secretField = /password|token|secret|key/i;
const MAX_SHOWN = 60;

const step = (part: PropertyKey | { key: PropertyKey }) => String(typeof part === 'object' ? part.key : part);

function valueAt(data: unknown, path: string[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    data,
  );
}

function got(path: string[], data: unknown): string {
  if (path.some(part => secretField.test(part))) return '';
  // A body that is no JSON is one text, with whatever secrets stand in it.
  if (path.length === 0 && typeof data === 'string') return '; got text';
  const value = valueAt(data, path);
  if (value === undefined) return '; got nothing';
  if (typeof value === 'object' && value !== null)
    return Array.isArray(value) ? '; got a list' : '; got an object';
  const shown = JSON.stringify(value);
  return `; got ${shown.length > MAX_SHOWN ? `${shown.slice(0, MAX_SHOWN)}…` : shown}`;
}

/** `invalid_input` with one issue for each wrong field, saying what was expected and what came. */
export function invalidInput(issues: readonly RawIssue[], data: unknown, cause?: unknown): AppError {
  const told = issues.map(issue => {
    const path = (issue.path ?? []).map(step);
    const isZods = zodWording.test(issue.message);
    return {
      path: path.join('.'),
      message: isZods ? `${expectedBy(issue)}${got(path, data)}` : issue.message,
      isZods,
    };
  });
  const [first] = told;
  const message = first?.isZods && first.path ? `${first.path}: ${first.message}` : first?.message;
  return new AppError('invalid', 'invalid_input', message ?? 'Invalid input', {
    cause,
    detail: { issues: told.map(({ path, message: text }) => ({ path, message: text })) },
  });
}

/** The checked input of a plain route; throws `invalid_input` like the contract's routes do. */
export function parseInput<S extends z.ZodType>(schema: S, data: unknown): z.output<S> {
  refuseIllFormed(data);
  const parsed = schema.safeParse(data);
  if (parsed.success) return parsed.data;
  throw invalidInput(parsed.error.issues, data, parsed.error);
}
