import { Stripe } from 'stripe';
import { type Sandbox, timeFor } from '../sandbox.ts';
import { newId } from '../stored-object.ts';

export type PriceData = {
  currency: string;
  unit_amount: number;
  recurring: { interval: 'month' };
  product: string;
};

export function createProduct(
  sandbox: Sandbox,
  name: string,
  description: string | null,
  id = newId('prod'),
): Stripe.Product {
  const created = timeFor(sandbox, null);
  return sandbox.store.save<Stripe.Product>({
    id,
    object: 'product',
    active: true,
    created,
    description,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: {},
    name,
    package_dimensions: null,
    shippable: null,
    tax_details: null,
    type: 'service',
    updated: created,
    url: null,
  });
}

export const createPrice = (sandbox: Sandbox, data: PriceData): Stripe.Price =>
  sandbox.store.save(draftPrice(sandbox, data));

/** Returns an unsaved price, for previews. */
export function draftPrice(sandbox: Sandbox, data: PriceData): Stripe.Price {
  return {
    id: newId('price'),
    object: 'price',
    active: true,
    billing_scheme: 'per_unit',
    created: timeFor(sandbox, null),
    currency: data.currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: null,
    metadata: {},
    nickname: null,
    product: data.product,
    recurring: {
      ...data.recurring,
      interval_count: 1,
      meter: null,
      trial_period_days: null,
      usage_type: 'licensed',
    },
    tax_behavior: 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: 'recurring',
    unit_amount: data.unit_amount,
    unit_amount_decimal: Stripe.Decimal.from(data.unit_amount),
  };
}

/** The older form of a price, which subscription items still have. */
export function planOf(price: Stripe.Price): Stripe.Plan {
  return {
    id: price.id,
    object: 'plan',
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: price.billing_scheme,
    created: price.created,
    currency: price.currency,
    interval: 'month',
    interval_count: 1,
    livemode: false,
    metadata: {},
    meter: null,
    nickname: null,
    product: price.product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: 'licensed',
  };
}
