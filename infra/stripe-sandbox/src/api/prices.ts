import type { Stripe } from 'stripe';
import { z } from 'zod';
import { invalidRequest } from '../api-error.ts';
import { createPrice, createProduct } from '../billing/price.ts';
import * as form from '../form-params.ts';
import { load, type Sandbox } from '../sandbox.ts';
import { endpoint } from './endpoint.ts';

const { expandable, integer, metadata, text } = form;

const recurring = z.strictObject({ interval: z.literal('month', 'the sandbox bills by the month') });
const currency = z.string().regex(/^[a-z]{3}$/, 'expected a three-letter currency code such as usd');
const unitAmount = integer.min(0);
const productData = z.strictObject({ name: text, description: text.optional() });

export const priceData = z.strictObject({
  currency,
  unit_amount: unitAmount,
  recurring,
  product: text.optional(),
  product_data: productData.optional(),
});

/** Fields of a price that a line's `price_data` does not have. */
const ownFields = {
  ...expandable,
  lookup_key: z.string().max(200).optional(),
  transfer_lookup_key: form.flag.optional(),
  metadata: metadata.optional(),
  nickname: text.optional(),
};
type OwnFields = z.output<z.ZodObject<typeof ownFields>>;

type PriceChoice = { price?: string | undefined; price_data?: z.output<typeof priceData> | undefined };

/** Returns the price that a line names, or creates it from `price_data`. */
export function priceFor(sandbox: Sandbox, line: PriceChoice, make = createPrice) {
  if (line.price !== undefined) return load(sandbox, 'price', line.price, 'price');
  if (!line.price_data) throw invalidRequest('You must specify either `price` or `price_data`.', 'price');
  const { product, product_data: described, ...data } = line.price_data;
  if (product !== undefined) {
    return make(sandbox, { ...data, product: load(sandbox, 'product', product, 'product').id });
  }
  if (!described) throw invalidRequest('You must specify either `product` or `product_data`.', 'product');
  const made = createProduct(sandbox, described.name, described.description ?? null);
  return make(sandbox, { ...data, product: made.id });
}

/**
 * Removes the lookup key from the price that has it, because a key belongs to at most one price. Throws without
 * `transfer_lookup_key`.
 */
function takeLookupKey(
  sandbox: Sandbox,
  { lookup_key: key, transfer_lookup_key: isTransfer }: OwnFields,
): void {
  const otherPrice =
    key === undefined ? undefined : sandbox.store.list('price').find(price => price.lookup_key === key);
  if (!otherPrice) return;
  if (!isTransfer) {
    const advice = 'Set `transfer_lookup_key` to true to transfer it.';
    throw invalidRequest(
      `A price (\`${otherPrice.id}\`) already uses that lookup key. ${advice}`,
      'lookup_key',
    );
  }
  sandbox.store.save<Stripe.Price>({ ...otherPrice, lookup_key: null });
}

const productFields = {
  ...expandable,
  description: text.optional(),
  metadata: metadata.optional(),
};

export const priceEndpoints = [
  endpoint(
    'post /v1/products',
    z.strictObject({ ...productFields, id: text.optional(), name: text }),
    (sandbox, { id, name, description, metadata: given }) => {
      if (id !== undefined && sandbox.store.find('product', id)) {
        throw invalidRequest('Product already exists.', 'id', 'resource_already_exists');
      }
      const product = createProduct(sandbox, name, description ?? null, id);
      return sandbox.store.save({ ...product, metadata: form.mergeMetadata({}, given) });
    },
  ),
  endpoint('get /v1/products/:id', z.strictObject(expandable), (sandbox, _params, { id = '' }) =>
    load(sandbox, 'product', id),
  ),
  endpoint(
    'post /v1/products/:id',
    z.strictObject({
      ...productFields,
      name: text.optional(),
      active: form.flag.optional(),
      default_price: text.optional(),
    }),
    (sandbox, params, { id = '' }) => {
      const before = load(sandbox, 'product', id);
      const price = params.default_price;
      if (price !== undefined) load(sandbox, 'price', price, 'default_price');
      return sandbox.store.save<Stripe.Product>({
        ...before,
        name: params.name ?? before.name,
        description: params.description ?? before.description,
        active: params.active ?? before.active,
        metadata: form.mergeMetadata(before.metadata, params.metadata),
        ...(price !== undefined && { default_price: price }),
      });
    },
  ),
  endpoint('post /v1/prices', priceData.extend(ownFields), (sandbox, params) => {
    const { expand: _, lookup_key, transfer_lookup_key: __, metadata: given, nickname, ...data } = params;
    takeLookupKey(sandbox, params);
    const price = priceFor(sandbox, { price_data: data });
    return sandbox.store.save<Stripe.Price>({
      ...price,
      lookup_key: lookup_key ?? null,
      metadata: form.mergeMetadata({}, given),
      nickname: nickname ?? null,
    });
  }),
  endpoint(
    'post /v1/prices/:id',
    z.strictObject({ ...ownFields, active: form.flag.optional() }),
    updatePrice,
  ),
  endpoint(
    'get /v1/prices',
    z.strictObject({
      ...form.paged,
      active: form.flag.optional(),
      lookup_keys: z.array(text).max(10).optional(),
      product: text.optional(),
    }),
    (sandbox, { active, lookup_keys: keys, product, ...page }) => {
      const matching = sandbox.store
        .list('price')
        .filter(price => active === undefined || price.active === active)
        .filter(price => keys === undefined || keys.includes(price.lookup_key ?? ''))
        .filter(price => product === undefined || price.product === product);
      return form.listPage('/v1/prices', matching, page);
    },
  ),
];

function updatePrice(
  sandbox: Sandbox,
  params: OwnFields & { active?: boolean | undefined },
  { id = '' }: Record<string, string>,
): Stripe.Price {
  const before = load(sandbox, 'price', id);
  if (params.lookup_key !== before.lookup_key) takeLookupKey(sandbox, params);
  return sandbox.store.save<Stripe.Price>({
    ...before,
    active: params.active ?? before.active,
    lookup_key: params.lookup_key ?? before.lookup_key,
    metadata: form.mergeMetadata(before.metadata, params.metadata),
    nickname: params.nickname ?? before.nickname,
  });
}
