import type { Stripe } from 'stripe';
import { z } from 'zod';
import { expandable, integer, mergeMetadata, metadata, text } from '../form-params.ts';
import { load, record, type Sandbox, timeFor } from '../sandbox.ts';
import { newId } from '../stored-object.ts';
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
  const intent = sandbox.store.save<Stripe.PaymentIntent>({
    ...blankIntent,
    id,
    amount: params.amount,
    client_secret: newId(`${id}_secret`),
    created: timeFor(sandbox, params.customer ?? null),
    currency: params.currency,
    customer: params.customer ?? null,
    metadata: mergeMetadata({}, params.metadata),
  });
  record(sandbox, { type: 'payment_intent.created', data: { object: intent } });
  return intent;
}

export const paymentIntentEndpoints = [endpoint('post /v1/payment_intents', createParams, create)];

const blankIntent = {
  object: 'payment_intent',
  allowed_payment_method_types: null,
  amount_capturable: 0,
  amount_received: 0,
  application: null,
  application_fee_amount: null,
  automatic_payment_methods: null,
  canceled_at: null,
  cancellation_reason: null,
  capture_method: 'automatic',
  confirmation_method: 'automatic',
  customer_account: null,
  description: null,
  excluded_payment_method_types: null,
  last_payment_error: null,
  latest_charge: null,
  livemode: false,
  managed_payments: null,
  next_action: null,
  on_behalf_of: null,
  payment_method: null,
  payment_method_configuration_details: null,
  payment_method_options: null,
  payment_method_types: ['card'],
  payment_record: null,
  processing: null,
  receipt_email: null,
  review: null,
  setup_future_usage: null,
  shipping: null,
  source: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  status: 'requires_payment_method',
  transfer_group: null,
} satisfies Partial<Stripe.PaymentIntent>;
