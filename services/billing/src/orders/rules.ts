import type { Quote, QuotedZip } from '@closingwire/contracts/billing';
import type { ClaimedZip } from '../accounts/own-zips.ts';
import type { StoredFailure } from '../accounts/passes.ts';
import {
  type Account,
  addDays,
  billableZipCodes,
  type Locked,
  type LockedAccount,
  type OwnZip,
  type Price,
  type Terms,
  trialState,
  zipCodesOf,
} from '../accounts/rules.ts';
import { monthlyCents } from '../price.ts';

export type Order = {
  id: string;
  accountId: string;
  /**
   * - `zips`: new ZIPs
   * - `conversion`: paying for the trial's ZIPs in a checkout
   */
  purpose: 'zips' | 'conversion';
  zipCodes: string[];
  state: 'open' | 'checkout' | 'done' | 'dropped';
  claims: ClaimedZip[];
  /** The ZIPs of account and order that the provider was asked to charge for; null before. */
  billedZipCodes: string[] | null;
  /** Why the order was dropped. */
  failure: StoredFailure | null;
  /** The number of the first pass that carried out the order. */
  firstPass: number | null;
  checkoutMode: CheckoutMode | null;
  checkoutSessionId: string | null;
  checkoutUrl: string | null;
  checkoutExpiresAt: Date | null;
  createdAt: Date;
};

/** The lifetime of a checkout page. Its ZIPs are held longer, for late payments. */
export const checkoutSeconds = 31 * 60;
export const holdSeconds = 60 * 60;

const isSameSet = (a: ReadonlySet<string>, b: ReadonlySet<string>) => a.size === b.size && a.isSubsetOf(b);

/** Returns the ZIPs of an order that the account does not have. */
export const neededZipCodes = (order: Pick<Order, 'zipCodes'>, account: LockedAccount): ReadonlySet<string> =>
  new Set(order.zipCodes).difference(zipCodesOf(account.zips, 'trial', 'paid', 'granted'));

/** Returns the ZIPs to charge for once the order is complete. */
export const zipCodesToBill = (order: Pick<Order, 'zipCodes'>, account: LockedAccount): ReadonlySet<string> =>
  billableZipCodes(account.zips).union(neededZipCodes(order, account));

/** Returns true if a repeated request means this order, not a new one. */
export function isSameRequest(
  order: Order,
  request: { purpose: Order['purpose']; zipCodes: readonly string[] },
  account: LockedAccount,
  now: Date,
): boolean {
  // A checkout page charges for the ZIPs of the time when it was opened. With other ZIPs its amount would be wrong.
  const isOfNow =
    (order.checkoutExpiresAt ?? now) > now &&
    isSameSet(new Set(order.billedZipCodes), zipCodesToBill(order, account));
  const isStanding = order.state === 'open' || (order.state === 'checkout' && isOfNow);
  const isSameOrder = isSameSet(new Set(order.zipCodes), new Set(request.zipCodes));
  return isStanding && order.purpose === request.purpose && isSameOrder;
}

/**
 * Returns true if the order is too old: the user no longer expects the charge. An old order that the provider already
 * charges for (`billedQuantity`) is completed.
 */
export function isOutdated(order: Order, account: LockedAccount, billedQuantity: number, now: Date): boolean {
  const isOld = now.getTime() - order.createdAt.getTime() > holdSeconds * 1000;
  const isCharged = order.billedZipCodes !== null && billedQuantity >= zipCodesToBill(order, account).size;
  return isOld && !isCharged;
}

/** Returns true if the trial has room for the order's ZIPs. */
export const fitsTrial = (order: Order, account: LockedAccount, { trialZips }: Pick<Terms, 'trialZips'>) =>
  zipCodesOf(account.zips, 'trial').union(neededZipCodes(order, account)).size <= trialZips;

/**
 * How ZIPs are paid:
 * - `trial`: free while the trial runs
 * - `raise`: the live subscription at the provider grows
 * - `subscribe`: a subscription starts on the card on file
 * - `checkout`: the user enters a card on the provider's page
 *
 * `trialEnd` is when the first charge is due; null for at once.
 */
export type Charge =
  | { kind: 'trial' }
  | { kind: 'raise'; stripeSubscriptionId: string }
  | { kind: 'subscribe'; trialEnd: Date | null }
  | { kind: 'checkout'; trialEnd: Date | null; mode: CheckoutMode };

/** A checkout takes a card and starts the subscription, or (`setup`) takes only a card. */
export type CheckoutMode = 'subscription' | 'setup';

type Paying = Pick<Account, 'hasActivePayment' | 'stripeSubscriptionId' | 'trialExpiresAt'> & Locked;

/** Decides how an order of new ZIPs is charged. */
export function decideCharge(account: Paying, now: Date): Charge {
  if (account.stripeSubscriptionId !== null && account.hasActivePayment) {
    return { kind: 'raise', stripeSubscriptionId: account.stripeSubscriptionId };
  }
  const runs = trialState(account, now).kind === 'running';
  if (account.hasActivePayment) return { kind: 'subscribe', trialEnd: runs ? account.trialExpiresAt : null };
  return runs ? { kind: 'trial' } : { kind: 'checkout', trialEnd: null, mode: 'subscription' };
}

/** In a checkout, the provider delays the first charge by two days or more, not by less. */
const leastTrialDays = 2;

/**
 * Decides how the trial's ZIPs are paid. The rest of the trial stays free. If the provider's checkout cannot delay the
 * first charge, it takes only a card, and the subscription starts on that card.
 */
export function decideConversion(account: Paying, now: Date): Charge {
  if (account.hasActivePayment) return decideCharge(account, now);
  if (trialState(account, now).kind === 'over') {
    return { kind: 'checkout', trialEnd: null, mode: 'subscription' };
  }
  // The quarter of an hour allows for the time between this decision and the provider's check of the trial's end.
  const isLongEnough = account.trialExpiresAt > addDays(now, leastTrialDays + 1 / 96);
  return {
    kind: 'checkout',
    trialEnd: account.trialExpiresAt,
    mode: isLongEnough ? 'subscription' : 'setup',
  };
}

/** The ZIPs to pay for once the order is complete: new, then the trial's, then paid ones. */
export function quotedZips(
  asked: readonly string[],
  own: readonly OwnZip[],
  { centsPerZip }: Price,
): QuotedZip[] {
  const owned = new Set(own.map(({ zipCode }) => zipCode));
  const added = [...new Set(asked)].filter(zipCode => !owned.has(zipCode)).toSorted();
  const quoted = (zipCode: string, standing: QuotedZip['standing']) => ({
    zipCode,
    standing,
    monthlyCents: centsPerZip,
  });
  const ofKind = (kind: 'trial' | 'paid') =>
    own.filter(each => each.kind === kind).map(({ zipCode }) => quoted(zipCode, kind));
  return [...added.map(zipCode => quoted(zipCode, 'new')), ...ofKind('trial'), ...ofKind('paid')];
}

const ways = { trial: 'trial', raise: 'card', subscribe: 'card', checkout: 'checkout' } as const;

/** The amount due today, and the time of the first whole month. */
export type Due = { dueTodayCents: number; firstChargeAt: Date | null };

export function quoteOf(
  account: Pick<Account, 'trialExpiresAt' | 'endsAt'>,
  terms: Terms,
  charge: Charge,
  { zips, due }: { zips: QuotedZip[]; due: Due },
  now: Date,
): Quote {
  const trial = trialState(account, now);
  return {
    way: ways[charge.kind],
    zips,
    centsPerZip: terms.centsPerZip,
    dueTodayCents: due.dueTodayCents,
    monthlyCents: monthlyCents({ ...terms, zipCount: zips.length }),
    firstChargeAt: due.firstChargeAt?.toISOString() ?? null,
    endsAt: account.endsAt?.toISOString() ?? null,
    freeDays: trial.kind === 'running' ? trial.daysRemaining : 0,
    mostTrialZips: terms.trialZips,
  };
}

/** The facts of the provider's subscription that must match the account. */
export type Billed = { status: string; quantity: number; centsPerZip: number; trialEnd: Date | null };

export type Correction =
  | { kind: 'none' }
  | { kind: 'cancel' }
  | {
      kind: 'change';
      quantity: number;
      isRepriced: boolean;
      isResized: boolean;
      trialEnd: Date | 'now' | null;
    };

/** Clocks differ a little, and the provider stores whole seconds. */
const toleranceMs = 60_000;

function movedTrialEnd(
  { status, trialEnd }: Billed,
  { trialExpiresAt }: Pick<Account, 'trialExpiresAt'>,
  now: Date,
): Date | 'now' | null {
  if (status !== 'trialing' || trialEnd === null) return null;
  if (Math.abs(trialEnd.getTime() - trialExpiresAt.getTime()) <= toleranceMs) return null;
  return trialExpiresAt > now ? trialExpiresAt : 'now';
}

/** Returns the change that makes the provider bill the account's ZIPs, at the configured price, from the trial's end. */
export function correctionOf(
  billed: Billed,
  account: Pick<LockedAccount, 'zips' | 'trialExpiresAt'> & Locked,
  { centsPerZip }: Price,
  now: Date,
): Correction {
  const { size: quantity } = billableZipCodes(account.zips);
  if (quantity === 0) return { kind: 'cancel' };
  const change = {
    isResized: billed.quantity !== quantity,
    isRepriced: billed.centsPerZip !== centsPerZip,
    trialEnd: movedTrialEnd(billed, account, now),
  };
  const isRight = !change.isResized && !change.isRepriced && change.trialEnd === null;
  return isRight ? { kind: 'none' } : { kind: 'change', quantity, ...change };
}
