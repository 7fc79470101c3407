import { AppError } from '@closingwire/chassis/app-error';
import { refuseIllFormed } from '@closingwire/chassis/well-formed';
import express, { type Request, type RequestHandler, type Response } from 'express';
import { cors } from './cors.ts';
import { sendError } from './send-error.ts';
import { invalid } from './wire-error.ts';

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

export type Endpoint = {
  method: Method;
  path: string;
  handle: (req: Request, res: Response) => Promise<void> | void;
};

const MAX_BODY_BYTES = 1_048_576;

/** Refuses what no column takes, before any endpoint reads it. */
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

/** Serves the endpoints with everything that they share: CORS, bodies, errors, 404 and 405. */
export function wireRouter(endpoints: readonly Endpoint[]): express.Router {
  const router = express.Router({ strict: false });
  router.use(cors);
  router.use(express.json({ limit: MAX_BODY_BYTES, type: () => true, strict: true }));
  router.use(refuseUnstorable);
  // Express runs the GET's handler for HEAD, which would use up mailed links.
  router.use((req, res, next) => (req.method === 'HEAD' ? wrongMethod(req, res, next) : next()));
  // Newer clients ask for these; here a part of the path would pass for a factor's id.
  router.use('/factors/recovery-codes', unknownPath);
  for (const { method, path, handle } of endpoints) router[method](path, handle);
  for (const path of new Set(endpoints.map(endpoint => endpoint.path))) router.all(path, wrongMethod);
  router.use(unknownPath);
  router.use(sendError);
  return router;
}
