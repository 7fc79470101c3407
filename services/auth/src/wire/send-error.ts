import { AppError } from '@closingwire/chassis/app-error';
import { contextOf } from '@closingwire/chassis/handlers';
import type { ErrorRequestHandler, Request } from 'express';
import { toWireError } from './wire-error.ts';

const HEADER = 'X-Supabase-Api-Version';
const VERSION = '2024-01-01';

/** Whether the client knows the error shape of 2024; dates compare as text. */
function knowsNewShape(req: Request): boolean {
  const version = req.get(HEADER) ?? '';
  return /^\d{4}-\d{2}-\d{2}$/.test(version) && version >= VERSION;
}

/** Ends a route that threw, in the shape that the client knows. */
export const sendError: ErrorRequestHandler = (thrown, req, res, _next) => {
  const error = toWireError(thrown);
  const { request, responseHeaders, log } = contextOf(req);
  if (error.status >= 500) log.error({ err: thrown, requestId: request.id }, 'wire request failed');
  if (res.headersSent) return void res.destroy();
  for (const [name, value] of responseHeaders) res.append(name, value);
  const wait = thrown instanceof AppError ? thrown.detail.retryAfterSeconds : undefined;
  if (typeof wait === 'number') res.set('Retry-After', String(Math.ceil(wait)));
  res.set('X-SB-Error-Code', error.code).set('Cache-Control', 'no-store').status(error.status);
  const { code, message, status, extra } = error;
  if (knowsNewShape(req)) return void res.set(HEADER, VERSION).json({ code, message, ...extra });
  const id = status >= 500 ? { error_id: request.id } : {};
  res.json({ code: status, error_code: code, msg: message, ...id, ...extra });
};
