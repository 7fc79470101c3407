import express from 'express';
import type { Stripe } from 'stripe';
import { z } from 'zod';
import { ApiError, DroppedConnection } from '../api-error.ts';
import { expandable, listPage, paged, text } from '../form-params.ts';
import type { Modes, Sandbox } from '../sandbox.ts';
import { newId } from '../stored-object.ts';
import type { WebhookSender } from '../webhook-sender.ts';
import { balanceTransactionEndpoints } from './balance-transactions.ts';
import { checkoutSessionEndpoints } from './checkout-sessions.ts';
import { intentEndpoints } from './confirm-intent.ts';
import { customerEndpoints } from './customers.ts';
import { type Endpoint, endpoint } from './endpoint.ts';
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

/** Both modes belong to one account. */
const account: Stripe.Account = {
  id: 'acct_sandbox',
  object: 'account',
  charges_enabled: true,
  country: 'US',
  default_currency: 'usd',
  details_submitted: true,
  email: null,
  payouts_enabled: true,
  type: 'standard',
};

const accountEndpoint = endpoint('get /v1/account', z.strictObject(expandable), () => account);

const eventsEndpoint = endpoint(
  'get /v1/events',
  z.strictObject({ ...paged, type: text.optional(), types: z.array(text).max(20).optional() }),
  (sandbox, { type, types, ...page }) => {
    const wanted = type === undefined ? types : [type];
    const events = sandbox.store.list('event').filter(event => wanted?.includes(event.type) ?? true);
    return listPage('/v1/events', events, page);
  },
);

const endpoints = [
  accountEndpoint,
  ...customerEndpoints,
  ...balanceTransactionEndpoints,
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
  eventsEndpoint,
  ...testClockEndpoints,
  ...intentEndpoints,
];

/** A page of any origin may load the sandbox's Stripe.js, so any origin may make its calls. */
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

function mount(router: express.Router, modes: Modes, mounted: Endpoint): void {
  router[mounted.method](mounted.path, async (request, response) => {
    const sandbox = modeOf(modes, request, keyOf(mounted));
    const { status, body, replayed } = await runCall(sandbox, mounted, request);
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
 * Routes `/v1` for servers with a secret key, `/browser/v1` for the sandbox's Stripe.js with a publishable key, and
 * the sandbox's own `/faults`. The key chooses the mode.
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
  for (const each of endpoints) mount(router, modes, each);
  router.use('/faults', faultRouter(modes, senders, endpoints));
  router.use(['/v1', '/browser', '/faults'], unknownCall);
  router.use(errorReply);
  return router;
}
