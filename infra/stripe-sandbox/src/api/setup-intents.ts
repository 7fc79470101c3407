import { timingSafeEqual } from 'node:crypto';
import type { Stripe } from 'stripe';
import { z } from 'zod';
import { ApiError, invalidRequest, recordedDecline } from '../api-error.ts';
import { attachCard, createCard } from '../billing/save-card.ts';
import { record } from '../event-log.ts';
import { expandable, mergeMetadata, metadata, paged, text } from '../form-params.ts';
import { listPage } from '../list-page.ts';
import { newId } from '../new-id.ts';
import type { Sandbox } from '../sandbox.ts';
import { load, timeFor } from '../sandbox.ts';
import { idOf } from '../stored-object.ts';
import { endpoint } from './endpoint.ts';
import { cardParams, paymentMethodFor } from './payment-methods.ts';

const createParams = z.strictObject({
  ...expandable,
  customer: text.optional(),
  description: text.optional(),
  metadata: metadata.optional(),
  usage: z.enum(['off_session', 'on_session']).default('off_session'),
  payment_method_types: z.array(z.literal('card')).optional(),
  automatic_payment_methods: z.strictObject({ enabled: text, allow_redirects: text.optional() }).optional(),
});

const confirmParams = z.strictObject({
  ...expandable,
  client_secret: text.optional(),
  payment_method: text.optional(),
  payment_method_data: z
    .strictObject({
      type: z.literal('card'),
      card: cardParams,
      billing_details: z.strictObject({ name: text.optional() }).optional(),
    })
    .optional(),
  return_url: text.optional(),
});

function create(sandbox: Sandbox, params: z.output<typeof createParams>): Stripe.SetupIntent {
  if (params.customer !== undefined) load(sandbox, 'customer', params.customer, 'customer');
  const id = newId('seti');
  const intent = sandbox.store.save<Stripe.SetupIntent>({
    id,
    object: 'setup_intent',
    allowed_payment_method_types: null,
    application: null,
    automatic_payment_methods: null,
    cancellation_reason: null,
    client_secret: newId(`${id}_secret`),
    created: timeFor(sandbox, params.customer ?? null),
    customer: params.customer ?? null,
    description: params.description ?? null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    metadata: mergeMetadata({}, params.metadata),
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    single_use_mandate: null,
    status: 'requires_payment_method',
    usage: params.usage,
  });
  record(sandbox, { type: 'setup_intent.created', data: { object: intent } });
  return intent;
}

function chosenMethod(sandbox: Sandbox, params: z.output<typeof confirmParams>): Stripe.PaymentMethod {
  if (params.payment_method !== undefined) return paymentMethodFor(sandbox, params.payment_method);
  const data = params.payment_method_data;
  if (!data) throw invalidRequest('You must provide a payment method.', 'payment_method');
  return createCard(sandbox, {
    number: data.card.number,
    expMonth: data.card.exp_month,
    expYear: data.card.exp_year,
    name: data.billing_details?.name,
  });
}

/** Saves the card with the customer; a card that is refused leaves the intent open for another one. */
export function confirmSetupIntent(
  sandbox: Sandbox,
  params: z.output<typeof confirmParams>,
  id: string,
): Stripe.SetupIntent {
  const intent = load(sandbox, 'setup_intent', id, 'intent');
  if (intent.status === 'succeeded') {
    throw invalidRequest(
      'This SetupIntent has already succeeded.',
      'intent',
      'setup_intent_unexpected_state',
    );
  }
  try {
    const method = chosenMethod(sandbox, params);
    const customer = idOf(intent.customer);
    const saved = customer === null ? method : attachCard(sandbox, method, customer);
    const done = sandbox.store.save<Stripe.SetupIntent>({
      ...intent,
      payment_method: saved.id,
      last_setup_error: null,
      status: 'succeeded',
    });
    record(sandbox, { type: 'setup_intent.succeeded', data: { object: done } });
    return done;
  } catch (error) {
    if (error instanceof ApiError && error.fields.type === 'card_error')
      throw refused(sandbox, intent, error);
    throw error;
  }
}

function refused(sandbox: Sandbox, intent: Stripe.SetupIntent, { fields }: ApiError): ApiError {
  const { message, decline_code = 'generic_decline' } = fields;
  const failed = sandbox.store.save<Stripe.SetupIntent>({
    ...intent,
    last_setup_error: { type: 'card_error', code: 'card_declined', decline_code, message },
  });
  record(sandbox, { type: 'setup_intent.setup_failed', data: { object: failed } });
  return recordedDecline(message, decline_code, { setup_intent: failed });
}

/** A browser proves with the client secret that the intent is its own. */
function checkClientSecret(intent: Stripe.SetupIntent, given: string | undefined): void {
  const expected = Buffer.from(intent.client_secret ?? '');
  const actual = Buffer.from(given ?? '');
  if (expected.length === actual.length && timingSafeEqual(expected, actual)) return;
  throw invalidRequest('The client_secret provided does not match this SetupIntent.', 'client_secret');
}

export const setupIntentEndpoints = [
  endpoint('post /v1/setup_intents', createParams, create),

  endpoint(
    'get /v1/setup_intents',
    z.strictObject({ ...paged, customer: text.optional() }),
    (sandbox, { customer, ...page }) =>
      listPage('/v1/setup_intents', sandbox.store.list('setup_intent', customer), page),
  ),

  endpoint('get /v1/setup_intents/:id', z.strictObject(expandable), (sandbox, _params, { id = '' }) =>
    load(sandbox, 'setup_intent', id, 'intent'),
  ),

  endpoint('post /v1/setup_intents/:id/confirm', confirmParams, (sandbox, params, { id = '' }) =>
    confirmSetupIntent(sandbox, params, id),
  ),
];

/** What the browser may call with a publishable key. */
export const browserSetupIntentEndpoints = [
  endpoint(
    'get /browser/v1/setup_intents/:id',
    z.strictObject({ ...expandable, client_secret: text.optional() }),
    (sandbox, params, { id = '' }) => {
      const intent = load(sandbox, 'setup_intent', id, 'intent');
      checkClientSecret(intent, params.client_secret);
      return intent;
    },
  ),
  endpoint('post /browser/v1/setup_intents/:id/confirm', confirmParams, (sandbox, params, { id = '' }) => {
    checkClientSecret(load(sandbox, 'setup_intent', id, 'intent'), params.client_secret);
    return confirmSetupIntent(sandbox, params, id);
  }),
];
