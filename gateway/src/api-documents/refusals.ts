import { STATUS_CODES } from 'node:http';
import type { RouteMeta } from '@closingwire/contracts/route';

const retryAfter = {
  'Retry-After': { description: 'How many seconds to wait', schema: { type: 'integer', minimum: 0 } },
};

/** Statuses whose replies can have Retry-After; a 503 has it only if the time is known. */
const passing = new Set([429, 503]);

export const describedProblem = (description: string, status?: number) => ({
  description,
  ...(status && passing.has(status) && { headers: retryAfter }),
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
});

export type Refusal = { code: string; status: number; message: string };

/** Refusals that every call can get. */
const ofEvery: readonly Refusal[] = [
  { code: 'too_many_requests', status: 429, message: 'Too many requests' },
  { code: 'too_many_at_once', status: 429, message: 'Too many requests at once' },
  { code: 'headers_too_large', status: 431, message: 'The address or headers are too long' },
  { code: 'internal_error', status: 500, message: 'Something went wrong on our side' },
  { code: 'upstream_unavailable', status: 503, message: 'A service does not answer' },
  { code: 'upstream_timeout', status: 504, message: 'A service did not answer in time' },
];

const malformed: Refusal = {
  code: 'invalid_request',
  status: 400,
  message: 'The path or a header is not well-formed',
};

const ofBodies: readonly Refusal[] = [
  { code: 'request_timeout', status: 408, message: 'The body did not arrive in time' },
  { code: 'body_too_large', status: 413, message: 'The body is too large' },
  { code: 'unsupported_encoding', status: 415, message: 'The body has a Content-Encoding' },
];

const ofSessions: readonly Refusal[] = [
  { code: 'token_outdated', status: 401, message: 'Refresh the outdated token' },
  { code: 'session_not_found', status: 401, message: 'This session has ended' },
];

const ofOtherSites: Refusal = {
  code: 'cross_origin',
  status: 403,
  message: 'The request comes from another site',
};
const crowded: Refusal = { code: 'busy', status: 503, message: 'Too many large requests at once' };

const byPrograms = new Set<RouteMeta['access']>(['partner', 'ingest']);

export type Call = { meta: RouteMeta; method: string; hasBody: boolean };

/** Returns the refusals that a call can get from the gateway itself. */
export function gatewayRefusals({ meta: { access, limit }, method, hasBody }: Call): Refusal[] {
  const mayChange = method.toLowerCase() !== 'get';
  return [
    malformed,
    ...(access === 'public' ? [] : ofSessions),
    ...(mayChange && !byPrograms.has(access) ? [ofOtherSites] : []),
    ...(hasBody ? ofBodies : []),
    ...ofEvery,
    ...(hasBody || limit === 'export' ? [crowded] : []),
  ];
}

const textOf = (refusals: readonly Refusal[]) =>
  refusals.map(({ code, message }) => `\`${code}\`: ${message}`).join('; ');

const nameOf = (status: number) => (STATUS_CODES[status] ?? 'Error').replace(/\W/g, '');

const grouped = (refusals: readonly Refusal[]) => Map.groupBy(refusals, ({ status }) => status);

/** Replies that most calls share, by name, for the document's components. */
export const sharedReplies = Object.fromEntries(
  [...grouped(ofEvery)].map(([status, refusals]) => [
    nameOf(status),
    describedProblem(textOf(refusals), status),
  ]),
);

const isShared = (refusals: readonly Refusal[]) => refusals.every(refusal => ofEvery.includes(refusal));

/** Returns the replies of a call by status, with each possible code. */
export function repliesTo(refusals: readonly Refusal[]): Record<string, object> {
  return Object.fromEntries(
    [...grouped(refusals)].map(([status, same]) => [
      status,
      isShared(same)
        ? { $ref: `#/components/responses/${nameOf(status)}` }
        : describedProblem(textOf(same), status),
    ]),
  );
}
