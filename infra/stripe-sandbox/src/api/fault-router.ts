import express from 'express';
import { z } from 'zod';
import { invalidRequest, noSuch } from '../api-error.ts';
import { integer, readParams, text } from '../form-params.ts';
import type { Modes, Sandbox } from '../sandbox.ts';
import type { WebhookSender } from '../webhook-sender.ts';
import type { Endpoint } from './endpoint.ts';
import { modeOf } from './keys.ts';

const order = z.strictObject({
  route: text,
  kind: z.enum(['fail', 'delay']),
  delay_ms: integer.min(0).max(60_000).default(0),
});

function undelivered({ store }: Sandbox): unknown[] {
  const rows = store.rows(
    `select body from objects where id in (select event_id from sends where delivered_at is null)
     order by sequence`,
  );
  return rows.map(({ body }) => JSON.parse(String(body)));
}

/**
 * Faults on request, for tests; Stripe has nothing like it. The secret key chooses the mode.
 *
 * - `POST /` with `route` (`post /v1/subscriptions/:id`), `kind` and `delay_ms`: the next call of this route fails
 * with a stored 500, or waits. `DELETE /` clears pending faults.
 * - `POST /webhooks/hold` and `/webhooks/release`: in between, events are recorded and not sent.
 * - `GET /webhooks`: the undelivered events, oldest first.
 * - `POST /webhooks/{event}/deliver`: sends an event now, even if held or delivered, and returns the receiver's
 * status.
 */
export function faultRouter(
  modes: Modes,
  senders: ReadonlyMap<Sandbox, WebhookSender>,
  endpoints: readonly Endpoint[],
): express.Router {
  const router = express.Router();
  const mode = (request: express.Request) => modeOf(modes, request, 'secret');

  router.post('/', (request, response) => {
    const { faults } = mode(request);
    const { route, kind, delay_ms } = readParams(order, request.body);
    if (!endpoints.some(endpoint => endpoint.route === route)) {
      throw invalidRequest(`The sandbox has no route '${route}'.`, 'route');
    }
    faults.ordered.push({ route, kind, delayMs: delay_ms });
    response.json({ ordered: faults.ordered.length });
  });

  router.delete('/', (request, response) => {
    mode(request).faults.ordered = [];
    response.json({ ordered: 0 });
  });

  for (const [action, pausesWebhooks] of [
    ['hold', true],
    ['release', false],
  ] as const) {
    router.post(`/webhooks/${action}`, (request, response) => {
      mode(request).faults.pausesWebhooks = pausesWebhooks;
      response.json({ held: pausesWebhooks });
    });
  }

  router.get('/webhooks', (request, response) => {
    response.json({ data: undelivered(mode(request)) });
  });

  router.post('/webhooks/:event/deliver', async (request, response) => {
    const sender = senders.get(mode(request));
    const { event } = request.params;
    const status = await sender?.deliver(event);
    if (status === undefined) throw noSuch('event', event);
    response.json({ status });
  });

  return router;
}
