import type { Stripe } from 'stripe';
import { z } from 'zod';
import { invalidRequest } from '../api-error.ts';
import { expandable, flag, listPage, mergeMetadata, metadata, paged, text } from '../form-params.ts';
import { load, type Sandbox, timeFor } from '../sandbox.ts';
import { newId } from '../stored-object.ts';
import { endpoint } from './endpoint.ts';

/** Stripe's limit. https://docs.stripe.com/webhooks */
const MOST_ENDPOINTS = 16;

const fields = {
  ...expandable,
  description: text.optional(),
  metadata: metadata.optional(),
};
const enabledEvents = z.array(text).min(1);
const url = z.url({ protocol: /^https?$/ });

const createParams = z.strictObject({
  ...fields,
  url,
  enabled_events: enabledEvents,
  api_version: text.optional(),
});

/** As at Stripe, live endpoints need https. Local addresses are exempt. */
function checkUrl({ store }: Sandbox, address: string): void {
  const { protocol, hostname } = new URL(address);
  if (!store.livemode || protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname))
    return;
  throw invalidRequest('Invalid URL: An explicit scheme (https) must be provided.', 'url', 'url_invalid');
}

function create(sandbox: Sandbox, params: z.output<typeof createParams>): Stripe.WebhookEndpoint {
  const { store } = sandbox;
  checkUrl(sandbox, params.url);
  if (store.list('webhook_endpoint').length >= MOST_ENDPOINTS) {
    throw invalidRequest(`You have reached the maximum of ${MOST_ENDPOINTS} test webhook endpoints.`);
  }
  const saved = store.save<Stripe.WebhookEndpoint>({
    id: newId('we'),
    object: 'webhook_endpoint',
    api_version: params.api_version ?? null,
    application: null,
    created: timeFor(sandbox, null),
    description: params.description || null,
    enabled_events: params.enabled_events,
    livemode: false,
    metadata: mergeMetadata({}, params.metadata),
    status: 'enabled',
    url: params.url,
  });
  const secret = newId('whsec');
  store.change('insert into webhook_secrets (endpoint_id, secret) values (?, ?)', saved.id, secret);
  // Only this reply shows the secret.
  return { ...saved, secret };
}

export const webhookEndpointEndpoints = [
  endpoint('post /v1/webhook_endpoints', createParams, create),
  endpoint('get /v1/webhook_endpoints', z.strictObject(paged), (sandbox, params) =>
    listPage('/v1/webhook_endpoints', sandbox.store.list('webhook_endpoint'), params),
  ),
  endpoint('get /v1/webhook_endpoints/:id', z.strictObject(expandable), (sandbox, _params, { id = '' }) =>
    load(sandbox, 'webhook_endpoint', id),
  ),
  endpoint(
    'post /v1/webhook_endpoints/:id',
    z.strictObject({
      ...fields,
      url: url.optional(),
      enabled_events: enabledEvents.optional(),
      disabled: flag.optional(),
    }),
    (sandbox, params, { id = '' }) => {
      const before = load(sandbox, 'webhook_endpoint', id);
      if (params.url !== undefined) checkUrl(sandbox, params.url);
      const status = params.disabled ? 'disabled' : 'enabled';
      return sandbox.store.save<Stripe.WebhookEndpoint>({
        ...before,
        url: params.url ?? before.url,
        enabled_events: params.enabled_events ?? before.enabled_events,
        description: params.description === undefined ? before.description : params.description || null,
        metadata: mergeMetadata(before.metadata, params.metadata),
        status: params.disabled === undefined ? before.status : status,
      });
    },
  ),
  endpoint(
    'delete /v1/webhook_endpoints/:id',
    z.strictObject(expandable),
    ({ store, ...sandbox }, _params, { id = '' }) => {
      load({ store, ...sandbox }, 'webhook_endpoint', id);
      store.remove(id);
      store.change('delete from webhook_secrets where endpoint_id = ?', id);
      store.change('delete from sends where endpoint_id = ?', id);
      return { id, object: 'webhook_endpoint', deleted: true } satisfies Stripe.DeletedWebhookEndpoint;
    },
  ),
];
