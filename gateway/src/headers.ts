import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { spanTraceparent } from '@closingwire/chassis/tracing';
import { CHANGES_HEADER } from '@closingwire/contracts/audit';
import { NAMED_IDS_HEADER } from '@closingwire/contracts/named-ids';

/** Headers of one connection, not forwarded. */
const hopByHop = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Headers that claim an identity: the gateway sets them. It forwards only the client's trace. */
const claimed =
  /^(forwarded|x-forwarded-.*|x-real-ip|x-client-ip|x-user-.*|x-request-id|cookie|authorization|traceparent)$/;

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Returns a trace with the request's ID, so that each leads to the other. */
function traceOf(id: string): string {
  const hex = id.replaceAll('-', '');
  return `00-${hex}-${hex.slice(16)}-00`;
}

type Passed = {
  id: string;
  address: string;
  bearer: string | undefined;
  /** The cookie that the service needs. */
  cookie: string | undefined;
  /** The length of a received body. */
  bodyBytes: number | undefined;
};

/** Returns the request headers for the service: the client's, and its identity. Node answers `Expect` itself. */
export function requestHeaders(
  { headers }: IncomingMessage,
  { id, address, bearer, cookie, bodyBytes }: Passed,
): IncomingHttpHeaders {
  const passed: IncomingHttpHeaders = {
    'x-request-id': id,
    'x-forwarded-for': address,
    traceparent: spanTraceparent() ?? String(headers.traceparent ?? traceOf(id)),
  };
  if (bearer) passed.authorization = bearer;
  if (cookie) passed.cookie = cookie;
  for (const name in headers) {
    if (!hopByHop.has(name) && name !== 'expect' && !claimed.test(name)) passed[name] = headers[name];
  }
  // Node sends a POST body without a length in chunks; only POST routes stream.
  if (bodyBytes !== undefined) passed['content-length'] = String(bodyBytes);
  return passed;
}

/** Which replies caches must not store: all, those not marked public, or those with cookies. */
export type NoStore = 'always' | 'unless public' | 'with cookies';

/** Headers between services and gateway; the gateway sends its own request ID. */
const isOurs = new Set(['x-request-id', NAMED_IDS_HEADER, CHANGES_HEADER]);

/** Returns the headers of the reply to the client: `added`, then the service's headers. */
export function replyHeaders(raw: readonly string[], added: FlatHeaders, noStore: NoStore): FlatHeaders {
  const flat = added.slice();
  let cacheControl: string | undefined;
  let isForAll = noStore === 'with cookies';
  let setsCookie = false;
  for (let at = 0; at < raw.length; at += 2) {
    const name = raw[at]?.toLowerCase() ?? '';
    const value = raw[at + 1] ?? '';
    if (hopByHop.has(name) || isOurs.has(name)) continue;
    if (name === 'cache-control') {
      cacheControl = value;
      isForAll ||= noStore === 'unless public' && value.startsWith('public');
      continue;
    }
    setsCookie ||= name === 'set-cookie';
    flat.push(name, value);
  }
  if (!isForAll || setsCookie) flat.push('cache-control', 'no-store');
  else if (cacheControl !== undefined) flat.push('cache-control', cacheControl);
  return flat;
}

/** Alternating names and values. */
export type FlatHeaders = string[];

export function setHeaders(res: ServerResponse, headers: FlatHeaders): void {
  for (let at = 0; at < headers.length; at += 2) res.setHeader(headers[at] ?? '', headers[at + 1] ?? '');
}
