import {
  addressMark,
  formerZipPriceKey,
  ownPortal,
  zipPriceKeyOf,
  zipProduct,
} from '@closingwire/contracts/payment-provider';
import { Stripe } from 'stripe';
import { differences, wantedPortal, wantedPrice } from './wanted.ts';
import type { Outcome, SetupRequest } from './webhook-endpoint.ts';

export const listPortals = (client: Stripe): Promise<Stripe.BillingPortal.Configuration[]> =>
  client.billingPortal.configurations.list({ active: true, limit: 100 }).autoPagingToArray({ limit: 1_000 });

/** Creates or updates the configuration with which billing opens the customer portal. */
export async function setUpPortal(client: Stripe, { publicUrl, movedFrom }: SetupRequest): Promise<Outcome> {
  const portals = await listPortals(client);
  const own = ownPortal(portals, publicUrl) ?? (movedFrom && ownPortal(portals, movedFrom));
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

const isOf = (price: Stripe.Price, { publicUrl, movedFrom }: SetupRequest) =>
  [publicUrl, movedFrom].some(address => address && price.metadata[addressMark] === address);

/** Other installations on the account have prices of the same product, which stay. Stripe archives no default price. */
async function replaceFormerPrices(
  client: Stripe,
  current: Stripe.Price,
  request: SetupRequest,
): Promise<boolean> {
  const prices = await client.prices
    .list({ product: zipProduct.id, active: true, limit: 100 })
    .autoPagingToArray({ limit: 1_000 });
  const former = prices.filter(price => price.id !== current.id && isOf(price, request));
  const { default_price: before } = await client.products.retrieve(zipProduct.id);
  const defaultId = typeof before === 'string' ? before : before?.id;
  const isDefaultDue = defaultId === undefined || former.some(({ id }) => id === defaultId);
  if (isDefaultDue) await client.products.update(zipProduct.id, { default_price: current.id });
  for (const { id } of former) await client.prices.update(id, { active: false });
  return isDefaultDue || former.length > 0;
}

/**
 * Returns the existing price to reuse. Its lookup key is this public address's, otherwise the former address's,
 * otherwise the one of earlier versions.
 */
export async function findPrice(
  client: Stripe,
  { publicUrl, movedFrom }: SetupRequest,
): Promise<Stripe.Price | undefined> {
  const keys = [
    zipPriceKeyOf(publicUrl),
    ...(movedFrom ? [zipPriceKeyOf(movedFrom)] : []),
    formerZipPriceKey,
  ];
  const { data } = await client.prices.list({ lookup_keys: keys, active: true, limit: 10 });
  return keys.flatMap(key => data.find(({ lookup_key }) => lookup_key === key) ?? [])[0];
}

/**
 * Creates the price of a ZIP and month. Stripe's prices cannot change, so a changed one is a new price with the same
 * lookup key; the former is archived, and running subscriptions stay as they are.
 */
export async function setUpPrice(
  client: Stripe,
  request: SetupRequest & { centsPerZip: number },
): Promise<Outcome> {
  const wanted = wantedPrice(request);
  const found = await findPrice(client, request);
  const { nickname: _, lookup_key, metadata, ...terms } = wanted;
  const isCurrent = found !== undefined && differences(terms, found).length === 0;
  const isMarked = isCurrent && found.lookup_key === lookup_key;
  const mark = { lookup_key, metadata };
  const adopt = (id: string) => (isMarked ? found : client.prices.update(id, mark));
  const price = isCurrent
    ? await adopt(found.id)
    : await client.prices.create({ ...wanted, transfer_lookup_key: true });
  const isReplaced = await replaceFormerPrices(client, price, request);
  const detail = `${(request.centsPerZip / 100).toFixed(2)} USD per ZIP and month (${price.id})`;
  if (!isCurrent) return { state: found ? 'updated' : 'created', detail };
  return { state: isReplaced || !isMarked ? 'updated' : 'unchanged', detail };
}
