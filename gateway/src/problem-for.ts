import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AppError } from '@closingwire/chassis/app-error';
import { sendProblem } from '@closingwire/chassis/problem';

/** Answers a failed request with its problem document; a reply that has begun can only be cut off. */
export function problemFor(_req: IncomingMessage, res: ServerResponse, error: AppError): void {
  if (res.headersSent) res.destroy();
  else sendProblem(res, error, String(res.getHeader('x-request-id') ?? ''));
}
