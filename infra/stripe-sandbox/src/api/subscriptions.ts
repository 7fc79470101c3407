import type { Stripe } from 'stripe';
import { z } from 'zod';
import { cardDeclined, invalidRequest } from '../api-error.ts';
import { changeQuantity } from '../billing/change-quantity.ts';
import { startSubscription } from '../billing/start-subscription.ts';
import { cancelSubscription, soleItem, updateSubscription } from '../billing/subscription.ts';
import { expandable, flag, integer, mergeMetadata, metadata, paged, text } from '../form-params.ts';
import { listPage } from '../list-page.ts';
import type { Sandbox } from '../sandbox.ts';
import { load } from '../sandbox.ts';
import { endpoint } from './endpoint.ts';
import { priceData, priceFor } from './prices.ts';

const quantity = integer.min(1);
const paymentBehavior = z.enum(['allow_incomplete', 'error_if_incomplete']).default('allow_incomplete');
const prorationBehavior = z
  .enum(['always_invoice', 'create_prorations', 'none'])
  .default('create_prorations');

const createParams = z.strictObject({
  ...expandable,
  customer: text,
  items: z
    .array(
      z.strictObject({
        price: text.optional(),
        price_data: priceData.optional(),
        quantity: quantity.default(1),
      }),
    )
    .length(1, 'the sandbox bills subscriptions of exactly one item'),
  default_payment_method: text.optional(),
  metadata: metadata.optional(),
  off_session: flag.optional(),
  payment_behavior: paymentBehavior,
  trial_end: integer.optional(),
});

const updateParams = z.strictObject({
  ...expandable,
  cancel_at_period_end: flag.optional(),
  default_payment_method: text.optional(),
  items: z
    .array(z.strictObject({ id: text, quantity }))
    .max(1)
    .optional(),
  metadata: metadata.optional(),
  off_session: flag.optional(),
  payment_behavior: paymentBehavior,
  proration_behavior: prorationBehavior,
});

function create(sandbox: Sandbox, params: z.output<typeof createParams>): Stripe.Subscription {
  load(sandbox, 'customer', params.customer, 'customer');
  const [item] = params.items;
  if (!item) throw invalidRequest('Missing required param: items.', 'items', 'parameter_missing');
  const { subscription, result } = startSubscription(sandbox, {
    customer: params.customer,
    price: priceFor(sandbox, item),
    quantity: item.quantity,
    trialEnd: params.trial_end ?? null,
    defaultPaymentMethod: params.default_payment_method ?? null,
    metadata: mergeMetadata({}, params.metadata),
  });
  if (!result.paid && params.payment_behavior === 'error_if_incomplete') {
    throw cardDeclined(result.message, result.declineCode);
  }
  return subscription;
}

function update(sandbox: Sandbox, id: string, params: z.output<typeof updateParams>): Stripe.Subscription {
  const before = load(sandbox, 'subscription', id);
  if (before.status === 'canceled') {
    throw invalidRequest('A canceled subscription can only update its cancellation_details and metadata.');
  }
  const method = params.default_payment_method;
  const described = {
    metadata: mergeMetadata(before.metadata, params.metadata),
    cancel_at_period_end: params.cancel_at_period_end ?? before.cancel_at_period_end,
    default_payment_method: method === undefined ? before.default_payment_method : method || null,
  };
  const item = params.items?.[0];
  if (!item || item.quantity === soleItem(before).quantity) {
    return updateSubscription(sandbox, before, described);
  }
  if (item.id !== soleItem(before).id) {
    throw invalidRequest(`No such subscription item: '${item.id}'`, 'items[0][id]', 'resource_missing');
  }
  return changeQuantity(
    sandbox,
    { ...before, ...described },
    {
      quantity: item.quantity,
      prorationBehavior: params.proration_behavior,
      paymentBehavior: params.payment_behavior,
    },
  );
}

export const subscriptionEndpoints = [
  endpoint('post /v1/subscriptions', createParams, create),

  endpoint(
    'get /v1/subscriptions',
    z.strictObject({ ...paged, customer: text.optional(), status: text.optional() }),
    (sandbox, { status, customer, ...page }) => {
      const all = sandbox.store.list('subscription', customer);
      const matching = all.filter(found =>
        status === undefined ? found.status !== 'canceled' : status === 'all' || found.status === status,
      );
      return listPage('/v1/subscriptions', matching, page);
    },
  ),

  endpoint('get /v1/subscriptions/:id', z.strictObject(expandable), (sandbox, _params, { id = '' }) =>
    load(sandbox, 'subscription', id),
  ),

  endpoint('post /v1/subscriptions/:id', updateParams, (sandbox, params, { id = '' }) =>
    update(sandbox, id, params),
  ),

  endpoint('delete /v1/subscriptions/:id', z.strictObject(expandable), (sandbox, _params, { id = '' }) => {
    const subscription = load(sandbox, 'subscription', id);
    if (subscription.status === 'canceled') {
      throw invalidRequest(`No such subscription: ${id}`, 'id', 'resource_missing');
    }
    return cancelSubscription(sandbox, subscription, 'cancellation_requested');
  }),
];
