import { timingSafeEqual } from 'node:crypto';
import type { Stripe } from 'stripe';
import { z } from 'zod';
import { DroppedConnection, invalidRequest } from '../api-error.ts';
import type { Intent } from '../billing/intent.ts';
import { answerBank, confirmIntent, loadIntent } from '../billing/intent.ts';
import { createCard } from '../billing/save-card.ts';
import { cardByNumber } from '../cards.ts';
import { expandable, text } from '../form-params.ts';
import type { Sandbox } from '../sandbox.ts';
import { endpoint } from './endpoint.ts';
import { cardParams, paymentMethodFor } from './payment-methods.ts';

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
type ConfirmParams = z.output<typeof confirmParams>;

function chosenMethod(sandbox: Sandbox, params: ConfirmParams): Stripe.PaymentMethod {
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

function confirm(sandbox: Sandbox, params: ConfirmParams, intent: Intent): Intent {
  if (intent.status === 'succeeded') {
    const name = intent.object === 'payment_intent' ? 'PaymentIntent' : 'SetupIntent';
    const code = `${intent.object}_unexpected_state`;
    throw invalidRequest(`This ${name} has already succeeded.`, 'intent', code);
  }
  const card = cardByNumber(params.payment_method_data?.card.number ?? '');
  if (card?.confirming === 'no-connection') throw new DroppedConnection();
  return confirmIntent(sandbox, intent, chosenMethod(sandbox, params));
}

/** Returns the intent if the client secret, with which a browser proves its access, is right; throws otherwise. */
function ownIntent(sandbox: Sandbox, id: string, secret: string | undefined): Intent {
  const intent = loadIntent(sandbox, id);
  const expected = Buffer.from(intent.client_secret ?? '');
  const actual = Buffer.from(secret ?? '');
  if (expected.length === actual.length && timingSafeEqual(expected, actual)) return intent;
  const name = intent.object === 'payment_intent' ? 'PaymentIntent' : 'SetupIntent';
  throw invalidRequest(`The client_secret provided does not match this ${name}.`, 'client_secret');
}

const withSecret = { ...expandable, client_secret: text.optional() };

/** The calls of a server, and of a browser with a publishable key, on intents of both kinds. */
export const intentEndpoints = (['setup_intents', 'payment_intents'] as const).flatMap(kind => [
  endpoint(`get /v1/${kind}/:id`, z.strictObject(expandable), (sandbox, _params, { id = '' }) =>
    loadIntent(sandbox, id),
  ),
  endpoint(`post /v1/${kind}/:id/confirm`, confirmParams, (sandbox, params, { id = '' }) =>
    confirm(sandbox, params, loadIntent(sandbox, id)),
  ),
  endpoint(`get /browser/v1/${kind}/:id`, z.strictObject(withSecret), (sandbox, params, { id = '' }) =>
    ownIntent(sandbox, id, params.client_secret),
  ),
  endpoint(`post /browser/v1/${kind}/:id/confirm`, confirmParams, (sandbox, params, { id = '' }) =>
    confirm(sandbox, params, ownIntent(sandbox, id, params.client_secret)),
  ),
  endpoint(
    `post /browser/v1/${kind}/:id/bank_step`,
    z.strictObject({ ...withSecret, outcome: z.enum(['pass', 'fail']) }),
    (sandbox, { client_secret, outcome }, { id = '' }) =>
      answerBank(sandbox, ownIntent(sandbox, id, client_secret), outcome === 'pass'),
  ),
]);
