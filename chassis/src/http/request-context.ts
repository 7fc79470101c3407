import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { longestUserAgent } from '@closingwire/contracts/audit';
import { newId } from '../process/ids.ts';
import type { Log } from '../process/log.ts';
import type { Caller } from './identity.ts';

/** What a handler knows about the request besides its input. */
export type RequestContext = {
  caller: Caller;
  request: RequestFacts;
  /** The Cookie header, of which the gateway passes on what a route needs. */
  cookie?: string | undefined;
  /** Added to the reply, whether it succeeds or fails. */
  responseHeaders: Headers;
  /** The process's log with the request's id. */
  log: Log;
};

export type RequestFacts = {
  id: string;
  ip: string;
  userAgent: string;
  idempotencyKey?: string;
  /** The pattern of the route that handles the request, for metrics; set once it is known. */
  route?: string;
};

/** Where a request came from, as audit entries have it. */
export type RequestOrigin = Pick<RequestFacts, 'id' | 'ip' | 'userAgent'>;

const ID = /^[\w-]{8,64}$/;
const privatePeer = /^(::ffff:)?(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)|^::1$|^f[cd]/;

/** Our gateway, a private peer, names who called it; from any other peer the header is not believed. */
function ipOf(req: IncomingMessage): string {
  const peer = req.socket.remoteAddress ?? '';
  const forwarded = req.headers['x-forwarded-for'];
  if (!forwarded || !privatePeer.test(peer)) return peer;
  const [first = ''] = String(forwarded).split(',');
  return isIP(first.trim()) ? first.trim() : peer;
}

export function requestFacts(req: IncomingMessage): RequestFacts {
  const { 'x-request-id': id, 'user-agent': userAgent = '', 'idempotency-key': key } = req.headers;
  return {
    id: typeof id === 'string' && ID.test(id) ? id : newId(),
    ip: ipOf(req),
    userAgent: userAgent.slice(0, longestUserAgent),
    ...(typeof key === 'string' && key !== '' && { idempotencyKey: key.slice(0, 200) }),
  };
}
