import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { newId } from '@closingwire/chassis/ids';
import type { FlatHeaders } from './flat-headers.ts';

type ParserError = Error & { code?: string };
type Refusal = { status: number; code: string; detail: string };

const malformed: Refusal = {
  status: 400,
  code: 'malformed_request',
  detail: 'Expected a well-formed HTTP request',
};

/** The statuses that Node gives them. */
const refusals: Record<string, Refusal> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    code: 'headers_too_large',
    detail: 'Expected a shorter address and shorter headers',
  },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: {
    status: 413,
    code: 'body_too_large',
    detail: 'Expected a body without long chunk extensions',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    code: 'request_timeout',
    detail: 'Expected the whole request in time',
  },
};

function replyTo({ code = '' }: ParserError, headers: FlatHeaders): string {
  const refusal = refusals[code] ?? malformed;
  const { status, detail } = refusal;
  const title = STATUS_CODES[status] ?? 'Error';
  const requestId = newId();
  const body = JSON.stringify({ type: 'about:blank', title, ...refusal, message: detail, requestId });
  const sent = [
    ...headers,
    ...['x-request-id', requestId, 'content-type', 'application/problem+json'],
    ...[
      'content-length',
      String(Buffer.byteLength(body)),
      'cache-control',
      'no-store',
      'connection',
      'close',
    ],
  ];
  const lines = sent.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${sent[at + 1]}`] : []));
  return [`HTTP/1.1 ${status} ${title}`, ...lines, '', body].join('\r\n');
}

/**
 * Sends a problem document for what Node's parser refuses, where by itself it would send a status line alone.
 * `onRequest` takes note of every request: behind a reply that has begun nothing can be said, the connection closes.
 */
export function parserRefusals(headers: FlatHeaders) {
  const replies = new WeakMap<Duplex, ServerResponse>();
  return {
    onRequest(req: IncomingMessage, res: ServerResponse): void {
      replies.set(req.socket, res);
    },
    onClientError(error: ParserError, socket: Duplex): void {
      const reply = replies.get(socket);
      const hasBegun = reply?.headersSent && !reply.writableFinished;
      if (!socket.writable || hasBegun) socket.destroy();
      else socket.end(replyTo(error, headers), () => socket.destroy());
    },
  };
}
