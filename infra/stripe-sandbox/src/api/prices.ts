import { z } from 'zod';
import { invalidRequest } from '../api-error.ts';
import { createPrice, createProduct } from '../billing/price.ts';
import { expandable, integer, listPage, paged, text } from '../form-params.ts';
import { load, type Sandbox } from '../sandbox.ts';
import { endpoint } from './endpoint.ts';

const recurring = z.strictObject({
  interval: z.enum(['day', 'week', 'month', 'year']),
  interval_count: integer.min(1).max(36).default(1),
});
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

type PriceChoice = { price?: string | undefined; price_data?: z.output<typeof priceData> | undefined };

/** The price that a line names, or one made from its `price_data`. */
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

export const priceEndpoints = [
  endpoint(
    'post /v1/products',
    z.strictObject({ ...expandable, id: text.optional(), name: text, description: text.optional() }),
    (sandbox, { id, name, description }) => {
      if (id !== undefined && sandbox.store.find('product', id)) {
        throw invalidRequest('Product already exists.', 'id', 'resource_already_exists');
      }
      return createProduct(sandbox, name, description ?? null, id);
    },
  ),
  endpoint('get /v1/products/:id', z.strictObject(expandable), (sandbox, _params, { id = '' }) =>
    load(sandbox, 'product', id),
  ),
  endpoint('post /v1/prices', priceData.extend(expandable), (sandbox, { expand: _, ...data }) =>
    priceFor(sandbox, { price_data: data }),
  ),
  endpoint('get /v1/prices', z.strictObject(paged), (sandbox, params) =>
    listPage('/v1/prices', sandbox.store.list('price'), params),
  ),
  endpoint('get /v1/prices/:id', z.strictObject(expandable), (sandbox, _params, { id = '' }) =>
    load(sandbox, 'price', id),
  ),
];
