import { addJob } from '@closingwire/chassis/jobs';
import type { Tx } from '@closingwire/chassis/pg';
import { z } from 'zod';

/** The jobs of the service: name, payload and how one is added; `workers/` does them. */

export const settleOrderJob = 'settle-order';
export const settleOrderPayload = z.object({ orderId: z.string() });

/** Long enough for the request itself to settle the order; then somebody must. */
const patienceMs = 60_000;

export function addSettleOrder(tx: Tx, orderId: string): Promise<void> {
  const runAt = new Date(Date.now() + patienceMs);
  return addJob(tx, settleOrderJob, { orderId }, { key: `${settleOrderJob}:${orderId}`, runAt });
}

export const settleCheckoutJob = 'settle-checkout';
export const settleCheckoutPayload = z.object({ sessionId: z.string() });

export function addSettleCheckout(tx: Tx, sessionId: string): Promise<void> {
  return addJob(tx, settleCheckoutJob, { sessionId }, { key: `${settleCheckoutJob}:${sessionId}` });
}

export const settleCardSetupJob = 'settle-card-setup';
export const settleCardSetupPayload = z.object({ setupIntentId: z.string() });

export function addSettleCardSetup(tx: Tx, setupIntentId: string): Promise<void> {
  return addJob(tx, settleCardSetupJob, { setupIntentId }, { key: `${settleCardSetupJob}:${setupIntentId}` });
}

export const readPaymentJob = 'read-payment';
export const readPaymentPayload = z.object({ customerId: z.string() });

export function addReadPayment(tx: Tx, customerId: string): Promise<void> {
  return addJob(
    tx,
    readPaymentJob,
    { customerId },
    { key: `${readPaymentJob}:${customerId}`, queue: customerId },
  );
}

export const matchSubscriptionJob = 'match-subscription';
export const closeAccountJob = 'close-account';
export const accountPayload = z.object({ accountId: z.string() });

/** Lets the provider charge for exactly the ZIPs that the account has, once what changes them is committed. */
export function addMatchSubscription(tx: Tx, accountId: string): Promise<void> {
  return addJob(
    tx,
    matchSubscriptionJob,
    { accountId },
    { key: `${matchSubscriptionJob}:${accountId}`, queue: accountId },
  );
}

/** Waits in the account's queue, so that nothing else changes its charges meanwhile. */
export function addCloseAccount(tx: Tx, accountId: string): Promise<void> {
  return addJob(
    tx,
    closeAccountJob,
    { accountId },
    { key: `${closeAccountJob}:${accountId}`, queue: accountId },
  );
}
