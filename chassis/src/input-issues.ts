import type { z } from 'zod';
import { AppError } from './app-error.ts';

type RawIssue = { message: string; path?: readonly (PropertyKey | { key: PropertyKey })[] | undefined };
export type InputIssue = { path: string; message: string };

/** zod's own wording, which names no field; a contract's wording is a whole sentence and stands alone. */
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

function got(issue: RawIssue, path: string[], data: unknown): string {
  if (/received/.test(issue.message) || path.some(part => secretField.test(part))) return '';
  const value = valueAt(data, path);
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return '';
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
      message: isZods ? `${issue.message}${got(issue, path, data)}` : issue.message,
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
  const parsed = schema.safeParse(data);
  if (parsed.success) return parsed.data;
  throw invalidInput(parsed.error.issues, data, parsed.error);
}
