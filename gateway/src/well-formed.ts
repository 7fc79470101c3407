import { isUtf8 } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError } from '@closingwire/chassis/app-error';

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const allowed = [...methods].join(', ');

const invalid = (text: string) => new AppError('invalid', 'invalid_request', text);

function decodedOf(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    throw invalid('Expected a path in well-formed percent encoding');
  }
}

const suspect = /[%\\#]|\/\/|\/\.\.?(?:\/|$)/;
const refusedAsWritten = /[\\#]|\/\/|%2f/i;
const refusedDecoded = /[\p{Cc}\\]|\/\.\.?(?:\/|$)/u;

/** Throws unless the gateway and every service understand the path in the same way. */
function checkPath(path: string): void {
  if (path[0] !== '/') throw invalid('Expected a path that begins with a slash');
  if (!suspect.test(path)) return;
  if (refusedAsWritten.test(path) || refusedDecoded.test(decodedOf(path)))
    throw invalid('Expected a path without dot segments, empty segments, backslashes and control characters');
}

function hostsIn(rawHeaders: readonly string[]): number {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts;
}

function check(req: IncomingMessage, res: ServerResponse, pathname: string): void {
  const { method = 'GET', headers, rawHeaders } = req;
  if (!methods.has(method)) {
    res.setHeader('allow', allowed);
    throw new AppError('not-allowed', 'method_not_allowed', `Expected one of ${allowed}, got ${method}`);
  }
  checkPath(pathname);
  const hosts = hostsIn(rawHeaders);
  if (hosts > 1) throw invalid('Expected one Host header, got several');
  if (hosts === 0 && req.httpVersion !== '1.0') throw invalid('Expected a Host header');
  const { 'content-encoding': coding, 'transfer-encoding': framing } = headers;
  if (framing !== undefined && framing.toLowerCase() !== 'chunked')
    throw invalid('Expected Transfer-Encoding: chunked, or none');
  if (coding !== undefined && coding.toLowerCase() !== 'identity') {
    res.setHeader('accept-encoding', 'identity');
    throw new AppError('unsupported', 'unsupported_encoding', 'Expected a body without a Content-Encoding');
  }
}

/**
 * Refuses requests that two readers could understand differently: unusual paths, two hosts, unsupported encodings and
 * methods. Node refuses most invalid framing. Closes the connection after such a request.
 */
export function checkWellFormed(req: IncomingMessage, res: ServerResponse, pathname: string): void {
  try {
    check(req, res, pathname);
  } catch (error) {
    res.setHeader('connection', 'close');
    throw error;
  }
}

const refuse = (what: string): never => {
  throw new AppError('invalid', 'invalid_input', `Expected ${what} in valid UTF-8`);
};

/**
 * Throws `invalid` if a body, or a form's encoded text, is not valid UTF-8: services would decode it to other characters.
 */
export function checkBodyCharacters(pieces: readonly Buffer[], contentType = ''): void {
  const [first = Buffer.alloc(0)] = pieces;
  const body = pieces.length > 1 ? Buffer.concat(pieces) : first;
  if (!isUtf8(body)) refuse('a body');
  if (contentType.startsWith('application/x-www-form-urlencoded')) checkEncoded(body.toString(), 'a body');
}

function checkEncoded(text: string, what: string): void {
  // ASCII is always valid, also encoded.
  if (!/%[89a-f]/i.test(text)) return;
  for (const [run] of text.matchAll(/(?:%[\da-f]{2})+/gi)) {
    if (!isUtf8(Buffer.from(run.replaceAll('%', ''), 'hex'))) refuse(what);
  }
}

export const checkQueryCharacters = (query: string): void => checkEncoded(query, 'a query');
