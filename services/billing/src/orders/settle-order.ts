import { AppError } from '@closingwire/chassis/app-error';
import type { Billing } from '../billing.ts';
import { findAccount, lockAccount } from '../db/accounts.ts';
import { findOrder, keepClaims } from '../db/orders.ts';
import type { Account } from '../domain/account.ts';
import { type Charge, decideCharge, decideConversion } from '../domain/charge.ts';
import { type HeldZip, holdSeconds, type Order } from '../domain/order.ts';
import { chargeRaise, chargeSubscribe } from './charge-card.ts';
import { completeOrder } from './complete-order.ts';
import { dropOrder } from './drop-order.ts';
import { openCheckout } from './open-checkout.ts';

function decide(order: Order, account: Account, now: Date): Charge {
  switch (order.purpose) {
    case 'zips':
      return decideCharge(account, now);
    case 'conversion':
      return decideConversion(account, now);
    case 'activation':
      return decideCharge({ ...account, hasActivePayment: true }, now);
  }
}

/** The catalogue holds the ZIPs for this order: all, or the order is dropped and the refusal thrown. */
async function holdZips(billing: Billing, order: Order, account: Account): Promise<HeldZip[]> {
  if (order.purpose !== 'zips') return [];
  try {
    const { claims } = await billing.catalog.claimZips({
      intentId: order.id,
      userId: account.id,
      industry: account.industry,
      zipCodes: order.zipCodes,
      holdSeconds,
    });
    await keepClaims(billing.pg, order.id, claims);
    return claims;
  } catch (error) {
    if (error instanceof AppError && error.kind === 'conflict') await dropOrder(billing, order);
    throw error;
  }
}

/** Starts trial subscriptions, unless the trial ended or a card came in between: then another charge is due. */
async function startTrial(billing: Billing, order: Order): Promise<boolean> {
  return billing.pg.transaction(async tx => {
    const account = await lockAccount(tx, order.accountId);
    if (!account || decideCharge(account, billing.clock()).kind !== 'trial') return false;
    await completeOrder(tx, billing, account, order.id, 'trial');
    return true;
  });
}

/**
 * Carries an open order through: claims first, then money, then the ZIPs in one transaction. Each step can be
 * repeated, so whoever finds the order open carries it on. `isAsked`: somebody waits for the answer; without
 * her a checkout is not opened but the order dropped.
 */
export async function settleOrder(billing: Billing, orderId: string, isAsked: boolean): Promise<Order> {
  const order = await existingOrder(billing, orderId);
  const account = await findAccount(billing.pg, order.accountId);
  if (order.state !== 'open' || !account) return order;
  if (account.status === 'deleted') {
    await dropOrder(billing, order);
    return existingOrder(billing, orderId);
  }
  const claims = await holdZips(billing, order, account);
  const held = { ...order, claims };
  const charge = decide(order, account, billing.clock());
  switch (charge.kind) {
    case 'trial':
      if (!(await startTrial(billing, held))) return settleOrder(billing, orderId, isAsked);
      break;
    case 'raise':
      await chargeRaise(billing, account, held, charge.stripeSubscriptionId);
      break;
    case 'subscribe':
      await chargeSubscribe(billing, account, held, charge.trialEnd);
      break;
    case 'checkout':
      await (isAsked
        ? openCheckout(billing, account, held, charge.mode === 'setup' ? null : charge.trialEnd)
        : dropOrder(billing, order));
      break;
  }
  return existingOrder(billing, orderId);
}

async function existingOrder({ pg }: Billing, id: string): Promise<Order> {
  const order = await findOrder(pg, id);
  if (order) return order;
  throw new AppError('missing', 'order_unknown', `There is no order ${id}`);
}
