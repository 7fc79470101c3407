import type { Stripe } from 'stripe';
import { z } from 'zod';
import { cardDeclined, invalidRequest } from '../api-error.ts';
import { changeItem } from '../billing/change-item.ts';
import { endSubscription } from '../billing/end-subscription.ts';
import { createPrice } from '../billing/price.ts';
import { moveTrialEnd } from '../billing/renew.ts';
import { startSubscription } from '../billing/start-subscription.ts';
import { soleItem, updateSubscription } from '../billing/subscription.ts';
import { expandable, flag, integer, listPage, mergeMetadata, metadata, paged, text } from '../form-params.ts';
import { load, type Sandbox } from '../sandbox.ts';
import { endpoint } from './endpoint.ts';
import { priceData, priceFor } from './prices.ts';

const quantity = integer.min(1);
const paymentBehavior = z.enum(['allow_incomplete', 'error_if_incomplete']).default('allow_incomplete');
export const prorationBehavior = z
  .enum(['always_invoice', 'create_prorations', 'none'])
  .default('create_prorations');
export const trialEnd = integer.or(z.literal('now'));

/** The line of a new subscription. `changedItem` is that of an update. */
export const newItem = z.strictObject({
  price: text.optional(),
  price_data: priceData.optional(),
  quantity: quantity.default(1),
});
export const changedItem = z.strictObject({
  id: text,
  price: text.optional(),
  price_data: priceData.optional(),
  quantity: quantity.optional(),
});

const createParams = z.strictObject({
  ...expandable,
  customer: text,
  items: z.array(newItem).length(1, 'the sandbox bills subscriptions of exactly one item'),
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
  items: z.array(changedItem).max(1).optional(),
  metadata: metadata.optional(),
  off_session: flag.optional(),
  payment_behavior: paymentBehavior,
  proration_behavior: prorationBehavior,
  proration_date: integer.optional(),
  trial_end: trialEnd.optional(),
});

const endParams = z.strictObject({
  ...expandable,
  invoice_now: flag.default(false),
  prorate: flag.default(false),
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
  const change = changeOf(sandbox, before, params.items?.[0]);
  const updated = change
    ? changeItem(
        sandbox,
        { ...before, ...described },
        {
          ...change,
          prorationBehavior: params.proration_behavior,
          prorationDate: params.proration_date,
          paymentBehavior: params.payment_behavior,
        },
      )
    : updateSubscription(sandbox, before, described);
  return params.trial_end === undefined ? updated : moveTrialEnd(sandbox, updated, params.trial_end);
}

/** The change that an update makes to the line; undefined if there is none. */
export function changeOf(
  sandbox: Sandbox,
  subscription: Stripe.Subscription,
  asked: z.output<typeof changedItem> | undefined,
  make = createPrice,
) {
  const item = soleItem(subscription);
  if (!asked) return undefined;
  if (asked.id !== item.id) {
    throw invalidRequest(`No such subscription item: '${asked.id}'`, 'items[0][id]', 'resource_missing');
  }
  const namesPrice = asked.price !== undefined || asked.price_data !== undefined;
  const quantity = asked.quantity ?? item.quantity ?? 1;
  if (!namesPrice && quantity === item.quantity) return undefined;
  return { quantity, price: namesPrice ? priceFor(sandbox, asked, make) : item.price };
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

  endpoint('delete /v1/subscriptions/:id', endParams, (sandbox, { prorate, invoice_now }, { id = '' }) => {
    const subscription = load(sandbox, 'subscription', id);
    if (subscription.status === 'canceled') {
      throw invalidRequest(`No such subscription: ${id}`, 'id', 'resource_missing');
    }
    return endSubscription(sandbox, subscription, { prorate, invoiceNow: invoice_now });
  }),
];
