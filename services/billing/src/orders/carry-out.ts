import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@closingwire/chassis/app-error';
import type { Tx } from '@closingwire/chassis/pg';
import type { ClaimedZip } from '@closingwire/contracts/catalog';
import { lockInPass } from '../accounts/lock.ts';
import { clearEnd, isInMode, type Pass } from '../accounts/passes.ts';
import {
  liveSubscriptions,
  type PaymentReading,
  type ProviderSubscription,
} from '../accounts/payment-standing.ts';
import type { Account } from '../accounts/rules.ts';
import type { Billing } from '../billing.ts';
import { isCardDeclined } from '../stripe/access.ts';
import { recordDecline } from '../stripe/apply-reading.ts';
import { isAnyUsed } from '../subscriptions/store.ts';
import { type Charging, raise, start } from './charge.ts';
import { closeCheckout, openCheckout } from './checkouts.ts';
import { completeOrder, dropIn, dropOrder, refusals, releaseHolds } from './end-order.ts';
import * as rules from './rules.ts';
import { finishOrder, lockOrder, pendingOrders, storeClaims, storeTry } from './store.ts';

/** A pass, and its reading of the provider. */
export type InPass = { pass: Pass; reading: PaymentReading };

/** The next step for an order, decided under its account's lock. */
type Decision =
  | { kind: 'ended'; isDropped: boolean }
  | { kind: 'charge'; charge: rules.Charge; account: Account; needed: ReadonlySet<string>; quantity: number };

const dropped: Decision = { kind: 'ended', isDropped: true };
const done: Decision = { kind: 'ended', isDropped: false };

async function decide(
  tx: Tx,
  billing: Billing,
  order: rules.Order,
  { pass, reading }: InPass,
): Promise<Decision> {
  const now = billing.clock();
  const account = await lockInPass(tx, order.accountId);
  const current = await lockOrder(tx, order.id);
  if (!account || current?.state !== 'open' || !isInMode(account, pass)) return done;
  const drop = async (reason: AppError) => {
    await dropIn(tx, account, order.id, reason);
    return dropped;
  };
  if (account.status === 'deleted') return drop(refusals.accountClosed);
  const { kept } = liveSubscriptions(reading, account.stripeSubscriptionId);
  if (rules.isOutdated(current, account, kept?.line?.quantity ?? 0, now)) return drop(refusals.outdated);
  const isEnded = ({ id, orderId }: ProviderSubscription) => orderId === order.id && id !== kept?.id;
  if (reading.subscriptions.some(isEnded)) return drop(refusals.subscriptionEnded);
  const needed = rules.neededZipCodes(current, account);
  if (order.purpose === 'zips' && needed.size === 0) {
    await finishOrder(tx, order.id);
    return done;
  }
  const charge =
    order.purpose === 'zips' ? rules.decideCharge(account, now) : rules.decideConversion(account, now);
  if (charge.kind === 'trial' && !rules.fitsTrial(current, account, billing.terms)) {
    return drop(refusals.tooManyTrialZips(billing.terms.trialZips));
  }
  const isTakenUpAgain = (current.firstPass ?? pass.number) !== pass.number;
  if (charge.kind === 'checkout' && isTakenUpAgain) return drop(refusals.abandoned);
  const billed = rules.zipCodesToBill(current, account);
  await storeTry(tx, order.id, {
    pass: pass.number,
    billedZipCodes: charge.kind === 'trial' ? null : billed,
  });
  return { kind: 'charge', charge, account, needed, quantity: billed.size };
}

/** Kinds of errors by which the catalog refuses an order. Other errors are retried. */
const refusalKinds = new Set<AppError['kind']>(['conflict', 'invalid', 'missing', 'denied']);

const releaseTries = 20;
const releaseLookMs = 250;

/**
 * Asks the catalog to hold the ZIPs. A ZIP that the user has just given back may still have the claim of its canceled
 * subscription, until the catalog handles that event. Hence it asks again.
 */
async function heldClaims(
  billing: Billing,
  order: rules.Order,
  { account, needed }: { account: Account; needed: ReadonlySet<string> },
): Promise<ClaimedZip[]> {
  for (let tries = 0; tries < releaseTries; tries += 1) {
    if (tries > 0) await sleep(releaseLookMs);
    const { claims } = await billing.catalog.holdZips({
      intentId: order.id,
      userId: account.id,
      industry: account.industry,
      zipCodes: [...needed],
      holdSeconds: rules.holdSeconds,
    });
    if (!(await isAnyUsed(billing.pg, claims))) return claims;
  }
  throw new AppError(
    'unavailable',
    'order_under_way',
    'A ZIP code is just being released; try again shortly',
  );
}

/**
 * Returns the claims after the catalog holds all ZIPs of the order. Returns undefined if it refused, and drops the
 * order.
 */
async function holdZips(
  billing: Billing,
  order: rules.Order,
  { account, needed }: { account: Account; needed: ReadonlySet<string> },
): Promise<ClaimedZip[] | undefined> {
  if (needed.size === 0) return [];
  try {
    const claims = await heldClaims(billing, order, { account, needed });
    await storeClaims(billing.pg, order.id, claims);
    return claims;
  } catch (error) {
    if (!(error instanceof AppError && refusalKinds.has(error.kind))) throw error;
    await dropOrder(billing, order, error);
    return undefined;
  }
}

/**
 * Gives the order's ZIPs on trial. Returns false if the trial has ended, is full, or a card was added since the
 * decision.
 */
function startTrial(billing: Billing, order: rules.Order): Promise<boolean> {
  return billing.pg.transaction(async tx => {
    const account = await lockInPass(tx, order.accountId);
    if (!account) return true;
    const isStillFree = rules.decideCharge(account, billing.clock()).kind === 'trial';
    if (!isStillFree || !rules.fitsTrial(order, account, billing.terms)) return false;
    await completeOrder(tx, billing, account, order.id, 'trial');
    return true;
  });
}

function completePaid(billing: Billing, order: rules.Order): Promise<void> {
  return billing.pg.transaction(async tx => {
    const account = await lockInPass(tx, order.accountId);
    if (!account) return;
    await clearEnd(tx, account);
    await completeOrder(tx, billing, account, order.id, 'paid');
  });
}

/**
 * Closes the account's open checkout pages: a payment there would start a second subscription. Returns false if one
 * was paid.
 */
async function closeOthers(billing: Billing, order: rules.Order, pass: Pass): Promise<boolean> {
  const others = (await pendingOrders(billing.pg, order.accountId)).filter(
    ({ state }) => state === 'checkout',
  );
  const closed: boolean[] = [];
  for (const other of others) closed.push(await closeCheckout(billing, pass.mode, other));
  return closed.every(Boolean);
}

/**
 * Charges the card and completes the order; a declined card drops the order. If the order was to pay for the
 * trial's ZIPs, no pass charges that card again.
 */
async function chargeCard(
  billing: Billing,
  charging: Charging,
  order: rules.Order,
  charge: () => Promise<void>,
) {
  try {
    await charge();
  } catch (error) {
    if (!isCardDeclined(error)) throw error;
    if (order.purpose !== 'zips') await recordDecline(billing, order.accountId, charging.reading.methodId);
    return dropOrder(billing, order, error);
  }
  return completePaid(billing, order);
}

export type Progress = 'ended' | 'look again';

/**
 * Carries out one open order: decides under the lock, claims the ZIPs, charges, and gives the ZIPs in one transaction.
 * Each step can be repeated. Returns 'look again' if the pass must read the provider before the next step.
 */
export async function carryOut(billing: Billing, order: rules.Order, inPass: InPass): Promise<Progress> {
  const { pass, reading } = inPass;
  const decision = await billing.pg.transaction(tx => decide(tx, billing, order, inPass));
  if (decision.kind === 'ended') {
    if (decision.isDropped) await releaseHolds(billing, order.id);
    return 'ended';
  }
  const { charge, account, quantity } = decision;
  if ((await holdZips(billing, order, decision)) === undefined) return 'ended';
  const charging: Charging = { account, mode: pass.mode, reading };
  switch (charge.kind) {
    case 'trial':
      return (await startTrial(billing, order)) ? 'ended' : 'look again';
    case 'raise': {
      const { kept } = liveSubscriptions(reading, charge.stripeSubscriptionId);
      if (kept?.id !== charge.stripeSubscriptionId) return 'look again';
      const raised = { subscription: kept, quantity, orderId: order.id, orderedAt: order.createdAt };
      await chargeCard(billing, charging, order, () => raise(billing, charging, raised));
      return 'look again';
    }
    case 'subscribe': {
      if (!(await closeOthers(billing, order, pass))) return 'look again';
      const started = { quantity, trialEnd: charge.trialEnd, orderId: order.id };
      if (quantity > 0) {
        await chargeCard(billing, charging, order, () => start(billing, charging, started));
      } else {
        await completePaid(billing, order);
      }
      return 'look again';
    }
    case 'checkout':
      if (!(await closeOthers(billing, order, pass))) return 'look again';
      await openCheckout(billing, charging, { order, charge, quantity });
      // `openCheckout` has created the customer. The page of the next order needs it, so read again.
      return account.stripeCustomerId === null ? 'look again' : 'ended';
  }
}
