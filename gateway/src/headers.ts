import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { spanTraceparent } from '@closingwire/chassis/tracing';
import { CHANGES_HEADER } from '@closingwire/contracts/audit';
import { NAMED_IDS_HEADER } from '@closingwire/contracts/named-ids';

/** Headers that belong to one connection and are made anew on the next. */
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

/** Headers that claim who calls: only the gateway may set them. Of a client's own, its trace alone goes on. */
const claimed =
  /^(forwarded|x-forwarded-.*|x-real-ip|x-client-ip|x-user-.*|x-request-id|cookie|authorization|traceparent)$/;

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** A trace that has the request's own id, so that one leads to the other. */
function traceOf(id: string): string {
  const hex = id.replaceAll('-', '');
  return `00-${hex}-${hex.slice(16)}-00`;
}

type Passed = {
  id: string;
  address: string;
  bearer: string | undefined;
  /** The cookie that its service needs to see. */
  cookie: string | undefined;
  /** How long the body is, where it has been received. */
  bodyBytes: number | undefined;
};

/** What a service is sent of the client's headers, and who calls. Node replies to `Expect` itself. */
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
  // A body without a length is sent in chunks, which Node does by itself for POST: only such routes stream.
  if (bodyBytes !== undefined) passed['content-length'] = String(bodyBytes);
  return passed;
}

/** Which replies no cache may keep: all, those that their service does not call public, or those with cookies. */
export type NoStore = 'always' | 'unless public' | 'with cookies';

/** Between the services and us; a client gets the request's id from us. */
const isOurs = new Set(['x-request-id', NAMED_IDS_HEADER, CHANGES_HEADER]);

/** What a client is sent of a service's headers, after `added`. */
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

/** Names and values in turn, as they go on the wire. */
export type FlatHeaders = string[];

export function setHeaders(res: ServerResponse, headers: FlatHeaders): void {
  for (let at = 0; at < headers.length; at += 2) res.setHeader(headers[at] ?? '', headers[at + 1] ?? '');
}
