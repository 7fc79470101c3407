import { type OutgoingHttpHeaders, type ServerResponse, STATUS_CODES } from 'node:http';
import { ORPCError, ValidationError } from '@orpc/server';
import type { z } from 'zod';
import { AppError, kindOfStatus, kindTable } from '../process/app-error.ts';
import { toDatabaseError } from '../process/database-error.ts';
import { refuseIllFormed } from './well-formed.ts';

const broken = (cause: unknown) =>
  new AppError('broken', 'internal_error', 'Something went wrong on our side; try again', { cause });

function fromOrpc(error: ORPCError<string, unknown>): AppError {
  const { cause } = error;
  if (error.status >= 500 && !error.defined)
    return cause instanceof AppError ? cause : toAppError(cause ?? error);
  if (cause instanceof ValidationError) return invalidInput(cause.issues, cause.data, cause);
  if (error.code === 'BAD_REQUEST') {
    return new AppError('invalid', 'invalid_body', 'Expected a body of well-formed JSON', { cause });
  }
  if (error.status === 413) return tooLarge(cause);
  const detail = typeof error.data === 'object' && error.data !== null ? { ...error.data } : {};
  return new AppError(kindOfStatus(error.status), error.code.toLowerCase(), error.message, { cause, detail });
}

const tooLarge = (cause: unknown) =>
  new AppError('too-large', 'too_large', 'The request body is larger than this route takes', { cause });

/** Errors of Express and its body parsers; `expose`: the text is for the client. */
function fromExpress(error: Error & { status: number; expose?: boolean; type?: string }): AppError {
  if (error.status === 413) return tooLarge(error);
  if (error.type === 'entity.parse.failed') {
    return new AppError('invalid', 'invalid_body', 'Expected a body of well-formed JSON', { cause: error });
  }
  if (error.status >= 500 || !error.expose) return broken(error);
  return new AppError(kindOfStatus(error.status), 'bad_request', error.message, { cause: error });
}

/** Converts a thrown value into an error that callers may see; unknown ones become `internal_error` with the cause. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof ORPCError) return fromOrpc(error);
  const known = toDatabaseError(error);
  if (known instanceof AppError) return known;
  if (error instanceof Error && 'status' in error && typeof error.status === 'number') {
    return fromExpress(error as Error & { status: number });
  }
  return broken(error);
}

/** Returns the RFC 9457 document of an error; `message` repeats `detail` because screens read it. */
export function problemOf(error: AppError, requestId: string) {
  const { status } = kindTable[error.kind];
  return {
    ...error.detail,
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail: error.message,
    message: error.message,
    code: error.code,
    requestId,
  };
}

/** A reply, with its content-length in the headers. */
export type WholeReply = { status: number; headers: OutgoingHttpHeaders; body: Buffer };

/** Returns the reply with the problem document; `retryAfterSeconds` of the detail becomes a Retry-After header. */
export function problemReply(error: AppError, requestId: string): WholeReply {
  const body = Buffer.from(JSON.stringify(problemOf(error, requestId)));
  const { retryAfterSeconds } = error.detail;
  return {
    status: kindTable[error.kind].status,
    headers: {
      'content-type': 'application/problem+json',
      'content-length': body.length,
      'cache-control': 'no-store',
      ...(typeof retryAfterSeconds === 'number' && { 'retry-after': String(Math.ceil(retryAfterSeconds)) }),
      ...(error.kind === 'unauthenticated' && { 'www-authenticate': 'Bearer' }),
    },
    body,
  };
}

export function sendProblem(res: ServerResponse, error: AppError, requestId: string): void {
  const { status, headers, body } = problemReply(error, requestId);
  res.writeHead(status, headers).end(body);
}

type RawIssue = { message: string; path?: readonly (PropertyKey | { key: PropertyKey })[] | undefined };

/** zod's standard messages, which are reworded; a contract's own messages are whole sentences. */
const zodWording = /^(Invalid|Too small|Too big|Unrecognized|Not a)/;
const secretField = /password|token|secret|key/i;
const MAX_SHOWN = 60;

const keyOf = (step: PropertyKey | { key: PropertyKey }) =>
  String(typeof step === 'object' ? step.key : step);

function valueAt(data: unknown, path: string[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    data,
  );
}

function got(path: string[], data: unknown): string {
  if (path.some(key => secretField.test(key))) return '';
  // A body that is not JSON is one text and may hold secrets.
  if (path.length === 0 && typeof data === 'string') return '; got text';
  const value = valueAt(data, path);
  if (value === undefined) return '; got nothing';
  if (typeof value === 'object' && value !== null)
    return Array.isArray(value) ? '; got a list' : '; got an object';
  const shown = JSON.stringify(value);
  return `; got ${shown.length > MAX_SHOWN ? `${shown.slice(0, MAX_SHOWN)}…` : shown}`;
}

/** Returns `invalid_input` with an issue for each wrong field: what was expected, what came. */
function invalidInput(issues: readonly RawIssue[], data: unknown, cause?: unknown): AppError {
  const shown = issues.map(outer => {
    const issue = nearest(outer);
    const path = (issue.path ?? []).map(keyOf);
    const isZods = zodWording.test(issue.message);
    return {
      path: path.join('.'),
      message: isZods ? `${expectedBy(issue)}${got(path, data)}` : issue.message,
      isZods,
    };
  });
  const [first] = shown;
  const message = first?.isZods && first.path ? `${first.path}: ${first.message}` : first?.message;
  return new AppError('invalid', 'invalid_input', message ?? 'Invalid input', {
    cause,
    detail: { issues: shown.map(({ path, message: text }) => ({ path, message: text })) },
  });
}

/** Checks the input of a plain route; throws `invalid_input` like contract routes. */
export function parseInput<S extends z.ZodType>(schema: S, data: unknown): z.output<S> {
  refuseIllFormed(data);
  const parsed = schema.safeParse(data);
  if (parsed.success) return parsed.data;
  throw invalidInput(parsed.error.issues, data, parsed.error);
}

type Issue = z.core.$ZodIssue;

const types: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  date: 'a date',
  null: 'null',
  undefined: 'nothing',
};

const formats: Record<string, string> = {
  email: 'an email address',
  uuid: 'an id (UUID)',
  url: 'a web address',
  datetime: 'a point in time such as 2026-03-01T08:00:00Z',
  date: 'a day such as 2026-03-01',
  regex: 'text of the documented form',
};

const units: Record<string, string> = { string: ' characters', array: ' entries' };

function listed(values: readonly unknown[]): string {
  const shown = values.slice(0, 20).map(value => JSON.stringify(value));
  return values.length > shown.length ? `${shown.join(', ')}, …` : shown.join(', ');
}

const isIssue = (issue: object): issue is Issue => 'code' in issue;

/** Whether a branch of a union takes only an empty text, which stands for none. */
const isForNone = ([issue]: Issue[]) => issue?.code === 'invalid_value' && issue.values.join() === '';

/** Returns the issue of a union's branch that says most: one that the value came closest to. */
function nearest<I extends RawIssue>(issue: I): RawIssue {
  if (!isIssue(issue) || issue.code !== 'invalid_union') return issue;
  const inner = issue.errors.filter(branch => !isForNone(branch)).flatMap(branch => branch.slice(0, 1));
  const found = inner.find(({ code }) => code !== 'invalid_type' && code !== 'invalid_format') ?? inner[0];
  if (!found) return issue;
  return nearest({ ...found, path: [...(issue.path ?? []), ...found.path] });
}

/** Rewords zod's issue: 'Expected …'. */
export function expectedBy(issue: object): string {
  if (!isIssue(issue)) return 'Expected another value';
  switch (issue.code) {
    case 'invalid_type':
      return `Expected ${types[issue.expected] ?? 'another value'}`;
    case 'too_small':
      return `Expected at least ${issue.minimum}${units[issue.origin] ?? ''}`;
    case 'too_big':
      return `Expected at most ${issue.maximum}${units[issue.origin] ?? ''}`;
    case 'invalid_format':
      return `Expected ${formats[issue.format] ?? 'text of the documented form'}`;
    case 'invalid_value':
      return issue.values.length === 1
        ? `Expected ${listed(issue.values)}`
        : `Expected one of ${listed(issue.values)}`;
    case 'not_multiple_of':
      return `Expected a multiple of ${issue.divisor}`;
    case 'unrecognized_keys':
      return `Expected no field ${listed(issue.keys)}`;
    default:
      return 'Expected another value';
  }
}
