import express from 'express';
import { ApiError, DroppedConnection } from '../api-error.ts';
import type { Modes, Sandbox } from '../sandbox.ts';
import { newId } from '../stored-object.ts';
import type { WebhookSender } from '../webhook-sender.ts';
import { accountEndpoints } from './account.ts';
import { checkoutSessionEndpoints } from './checkout-sessions.ts';
import { intentEndpoints } from './confirm-intent.ts';
import { customerEndpoints } from './customers.ts';
import type { Endpoint } from './endpoint.ts';
import { eventEndpoints } from './events.ts';
import { faultRouter } from './fault-router.ts';
import { invoiceEndpoints } from './invoices.ts';
import { modeOf } from './keys.ts';
import { paymentIntentEndpoints } from './payment-intents.ts';
import { paymentMethodEndpoints } from './payment-methods.ts';
import { portalConfigurationEndpoints } from './portal-configurations.ts';
import { portalSessionEndpoints } from './portal-sessions.ts';
import { priceEndpoints } from './prices.ts';
import { apiErrorReply, runCall } from './run-call.ts';
import { setupIntentEndpoints } from './setup-intents.ts';
import { subscriptionEndpoints } from './subscriptions.ts';
import { testClockEndpoints } from './test-clocks.ts';
import { webhookEndpointEndpoints } from './webhook-endpoints.ts';

const endpoints = [
  ...accountEndpoints,
  ...customerEndpoints,
  ...paymentMethodEndpoints,
  ...priceEndpoints,
  ...subscriptionEndpoints,
  ...invoiceEndpoints,
  ...setupIntentEndpoints,
  ...paymentIntentEndpoints,
  ...checkoutSessionEndpoints,
  ...portalConfigurationEndpoints,
  ...portalSessionEndpoints,
  ...webhookEndpointEndpoints,
  ...eventEndpoints,
  ...testClockEndpoints,
  ...intentEndpoints,
];

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

const keyOf = ({ path }: Endpoint): keyof Sandbox['keys'] =>
  path.startsWith('/browser') ? 'publishable' : 'secret';

function mount(router: express.Router, modes: Modes, endpoint: Endpoint): void {
  router[endpoint.method](endpoint.path, async (request, response) => {
    const sandbox = modeOf(modes, request, keyOf(endpoint));
    const { status, body, replayed } = await runCall(sandbox, endpoint, request);
    if (replayed) response.set('idempotent-replayed', 'true');
    const key = request.header('idempotency-key');
    if (key !== undefined) response.set('idempotency-key', key);
    response.status(status).type('json').send(body);
  });
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

/**
 * `/v1` for servers with a secret key and `/browser/v1` for the shim with a publishable one, in Stripe's manner; the
 * key chooses the mode. `/faults` is the sandbox's own.
 */
export function apiRouter(modes: Modes, senders: ReadonlyMap<Sandbox, WebhookSender>): express.Router {
  const router = express.Router();
  router.use(['/v1', '/browser'], (_request, response, next) => {
    response.set('request-id', newId('req'));
    next();
  });
  router.use(express.urlencoded({ extended: true, limit: '1mb' }));
  router.use('/browser', openToBrowsers);
  router.use('/v1', (request, _response, next) => {
    modeOf(modes, request, 'secret');
    next();
  });
  for (const endpoint of endpoints) mount(router, modes, endpoint);
  router.use('/faults', faultRouter(modes, senders, endpoints));
  router.use(['/v1', '/browser', '/faults'], unknownCall);
  router.use(errorReply);
  return router;
}
