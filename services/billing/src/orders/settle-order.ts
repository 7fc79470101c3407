import { AppError } from '@closingwire/chassis/app-error';
import type { Account } from '../accounts/rules.ts';
import { countZips, findAccount, lockAccount } from '../accounts/store.ts';
import type { Billing } from '../billing.ts';
import type { HeldZip } from '../subscriptions/store.ts';
import { chargeRaise, chargeSubscribe } from './charge-card.ts';
import { openCheckout } from './open-checkout.ts';
import { type Charge, decideCharge, decideConversion, holdSeconds, type Order } from './rules.ts';
import { completeOrder, dropOrder } from './steps.ts';
import { findOrder, storeClaims } from './store.ts';

function decide(order: Order, account: Account, now: Date): Charge {
  return order.purpose === 'conversion' ? decideConversion(account, now) : decideCharge(account, now);
}

/** The catalogue holds the ZIPs for this order: all, or the order is dropped and the refusal thrown. */
async function holdZips(billing: Billing, order: Order, account: Account): Promise<HeldZip[]> {
  if (order.purpose !== 'zips') return [];
  try {
    const { claims } = await billing.catalog.holdZips({
      intentId: order.id,
      userId: account.id,
      industry: account.industry,
      zipCodes: order.zipCodes,
      holdSeconds,
    });
    await storeClaims(billing.pg, order.id, claims);
    return claims;
  } catch (error) {
    if (error instanceof AppError && error.kind === 'conflict') await dropOrder(billing, order);
    throw error;
  }
}

type TrialStart = 'started' | 'too-many' | 'otherwise';

/** Starts trial subscriptions, unless the trial ended or a card came in between: then another charge is due. */
function startTrial(billing: Billing, order: Order): Promise<TrialStart> {
  return billing.pg.transaction(async tx => {
    const account = await lockAccount(tx, order.accountId);
    if (!account || decideCharge(account, billing.clock()).kind !== 'trial') return 'otherwise';
    const { unpaid } = await countZips(tx, account.id);
    if (unpaid + order.claims.length > billing.terms.trialZips) return 'too-many';
    await completeOrder(tx, billing, account, order.id, 'trial');
    return 'started';
  });
}

async function settleTrial(billing: Billing, order: Order): Promise<boolean> {
  // An activation finds no card any more.
  if (order.purpose !== 'zips') {
    await dropOrder(billing, order);
    return true;
  }
  const start = await startTrial(billing, order);
  if (start !== 'too-many') return start === 'started';
  await dropOrder(billing, order);
  throw tooManyTrialZips(billing.terms.trialZips);
}

const tooManyTrialZips = (most: number) =>
  new AppError(
    'invalid',
    'too_many_trial_zips',
    `A trial holds at most ${most} ZIP codes. Add a payment method to order more.`,
  );

/** Charges an order whose ZIPs are held, or gives them on trial; false when something else turned out to be due. */
async function carryOut(
  billing: Billing,
  account: Account,
  order: Order,
  isAsked: boolean,
): Promise<boolean> {
  const charge = decide(order, account, billing.clock());
  switch (charge.kind) {
    case 'trial':
      return settleTrial(billing, order);
    case 'raise':
      return chargeRaise(billing, account, order, charge.stripeSubscriptionId);
    case 'subscribe':
      return chargeSubscribe(billing, account, order, charge.trialEnd);
    case 'checkout':
      if (isAsked && order.purpose !== 'activation') return openCheckout(billing, account, order, charge);
      await dropOrder(billing, order);
      return true;
  }
}

const mostRounds = 4;

/**
 * Carries an open order through: claims first, then money, then the ZIPs in one transaction. Each step can be
 * repeated, so whoever finds the order open carries it on. `isAsked`: somebody waits for the reply; without
 * them a checkout is not opened but the order dropped.
 */
export async function settleOrder(billing: Billing, orderId: string, isAsked: boolean): Promise<Order> {
  for (let round = 0; round < mostRounds; round += 1) {
    const order = await existingOrder(billing, orderId);
    const account = await findAccount(billing.pg, order.accountId);
    if (order.state !== 'open' || !account) return order;
    if (account.status === 'deleted') {
      await dropOrder(billing, order);
      return existingOrder(billing, orderId);
    }
    const claims = await holdZips(billing, order, account);
    if (await carryOut(billing, account, { ...order, claims }, isAsked)) {
      return existingOrder(billing, orderId);
    }
  }
  const text = 'Your payment is being changed meanwhile; try again shortly';
  throw new AppError('unavailable', 'order_under_way', text);
}

async function existingOrder({ pg }: Billing, id: string): Promise<Order> {
  const order = await findOrder(pg, id);
  if (order) return order;
  throw new AppError('missing', 'order_unknown', `There is no order ${id}`);
}

/** Carries on an order whose request died halfway. A refusal has dropped the order and is an end too. */
export async function resumeOrder(billing: Billing, orderId: string): Promise<void> {
  await settleOrder(billing, orderId, false).catch(error => {
    if (!(error instanceof AppError && ['conflict', 'invalid'].includes(error.kind))) throw error;
  });
}
