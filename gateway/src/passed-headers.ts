import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { NAMED_IDS_HEADER } from '@closingwire/contracts/named-ids';
import type { FlatHeaders } from './flat-headers.ts';

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

/** Headers that say who calls: only the gateway may say it. Every reply has the request's id from us. */
const claimed =
  /^(forwarded|x-forwarded-.*|x-real-ip|x-client-ip|x-user-.*|x-request-id|cookie|authorization|traceparent)$/;

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** A trace that has the request's own id, so that one leads to the other. */
function traceOf(id: string): string {
  const hex = id.replaceAll('-', '');
  return `00-${hex}-${hex.slice(16)}-01`;
}

/** Node sends a body without a length in chunks by itself, but not for these (`useChunkedEncodingByDefault`). */
const notFramedByNode = /^(GET|HEAD|DELETE|OPTIONS|TRACE|CONNECT)$/;

type Passed = { id: string; address: string; bearer: string | undefined };

/** What a service is sent of the client's headers, and who calls. Node replies to `Expect` itself. */
export function requestHeaders(
  { method, headers }: IncomingMessage,
  { id, address, bearer }: Passed,
): IncomingHttpHeaders {
  const passed: IncomingHttpHeaders = {
    'x-request-id': id,
    'x-forwarded-for': address,
    traceparent: String(headers.traceparent ?? traceOf(id)),
  };
  if (bearer) passed.authorization = bearer;
  for (const name in headers) {
    if (!hopByHop.has(name) && name !== 'expect' && !claimed.test(name)) passed[name] = headers[name];
  }
  // A body without a length must be sent in chunks, or its end reads as the next request. For most methods Node does
  // this itself. Where the header is set here, the connection closes with the reply, and an early reply is lost.
  if (headers['transfer-encoding'] !== undefined && notFramedByNode.test(method ?? 'GET'))
    passed['transfer-encoding'] = 'chunked';
  return passed;
}

/** Between the services and us; a client gets the request's id from us. */
const isOurs = new Set(['x-request-id', NAMED_IDS_HEADER]);

/** What a client is sent of a service's headers, after `added`. */
export function replyHeaders(raw: readonly string[], added: FlatHeaders): FlatHeaders {
  const flat = added.slice();
  for (let at = 0; at < raw.length; at += 2) {
    const name = raw[at]?.toLowerCase() ?? '';
    if (!hopByHop.has(name) && !isOurs.has(name)) flat.push(name, raw[at + 1] ?? '');
  }
  return flat;
}
