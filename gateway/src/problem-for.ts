import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AppError } from '@closingwire/chassis/app-error';
import { sendProblem } from '@closingwire/chassis/problem';
import { isWire, sendWireProblem } from './wire-problem.ts';

/**
 * Answers a failed request with its problem document, or with what the wire protocol has in its place; a reply that
 * has begun can only be cut off.
 */
export function problemFor(
  req: IncomingMessage,
  res: ServerResponse,
  error: AppError,
  { id, pathname }: { id: string; pathname: string },
): void {
  if (res.headersSent) res.destroy();
  else if (isWire(pathname)) sendWireProblem(req, res, error, id);
  else sendProblem(res, error, id);
}
