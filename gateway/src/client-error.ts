import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { AppError } from '@closingwire/chassis/app-error';
import { newId } from '@closingwire/chassis/ids';
import { problemReply } from '@closingwire/chassis/problem';
import type { FlatHeaders } from './headers.ts';
import { READING_MS } from './receive-body.ts';

type ParserError = Error & { code?: string };

/** Returns the refusal of a parser error, with the HTTP status that Node itself would reply with. */
function toRefusal({ code }: ParserError): AppError {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new AppError(
      'headers-too-large',
      'headers_too_large',
      'The address or headers are too long; shorten them',
    );
  }
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') {
    return new AppError('too-large', 'body_too_large', 'Expected a body without long chunk extensions');
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new AppError('incomplete', 'request_timeout', 'Request timed out; send it again');
  }
  return new AppError('invalid', 'malformed_request', 'Expected a well-formed HTTP request');
}

function replyTo(error: ParserError, added: FlatHeaders): string {
  const requestId = newId();
  const { status, headers, body } = problemReply(toRefusal(error), requestId);
  const own = Object.entries({ ...headers, 'x-request-id': requestId, connection: 'close' });
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`];
  for (let at = 0; at < added.length; at += 2) lines.push(`${added[at]}: ${added[at + 1]}`);
  lines.push(...own.map(([name, value]) => `${name}: ${value}`), '', body.toString());
  return lines.join('\r\n');
}

/**
 * Sends a problem document for requests that Node's parser refuses with only a status line. If a reply has begun or several
 * are due, it closes the connection instead: the client would match the reply to another request. Call `onRequest` for each
 * request.
 */
export function parserRefusals(headers: FlatHeaders) {
  const unfinished = new WeakMap<Duplex, Set<ServerResponse>>();
  const refused = new WeakSet<Duplex>();

  const canRefuse = (socket: Duplex): boolean => {
    const due = [...(unfinished.get(socket) ?? [])];
    return socket.writable && due.length < 2 && !due.some(reply => reply.headersSent);
  };

  return {
    onRequest(req: IncomingMessage, res: ServerResponse): void {
      const due = unfinished.get(req.socket) ?? new Set();
      unfinished.set(req.socket, due.add(res));
      res.once('close', () => due.delete(res));
    },
    onClientError(error: ParserError, socket: Duplex): void {
      // Ignore further parser errors from a refused request.
      if (refused.has(socket)) return;
      if (!canRefuse(socket)) return void socket.destroy();
      refused.add(socket);
      socket.end(replyTo(error, headers));
      // Closing a socket with unread bytes resets it, and the client could lose the reply.
      const timer = setTimeout(() => socket.destroy(), READING_MS);
      socket.once('close', () => clearTimeout(timer)).once('end', () => socket.destroy());
      socket.resume();
    },
  };
}
