import { AppError } from '@closingwire/chassis/app-error';
import { contextOf } from '@closingwire/chassis/handlers';
import { refuseIllFormed } from '@closingwire/chassis/well-formed';
import express, { type ErrorRequestHandler, type Request, type RequestHandler } from 'express';
import { type Endpoint, invalid, toWireError, type Wire } from './wire.ts';

const corsMethods = 'GET,POST,PUT,PATCH,DELETE';
const corsHeaders = [
  'Accept',
  'Authorization',
  'Content-Type',
  'X-Client-IP',
  'X-Client-Info',
  'X-JWT-AUD',
  'x-use-cookie',
  'X-Supabase-Api-Version',
  'apikey',
].join(',');

/** Any origin may call: no endpoint reads cookies. */
const cors: RequestHandler = (req, res, next) => {
  res.set({
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Allow-Credentials': 'true',
    'Access-Control-Expose-Headers': 'X-Total-Count, Link, X-Supabase-Api-Version',
  });
  if (req.method !== 'OPTIONS') return next();
  res.set({ 'Access-Control-Allow-Methods': corsMethods, 'Access-Control-Allow-Headers': corsHeaders });
  res.set({ 'Access-Control-Max-Age': '600' }).status(204).end();
};

const HEADER = 'X-Supabase-Api-Version';
const VERSION = '2024-01-01';

/** Returns true if the client knows the error shape of 2024. Dates compare as text. */
function knowsNewShape(req: Request): boolean {
  const version = req.get(HEADER) ?? '';
  return /^\d{4}-\d{2}-\d{2}$/.test(version) && version >= VERSION;
}

/** Sends the error in the shape that the client knows. */
const sendError: ErrorRequestHandler = (thrown, req, res, _next) => {
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

const MAX_BODY_BYTES = 1_048_576;

/** Refuses text that PostgreSQL cannot store. */
const refuseUnstorable: RequestHandler = (req, _res, next) => {
  try {
    refuseIllFormed(req.query);
    refuseIllFormed(decodeURIComponent(req.path));
    refuseIllFormed(req.body);
  } catch (error) {
    return next(error instanceof AppError ? invalid(error.message) : invalid('Expected a well-formed path'));
  }
  next();
};

const wrongMethod: RequestHandler = (_req, res) => void res.status(405).end();
const unknownPath: RequestHandler = (_req, res) =>
  void res.status(404).type('text/plain').send('404 page not found\n');

export function wireRouter(wire: Wire, endpoints: readonly Endpoint[]): express.Router {
  const router = express.Router({ strict: false });
  router.use(cors);
  router.use(express.json({ limit: MAX_BODY_BYTES, type: () => true, strict: true }));
  router.use(refuseUnstorable);
  // Express would run the handler of GET for HEAD, and that uses up mailed links.
  router.use((req, res, next) => (req.method === 'HEAD' ? wrongMethod(req, res, next) : next()));
  // Newer clients call these paths. Without this route they would match `/factors/:factorId`.
  router.use('/factors/recovery-codes', unknownPath);
  for (const [method, path, handle] of endpoints) router[method](path, (req, res) => handle(wire, req, res));
  for (const path of new Set(endpoints.map(([, path]) => path))) router.all(path, wrongMethod);
  router.use(unknownPath);
  router.use(sendError);
  return router;
}
