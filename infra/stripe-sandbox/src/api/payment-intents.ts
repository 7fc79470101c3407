import type { Stripe } from 'stripe';
import { z } from 'zod';
import { expandable, integer, mergeMetadata, metadata, text } from '../form-params.ts';
import { load, record, type Sandbox, timeFor } from '../sandbox.ts';
import { newId, partOf } from '../stored-object.ts';
import { endpoint } from './endpoint.ts';

const createParams = z.strictObject({
  ...expandable,
  amount: integer.min(50),
  currency: z.literal('usd'),
  customer: text.optional(),
  metadata: metadata.optional(),
});

/** Creates a payment without a subscription. The product creates none; a journey tests the payment page with one. */
function create(sandbox: Sandbox, params: z.output<typeof createParams>): Stripe.PaymentIntent {
  if (params.customer !== undefined) load(sandbox, 'customer', params.customer, 'customer');
  const id = newId('pi');
  const intent = sandbox.store.save(
    partOf<Stripe.PaymentIntent>({
      id,
      object: 'payment_intent',
      amount: params.amount,
      amount_received: 0,
      client_secret: newId(`${id}_secret`),
      created: timeFor(sandbox, params.customer ?? null),
      currency: params.currency,
      customer: params.customer ?? null,
      livemode: false,
      metadata: mergeMetadata({}, params.metadata),
      payment_method: null,
      status: 'requires_payment_method',
    }),
  );
  record(sandbox, { type: 'payment_intent.created', data: { object: intent } });
  return intent;
}

export const paymentIntentEndpoints = [endpoint('post /v1/payment_intents', createParams, create)];
