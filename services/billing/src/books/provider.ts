import { type Queries, sql } from '@closingwire/chassis/pg';
import type { Stripe } from 'stripe';
import { z } from 'zod';
import { CUSTOMERS } from '../accounts/passes.ts';
import { liveSubscriptions as liveIn } from '../accounts/payment-standing.ts';
import type { Mode } from '../accounts/rules.ts';
import type { Billing } from '../billing.ts';
import { storedMode } from '../replicas.ts';
import { askStripe, ignoreUnknown } from '../stripe/access.ts';
import { readSubscription } from '../stripe/reading.ts';
import type { LiveSubscription } from './compare.ts';

/* Reads live subscriptions from the provider, for comparing the books. */

/**
 * SQL of the customers of account `a` whose subscriptions are compared. These are the customers of the stored mode,
 * and of both modes for a deleted account, which must not be charged in either.
 */
const BOOKED = sql`
  select mode, customer_id from (${CUSTOMERS}) customers
  where a.status = 'deleted' or mode = stored_payment_mode()`;

export const BOOKED_CUSTOMERS = sql`select customer_id from (${BOOKED}) booked`;

export const CUSTOMERS_OF_ACCOUNT = sql`select customer_id from (${CUSTOMERS}) customers`;

const modes: readonly Mode[] = ['test', 'live'];

const isLive = (subscription: Stripe.Subscription) =>
  liveIn({ subscriptions: [readSubscription(subscription)] }, null).kept !== undefined;

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
 * All live subscriptions of both modes, by pages, one call after another. A call for each account would use up the
 * provider's rate limit, which users' orders need.
 */
export async function* liveSubscriptions({ pg, stripe }: Billing): AsyncGenerator<LiveSubscription[]> {
  // Throws without the stored mode's keys: missing keys must not look like missing subscriptions.
  stripe.client(await storedMode(pg));
  for (const mode of modes) {
    let after: string | undefined;
    let hasMore = stripe.hasKeys(mode);
    while (hasMore) {
      const page: Stripe.ApiList<Stripe.Subscription> = await askStripe(stripe, mode, client =>
        client.subscriptions.list({ limit, ...(after && { starting_after: after }) }),
      );
      yield page.data.filter(isLive).map(readLive);
      after = page.data.at(-1)?.id;
      hasMore = page.has_more && after !== undefined;
    }
  }
}

/** Reads an account's live subscriptions that are compared; see `BOOKED`. */
export async function liveOfAccount({ pg, stripe }: Billing, accountId: string): Promise<LiveSubscription[]> {
  const customers = await bookedCustomers(pg, accountId);
  const pages = await Promise.all(
    customers
      .filter(({ mode }) => stripe.hasKeys(mode))
      .map(({ mode, customer }) =>
        askStripe(stripe, mode, client => client.subscriptions.list({ customer, limit })).catch(
          ignoreUnknown,
        ),
      ),
  );
  return pages
    .flatMap(page => page?.data ?? [])
    .filter(isLive)
    .map(readLive);
}

function bookedCustomers(db: Queries, accountId: string) {
  return db.query<{ mode: Mode; customer: string }>(sql`
    select mode, customer_id as customer from accounts a cross join lateral (${BOOKED}) booked
    where a.id = ${accountId}`);
}

/** Reads one subscription of either mode; undefined if it is over or unknown. */
export async function findLive({ stripe }: Billing, id: string): Promise<LiveSubscription | undefined> {
  for (const mode of modes.filter(stripe.hasKeys)) {
    const found = await askStripe(stripe, mode, client => client.subscriptions.retrieve(id)).catch(
      ignoreUnknown,
    );
    if (found) return isLive(found) ? readLive(found) : undefined;
  }
  return undefined;
}
