import type { Stripe } from 'stripe';
import type { Account } from '../accounts/rules.ts';
import { countZips, findAccount } from '../accounts/store.ts';
import type { Billing } from '../billing.ts';
import { askStripe } from '../stripe/access.ts';
import { changedLine, inSeconds, lineOf } from '../stripe/billed-line.ts';
import { startOnCard } from './card-setup.ts';
import { correctionOf } from './rules.ts';
import { pendingOrders } from './store.ts';

/**
 * Starts the subscription of an account with a card and without one; compares and corrects the one that there is.
 * Running it again does nothing. An order under way has a quantity of its own in mind, and so has a checkout that
 * made the subscription; both call for this when they end.
 */
export async function matchSubscription(billing: Billing, accountId: string): Promise<void> {
  const account = await findAccount(billing.pg, accountId);
  if (!account || account.status === 'deleted') return;
  const pending = await pendingOrders(billing.pg, accountId);
  if (account.stripeSubscriptionId === null) {
    if (pending.every(({ state }) => state === 'checkout')) await startOnCard(billing, accountId);
  } else if (pending.length === 0) {
    await correct(billing, account, account.stripeSubscriptionId);
  }
}

async function correct(billing: Billing, account: Account, id: string): Promise<void> {
  const { billable } = await countZips(billing.pg, account.id);
  await askStripe(billing.stripe, client => match(client, billing, account, { id, billable }));
}

async function match(
  client: Stripe,
  { terms, clock }: Billing,
  account: Account,
  { id, billable }: { id: string; billable: number },
): Promise<void> {
  const subscription = await client.subscriptions.retrieve(id);
  const line = lineOf(subscription);
  if (subscription.status === 'canceled' || !line) return;
  const trialEnd = subscription.trial_end === null ? null : new Date(subscription.trial_end * 1000);
  const billed = { ...line, status: subscription.status, trialEnd };
  const correction = correctionOf(billed, { billable, account }, terms, clock());
  if (correction.kind === 'none') return;
  if (correction.kind === 'cancel') {
    await client.subscriptions.cancel(id);
    return;
  }
  const { trialEnd: moved } = correction;
  await client.subscriptions.update(id, {
    items: [await changedLine(client, line, billable, terms)],
    // Another price counts from the next period on.
    proration_behavior: correction.quantity ? 'create_prorations' : 'none',
    ...(moved !== null && { trial_end: moved === 'now' ? moved : inSeconds(moved) }),
  });
}
