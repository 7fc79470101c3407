import { Stripe } from 'stripe';
import { type Sandbox, timeFor } from '../sandbox.ts';
import { newId, partOf } from '../stored-object.ts';

export type PriceData = {
  currency: string;
  unit_amount: number;
  recurring: { interval: 'month' };
  product: string;
};

export function createProduct(sandbox: Sandbox, name: string, id = newId('prod')): Stripe.Product {
  return sandbox.store.save(
    partOf<Stripe.Product>({
      id,
      object: 'product',
      active: true,
      created: timeFor(sandbox, null),
      livemode: false,
      metadata: {},
      name,
    }),
  );
}

export const createPrice = (sandbox: Sandbox, data: PriceData): Stripe.Price =>
  sandbox.store.save(draftPrice(sandbox, data));

/** Returns an unsaved price, for previews. */
export function draftPrice(sandbox: Sandbox, data: PriceData): Stripe.Price {
  return partOf<Stripe.Price>({
    id: newId('price'),
    object: 'price',
    active: true,
    created: timeFor(sandbox, null),
    currency: data.currency,
    livemode: false,
    lookup_key: null,
    metadata: {},
    nickname: null,
    product: data.product,
    recurring: { ...data.recurring, interval_count: 1 },
    type: 'recurring',
    unit_amount: data.unit_amount,
    unit_amount_decimal: Stripe.Decimal.from(data.unit_amount),
  });
}
