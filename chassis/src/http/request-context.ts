import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { longestUserAgent } from '@closingwire/contracts/audit';
import { newId } from '../process/ids.ts';
import type { Log } from '../process/log.ts';
import type { Caller } from './identity.ts';

/** A handler's knowledge of the request besides its input. */
export type RequestContext = {
  caller: Caller;
  request: RequestFacts;
  /** The Cookie header; the gateway passes on only the cookies that a route needs. */
  cookie?: string | undefined;
  /** Added to every reply, also to failures. */
  responseHeaders: Headers;
  /** Adds the request ID. */
  log: Log;
};

export type RequestFacts = {
  id: string;
  ip: string;
  userAgent: string;
  idempotencyKey?: string;
  /** The pattern of the matched route, for metrics; set when known. */
  route?: string;
};

/** The origin of a request in audit entries. */
export type RequestOrigin = Pick<RequestFacts, 'id' | 'ip' | 'userAgent'>;

const ID = /^[\w-]{8,64}$/;
const privatePeer = /^(::ffff:)?(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)|^::1$|^f[cd]/;

/** Returns the client's address: X-Forwarded-For counts only from a private peer, our gateway. */
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
