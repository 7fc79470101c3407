import type { IncomingMessage, ServerResponse } from 'node:http';
import type { WholeReply } from '@closingwire/chassis/problem';

/** How long what arrives after a refusal is read and dropped. */
export const READING_MS = 2_000;

/**
 * Answers a request of whose body more is on its way, and closes the connection. Not at once: closing a socket that
 * holds unread bytes resets it, and the client might lose the reply. What arrives meanwhile is dropped.
 */
export function sendAndClose(
  req: IncomingMessage,
  res: ServerResponse,
  { status, headers, body }: WholeReply,
): void {
  res.writeHead(status, { ...headers, connection: 'close' });
  res.write(body);
  const timer = setTimeout(() => res.end(), READING_MS);
  res.once('close', () => clearTimeout(timer));
  req.once('end', () => res.end());
  req.resume();
}

/** Drops what arrives of a body after the reply, and closes the connection when that goes on for long. */
export function closeUnlessComplete(req: IncomingMessage): void {
  if (req.complete) return;
  req.resume();
  const timer = setTimeout(() => req.socket.destroy(), READING_MS);
  req.once('end', () => clearTimeout(timer));
}
