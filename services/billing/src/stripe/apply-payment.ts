import { AppError } from '@closingwire/chassis/app-error';
import type { Tx } from '@closingwire/chassis/pg';
import type { Stripe } from 'stripe';
import { type AccountNews, publishAccount } from '../accounts/publish.ts';
import * as rules from '../accounts/rules.ts';
import {
  customersToRead,
  findByCustomer,
  lockAccount,
  storeDecline,
  storePayment,
} from '../accounts/store.ts';
import type { Billing } from '../billing.ts';
import { closeAccountJob, matchSubscriptionJob, readPaymentJob, settleCardSetupJob } from '../jobs.ts';
import { endSubscriptions, publishCreated } from '../subscriptions/change.ts';
import { activeOf, convertTrial } from '../subscriptions/store.ts';
import { askStripe, type StripeAccess } from './access.ts';
import { openCardSetups } from './customer.ts';

export const idOf = (reference: string | { id: string } | null | undefined) =>
  typeof reference === 'string' ? reference : (reference?.id ?? null);

function readSubscription(subscription: Stripe.Subscription): rules.ProviderSubscription {
  return {
    id: subscription.id,
    status: subscription.status,
    defaultMethodId: idOf(subscription.default_payment_method),
    endsAt: endOf(subscription),
    endedForNonPayment: subscription.cancellation_details?.reason === 'payment_failed',
    ...openInvoiceOf(subscription),
  };
}

/** The provider's portal ends a subscription at a time, or with its period. */
function endOf({ cancel_at, cancel_at_period_end, items }: Stripe.Subscription): Date | null {
  const end = cancel_at ?? (cancel_at_period_end ? items.data[0]?.current_period_end : undefined);
  return end === undefined ? null : new Date(end * 1000);
}

/** The latest invoice comes expanded; of a paid one nothing is open. */
function openInvoiceOf({ latest_invoice: invoice }: Stripe.Subscription) {
  const isOpen = typeof invoice === 'object' && invoice?.status === 'open';
  if (!isOpen) return { nextPaymentAttemptAt: null, openCents: 0 };
  const next = invoice.next_payment_attempt;
  return {
    nextPaymentAttemptAt: next === null ? null : new Date(next * 1000),
    openCents: invoice.amount_remaining,
  };
}

/** A card that was attached without being made the default, as by a page that the user left early. */
async function attachedMethod(client: Stripe, customer: string): Promise<string | null> {
  const { data } = await client.customers.listPaymentMethods(customer, { type: 'card', limit: 1 });
  return data[0]?.id ?? null;
}

/** How the customer stands at the provider now. Events are only hints to read this again. */
export function readPayment(access: StripeAccess, customerId: string): Promise<rules.PaymentReading> {
  return askStripe(access, async client => {
    const [customer, { data }] = await Promise.all([
      client.customers.retrieve(customerId),
      client.subscriptions.list({
        customer: customerId,
        status: 'all',
        limit: 100,
        expand: ['data.latest_invoice'],
      }),
    ]);
    if (customer.deleted) throw new AppError('missing', 'customer_deleted', `${customerId} is deleted`);
    const subscriptions = data.map(readSubscription);
    const defaultId = idOf(customer.invoice_settings.default_payment_method);
    return {
      methodId: defaultId ?? subscriptions[0]?.defaultMethodId ?? (await attachedMethod(client, customerId)),
      isDefault: defaultId !== null,
      subscriptions,
    };
  });
}

const isSame = (account: rules.Account, standing: rules.PaymentStanding) =>
  account.stripeSubscriptionId === standing.stripeSubscriptionId &&
  account.hasActivePayment === standing.hasActivePayment &&
  account.paymentState === standing.paymentState &&
  account.amountDueCents === standing.amountDueCents &&
  account.endsAt?.getTime() === standing.endsAt?.getTime() &&
  account.nextPaymentAttemptAt?.getTime() === standing.nextPaymentAttemptAt?.getTime();

/**
 * Makes an account agree with what the provider had at `readAt`: the trial's ZIPs are paid by a live
 * subscription, the paid ones end with it. An older reading than the stored one changes nothing, so neither
 * order nor number of readings matter.
 */
export async function applyPayment(
  tx: Tx,
  billing: Pick<Billing, 'terms' | 'clock'>,
  accountId: string,
  reading: rules.PaymentReading,
  readAt: Date,
): Promise<void> {
  const account = await lockAccount(tx, accountId);
  if (!account) return;
  const standing = rules.paymentStanding(reading, account.declinedMethodId);
  if (!(await storePayment(tx, accountId, standing, readAt))) return;

  // A charge that was under way when the user was deleted must end too.
  if (account.status === 'deleted' && standing.stripeSubscriptionId !== null) {
    await closeAccountJob.enqueue(tx, { accountId });
  }
  const converted = standing.stripeSubscriptionId === null ? [] : await convertTrial(tx, accountId);
  for (const subscription of converted) await publishCreated(tx, subscription);
  if (account.status !== 'deleted') await matchSubscriptionJob.enqueue(tx, { accountId });
  if (account.stripeSubscriptionId !== null && standing.stripeSubscriptionId === null) {
    await endSubscriptions(tx, billing, accountId, await activeOf(tx, accountId, ['paid']));
  }
  if (isSame(account, standing) && converted.length === 0) return;
  const news: AccountNews[] = ['standing-changed'];
  const published = rules.paymentNews(account, standing, reading);
  if (published) news.push(`payment-${published}`);
  await publishAccount(tx, accountId, billing.terms.centsPerZip, news);
}

/**
 * The subscription could not be started on this card: it counts as failed, so that nobody tries it again by
 * themselves, and the user is mailed, once.
 */
export async function recordDecline(
  billing: Billing,
  accountId: string,
  methodId: string | null,
): Promise<void> {
  if (methodId === null) return;
  await billing.pg.transaction(async tx => {
    await lockAccount(tx, accountId);
    if (!(await storeDecline(tx, accountId, methodId))) return;
    await publishAccount(tx, accountId, billing.terms.centsPerZip, ['standing-changed', 'payment-failed']);
  });
}

/** Reads the customer anew and lets the account follow. */
export async function refreshPayment(
  billing: Billing,
  account: { id: string },
  customerId: string,
): Promise<rules.PaymentReading> {
  const readAt = new Date();
  const reading = await readPayment(billing.stripe, customerId);
  await billing.pg.transaction(tx => applyPayment(tx, billing, account.id, reading, readAt));
  return reading;
}

/** Reads a customer that a webhook hinted at. Customers of other products on the same keys are not ours. */
export async function readCustomer(billing: Billing, customerId: string): Promise<void> {
  const account = await findByCustomer(billing.pg, customerId);
  if (account) await refreshPayment(billing, account, customerId);
}

const batch = 100;

/** Looks at cards and customers of which nothing has come, in case the provider's webhook was lost. */
export async function sweepPayments({ pg, clock }: Billing): Promise<void> {
  const now = clock();
  for (const id of await openCardSetups(pg, now, batch)) {
    await pg.transaction(tx => settleCardSetupJob.enqueue(tx, { setupIntentId: id }));
  }
  for (const id of await customersToRead(pg, now, batch)) {
    await pg.transaction(tx => readPaymentJob.enqueue(tx, { customerId: id }));
  }
}
