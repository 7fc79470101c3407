import type { ServerResponse } from 'node:http';
import type { AppError } from '@closingwire/chassis/app-error';
import { sendProblem } from '@closingwire/chassis/problem';

/** Answers a failed request with its problem document; a reply that has begun can only be cut off. */
export function problemFor(res: ServerResponse, error: AppError, requestId: string): void {
  if (res.headersSent) res.destroy();
  else sendProblem(res, error, requestId);
}
