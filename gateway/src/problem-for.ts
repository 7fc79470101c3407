import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AppError } from '@closingwire/chassis/app-error';
import { problemReply } from '@closingwire/chassis/problem';
import { sendAndClose } from './unread-body.ts';
import { isWire, wireProblem } from './wire-problem.ts';

/**
 * Answers a failed request with its problem document, or with what the wire protocol has in its place; a reply that
 * has begun can only be cut off. The rest of a body is not waited for: its connection closes.
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
