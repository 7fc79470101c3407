import { createHash } from 'node:crypto';
import express from 'express';
import { ApiError, DroppedConnection } from '../api-error.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Store } from '../store.ts';
import { newId } from '../stored-object.ts';
import { checkoutSessionEndpoints } from './checkout-sessions.ts';
import { intentEndpoints } from './confirm-intent.ts';
import { customerEndpoints } from './customers.ts';
import type { Endpoint } from './endpoint.ts';
import { eventEndpoints } from './events.ts';
import { invoiceEndpoints } from './invoices.ts';
import { paymentIntentEndpoints } from './payment-intents.ts';
import { paymentMethodEndpoints } from './payment-methods.ts';
import { portalSessionEndpoints } from './portal-sessions.ts';
import { priceEndpoints } from './prices.ts';
import { setupIntentEndpoints } from './setup-intents.ts';
import { subscriptionEndpoints } from './subscriptions.ts';
import { testClockEndpoints } from './test-clocks.ts';

type Reply = { status: number; body: string };

function fingerprint(method: string, path: string, params: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify([method, path, params]))
    .digest('hex');
}

/** The first reply to this key, whatever it was; the same key with another request is refused. */
function earlierReply(store: Store, key: string, request: string): Reply | undefined {
  const [row] = store.rows('select request, status, body from idempotent_replies where key = ?', key);
  if (!row) return undefined;
  if (row.request === request) return { status: Number(row.status), body: String(row.body) };
  throw new ApiError(400, {
    type: 'idempotency_error',
    message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
  });
}

function insertReply(store: Store, key: string, request: string, reply: Reply): void {
  store.change(
    'insert into idempotent_replies (key, request, status, body) values (?, ?, ?, ?)',
    key,
    request,
    reply.status,
    reply.body,
  );
}

const serverEndpoints = [
  ...customerEndpoints,
  ...paymentMethodEndpoints,
  ...priceEndpoints,
  ...subscriptionEndpoints,
  ...invoiceEndpoints,
  ...setupIntentEndpoints,
  ...paymentIntentEndpoints,
  ...checkoutSessionEndpoints,
  ...portalSessionEndpoints,
  ...eventEndpoints,
  ...testClockEndpoints,
];

function apiErrorReply(error: ApiError): Reply {
  return { status: error.status, body: JSON.stringify({ error: error.fields }) };
}

/** Runs one call as one transaction. A refusal undoes it, unless the refusal is itself a result. */
function attempt(sandbox: Sandbox, run: () => object): Reply {
  try {
    return sandbox.store.transaction(() => {
      try {
        return { status: 200, body: JSON.stringify(run()) };
      } catch (error) {
        if (error instanceof ApiError && error.isCommitted) return apiErrorReply(error);
        throw error;
      }
    });
  } catch (error) {
    if (error instanceof ApiError) return apiErrorReply(error);
    throw error;
  }
}

function answer(
  sandbox: Sandbox,
  endpoint: Endpoint,
  request: express.Request,
): Reply & { replayed: boolean } {
  const params: unknown = request.method === 'GET' ? request.query : { ...request.query, ...request.body };
  const path = Object.fromEntries(Object.entries(request.params).map(([key, value]) => [key, String(value)]));
  const run = () => endpoint.answer(sandbox, params ?? {}, path);
  const key = request.header('idempotency-key');
  if (request.method !== 'POST' || key === undefined) return { ...attempt(sandbox, run), replayed: false };
  const print = fingerprint(request.method, request.path, params);
  const earlier = earlierReply(sandbox.store, key, print);
  if (earlier) return { ...earlier, replayed: true };
  const reply = attempt(sandbox, () => run());
  insertReply(sandbox.store, key, print, reply);
  return { ...reply, replayed: false };
}

function authenticated(request: express.Request, secretKey: string): boolean {
  const [scheme, credentials = ''] = (request.header('authorization') ?? '').split(' ');
  const given =
    scheme === 'Basic' ? Buffer.from(credentials, 'base64').toString().split(':')[0] : credentials;
  return given === secretKey;
}

function requireSecretKey(secretKey: string): express.RequestHandler {
  return (request, _response, next) => {
    if (authenticated(request, secretKey)) return next();
    const message = 'Invalid API Key provided. The sandbox accepts the one in STRIPE_SECRET_KEY.';
    throw new ApiError(401, { type: 'invalid_request_error', message });
  };
}

/** A page of any origin may load the shim, so any origin may call what the shim calls. */
const openToBrowsers: express.RequestHandler = (request, response, next) => {
  response.set({
    'access-control-allow-origin': '*',
    'access-control-allow-headers': 'authorization, content-type',
    'access-control-allow-methods': 'GET, POST',
  });
  if (request.method === 'OPTIONS') response.sendStatus(204);
  else next();
};

function mount(router: express.Router, sandbox: Sandbox, endpoints: Endpoint[]): void {
  for (const endpoint of endpoints) {
    router[endpoint.method](endpoint.path, (request, response) => {
      const { status, body, replayed } = answer(sandbox, endpoint, request);
      if (replayed) response.set('idempotent-replayed', 'true');
      const key = request.header('idempotency-key');
      if (key !== undefined) response.set('idempotency-key', key);
      response.status(status).type('json').send(body);
    });
  }
}

const unknownCall: express.RequestHandler = request => {
  const url = `${request.method}: ${request.originalUrl}`;
  throw new ApiError(404, { type: 'invalid_request_error', message: `Unrecognized request URL (${url}).` });
};

const errorReply: express.ErrorRequestHandler = (error, request, response, _next) => {
  if (error instanceof DroppedConnection) return void request.socket.destroy();
  const refusal =
    error instanceof ApiError
      ? error
      : new ApiError(500, { type: 'api_error', message: `The sandbox failed: ${error}` });
  const { status, body } = apiErrorReply(refusal);
  response.status(status).type('json').send(body);
};

/** `/v1` for servers with the secret key and `/browser/v1` for the shim, in Stripe's manner. */
export function apiRouter(sandbox: Sandbox, secretKey: string): express.Router {
  const router = express.Router();
  router.use(['/v1', '/browser'], (_request, response, next) => {
    response.set('request-id', newId('req'));
    next();
  });
  router.use(express.urlencoded({ extended: true, limit: '1mb' }));
  router.use('/browser', openToBrowsers);
  router.use('/v1', requireSecretKey(secretKey));
  mount(router, sandbox, serverEndpoints);
  mount(router, sandbox, intentEndpoints);
  router.use(['/v1', '/browser'], unknownCall);
  router.use(errorReply);
  return router;
}
