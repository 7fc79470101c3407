import { Stripe } from 'stripe';

const productId = 'closingwire-zip-code';

/** What is sold: one product with an id of our own, so that making it again finds it. */
async function zipProduct(client: Stripe): Promise<string> {
  try {
    await client.products.retrieve(productId);
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    await client.products.create({ id: productId, name: 'ZIP code subscription' }).catch(ignoreExisting);
  }
  return productId;
}

function ignoreExisting(error: unknown): void {
  const isThere =
    error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_already_exists';
  if (!isThere) throw error;
}

/** A month of one ZIP. */
export async function monthlyPrice(client: Stripe, terms: { centsPerZip: number; currency: string }) {
  return {
    currency: terms.currency,
    unit_amount: terms.centsPerZip,
    recurring: { interval: 'month' as const },
    product: await zipProduct(client),
  };
}
