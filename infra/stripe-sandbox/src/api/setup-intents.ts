import type { Stripe } from 'stripe';
import { z } from 'zod';
import { expandable, mergeMetadata, metadata, text } from '../form-params.ts';
import { load, record, type Sandbox, timeFor } from '../sandbox.ts';
import { newId } from '../stored-object.ts';
import { endpoint } from './endpoint.ts';

const createParams = z.strictObject({
  ...expandable,
  customer: text.optional(),
  metadata: metadata.optional(),
  usage: z.literal('off_session').default('off_session'),
  automatic_payment_methods: z.strictObject({ enabled: text }).optional(),
});

type NewSetupIntent = Pick<z.output<typeof createParams>, 'usage'> & Partial<z.output<typeof createParams>>;

export function createSetupIntent(sandbox: Sandbox, params: NewSetupIntent): Stripe.SetupIntent {
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
    description: null,
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

export const setupIntentEndpoints = [endpoint('post /v1/setup_intents', createParams, createSetupIntent)];
