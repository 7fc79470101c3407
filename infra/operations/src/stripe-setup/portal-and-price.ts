import { ownPortal, setupMark, zipPriceKey, zipProduct } from '@closingwire/contracts/payment-provider';
import { Stripe } from 'stripe';
import { differences, wantedPortal, wantedPrice } from './wanted.ts';
import type { Outcome } from './webhook-endpoint.ts';

export const listPortals = (client: Stripe): Promise<Stripe.BillingPortal.Configuration[]> =>
  client.billingPortal.configurations.list({ active: true, limit: 100 }).autoPagingToArray({ limit: 1_000 });

/** Creates or updates the configuration with which billing opens the customer portal. */
export async function setUpPortal(client: Stripe, publicUrl: string): Promise<Outcome> {
  const own = ownPortal(await listPortals(client), publicUrl);
  const wanted = wantedPortal(publicUrl);
  if (!own) {
    const { id } = await client.billingPortal.configurations.create(wanted);
    return { state: 'created', detail: id };
  }
  const changed = differences(wanted, own);
  if (changed.length === 0) return { state: 'unchanged', detail: own.id };
  await client.billingPortal.configurations.update(own.id, wanted);
  return { state: 'updated', detail: `${changed.join(', ')} of ${own.id}` };
}

async function findProduct(client: Stripe): Promise<Stripe.Product | undefined> {
  try {
    return await client.products.retrieve(zipProduct.id);
  } catch (error) {
    const isMissing =
      error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';
    if (!isMissing) throw error;
    return undefined;
  }
}

/** Creates the product, or makes an archived one active. Its name may be changed at Stripe. */
export async function setUpProduct(client: Stripe): Promise<Outcome> {
  const found = await findProduct(client);
  if (found?.active) return { state: 'unchanged', detail: `${found.name} (${found.id})` };
  const { name, id } = found
    ? await client.products.update(zipProduct.id, { active: true })
    : await client.products.create(zipProduct);
  return { state: found ? 'updated' : 'created', detail: `${name} (${id})` };
}

/** The product's default price first: Stripe archives no default price. */
async function replaceFormerPrices(client: Stripe, current: Stripe.Price): Promise<boolean> {
  const { default_price: before } = await client.products.retrieve(zipProduct.id);
  const isDefault = (typeof before === 'string' ? before : before?.id) === current.id;
  if (!isDefault) await client.products.update(zipProduct.id, { default_price: current.id });
  const prices = await client.prices
    .list({ product: zipProduct.id, active: true, limit: 100 })
    .autoPagingToArray({ limit: 1_000 });
  const former = prices.filter(({ id, metadata }) => id !== current.id && metadata[setupMark] !== undefined);
  for (const { id } of former) await client.prices.update(id, { active: false });
  return !isDefault || former.length > 0;
}

/**
 * Creates the price of a ZIP and month. Stripe's prices cannot change, so a changed one is a new price with the same
 * lookup key; the former is archived, and running subscriptions stay as they are.
 */
export async function setUpPrice(client: Stripe, priceCents: number): Promise<Outcome> {
  const wanted = wantedPrice(priceCents);
  const { data } = await client.prices.list({ lookup_keys: [zipPriceKey], active: true, limit: 1 });
  const [found] = data;
  const { nickname: _, ...terms } = wanted;
  const isCurrent = found !== undefined && differences(terms, found).length === 0;
  const price = isCurrent ? found : await client.prices.create({ ...wanted, transfer_lookup_key: true });
  const isReplaced = await replaceFormerPrices(client, price);
  const detail = `${(priceCents / 100).toFixed(2)} USD per ZIP and month (${price.id})`;
  if (!isCurrent) return { state: found ? 'updated' : 'created', detail };
  return { state: isReplaced ? 'updated' : 'unchanged', detail };
}
