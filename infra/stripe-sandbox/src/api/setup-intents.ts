import type { Stripe } from 'stripe';
import { z } from 'zod';
import { expandable, mergeMetadata, metadata, text } from '../form-params.ts';
import { load, record, type Sandbox, timeFor } from '../sandbox.ts';
import { newId, partOf } from '../stored-object.ts';
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
  const intent = sandbox.store.save(
    partOf<Stripe.SetupIntent>({
      id,
      object: 'setup_intent',
      client_secret: newId(`${id}_secret`),
      created: timeFor(sandbox, params.customer ?? null),
      customer: params.customer ?? null,
      livemode: false,
      metadata: mergeMetadata({}, params.metadata),
      payment_method: null,
      status: 'requires_payment_method',
      usage: params.usage,
    }),
  );
  record(sandbox, { type: 'setup_intent.created', data: { object: intent } });
  return intent;
}

export const setupIntentEndpoints = [endpoint('post /v1/setup_intents', createParams, createSetupIntent)];
