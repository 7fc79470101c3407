import type { IncomingMessage, ServerResponse } from 'node:http';
import { type AppError, kindTable } from '@closingwire/chassis/app-error';
import { problemReply, type WholeReply } from '@closingwire/chassis/problem';
import { plainRoutes } from '@closingwire/contracts/plain-routes';
import { sendAndClose } from './receive-body.ts';

const WIRE = plainRoutes.authWire.path.replace('*', '');
const VERSION = '2024-01-01';

/** Returns true for a call of the wire protocol, which has its own shape of errors. */
export const isWire = (pathname: string): boolean => pathname.startsWith(WIRE);

/** The protocol's codes for refusals of the gateway; others keep ours. */
const codes: Partial<Record<AppError['kind'], string>> = {
  'too-many': 'over_request_rate_limit',
  'too-large': 'request_entity_too_large',
  timeout: 'request_timeout',
  broken: 'unexpected_failure',
};

/** Returns the error in the shape of the protocol version that the client asked for. */
function wireProblem(req: IncomingMessage, error: AppError, requestId: string): WholeReply {
  const { status } = kindTable[error.kind];
  const code = codes[error.kind] ?? error.code;
  const message = error.kind === 'too-many' ? 'Request rate limit reached' : error.message;
  const asked = String(req.headers['x-supabase-api-version'] ?? '');
  const isNew = /^\d{4}-\d{2}-\d{2}$/.test(asked) && asked >= VERSION;
  const old = { code: status, error_code: code, msg: message, ...(status >= 500 && { error_id: requestId }) };
  const { retryAfterSeconds } = error.detail;
  const body = Buffer.from(JSON.stringify(isNew ? { code, message } : old));
  return {
    status,
    headers: {
      ...(isNew && { 'x-supabase-api-version': VERSION }),
      ...(typeof retryAfterSeconds === 'number' && { 'retry-after': String(Math.ceil(retryAfterSeconds)) }),
      'content-type': 'application/json',
      'content-length': body.length,
      'cache-control': 'no-store',
      'x-sb-error-code': code,
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'X-Total-Count, Link, X-Supabase-Api-Version',
    },
    body,
  };
}

/**
 * Replies with a problem document, or the wire protocol's error. Cuts a reply off that has begun. If the body is incomplete,
 * closes the connection.
 */
export function problemFor(
  req: IncomingMessage,
  res: ServerResponse,
  error: AppError,
  { id, pathname }: { id: string; pathname: string },
): void {
  if (res.headersSent || res.destroyed) {
    res.destroy();
    return;
  }
  const reply = isWire(pathname) ? wireProblem(req, error, id) : problemReply(error, id);
  if (!req.complete) sendAndClose(req, res, reply);
  else res.writeHead(reply.status, reply.headers).end(reply.body);
}
