import { AppError } from '@closingwire/chassis/app-error';
import { Stripe } from 'stripe';
import { z } from 'zod';
import type { Billing } from '../billing.ts';
import { askStripe } from '../stripe/access.ts';
import { isLive } from '../stripe/billed-line.ts';
import type { LiveSubscription } from './compare.ts';

/* All that the books know about the provider: where an account's customer is stored, and how subscriptions are read. */

/** SQL: the provider's customer of an account `a`. */
export const CUSTOMER_OF_ACCOUNT = 'a.stripe_customer_id';

const uuid = z.uuid();

function readLive(subscription: Stripe.Subscription): LiveSubscription {
  const { id, customer, items, metadata } = subscription;
  return {
    id,
    customerId: typeof customer === 'string' ? customer : customer.id,
    quantity: items.data.reduce((sum, { quantity }) => sum + (quantity ?? 0), 0),
    accountId: uuid.safeParse(metadata.accountId).data ?? null,
  };
}

/** The most that the provider lists in one call. */
const limit = 100;

/**
 * All live subscriptions, by pages. One call after another, for all customers: a call for each account would take the
 * provider's rate limit from the orders of users.
 */
export async function* liveSubscriptions({ stripe }: Billing): AsyncGenerator<LiveSubscription[]> {
  let after: string | undefined;
  for (;;) {
    const page = await askStripe(stripe, client =>
      client.subscriptions.list({ limit, ...(after && { starting_after: after }) }),
    );
    yield page.data.filter(isLive).map(readLive);
    after = page.data.at(-1)?.id;
    if (!page.has_more || after === undefined) return;
  }
}

function isUnknown(error: unknown): boolean {
  if (error instanceof AppError) return error.kind === 'missing';
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';
}

/** 'No such customer' is a reading: it has nothing. */
async function ifKnown<Found>(reading: Promise<Found>): Promise<Found | undefined> {
  return reading.catch(error => {
    if (isUnknown(error)) return undefined;
    throw error;
  });
}

/** The live subscriptions of one customer. A customer that the provider does not know has none. */
export async function liveOfCustomer(
  { stripe }: Billing,
  customer: string | null,
): Promise<LiveSubscription[]> {
  if (customer === null) return [];
  const page = await ifKnown(askStripe(stripe, client => client.subscriptions.list({ customer, limit })));
  return (page?.data ?? []).filter(isLive).map(readLive);
}

/** One subscription as it is now; undefined when it is over or unknown. */
export async function findLive({ stripe }: Billing, id: string): Promise<LiveSubscription | undefined> {
  const found = await ifKnown(askStripe(stripe, client => client.subscriptions.retrieve(id)));
  return found && isLive(found) ? readLive(found) : undefined;
}
