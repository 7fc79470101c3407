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
   * - `conversion`: the trial's ZIPs are to be paid for, in a checkout
   */
  purpose: 'zips' | 'conversion';
  zipCodes: string[];
  state: 'open' | 'checkout' | 'done' | 'dropped';
  claims: ClaimedZip[];
  /** The ZIPs that the provider was asked to charge for: the account's and the order's; null until it was. */
  billedZipCodes: string[] | null;
  /** Why it was dropped. */
  failure: StoredFailure | null;
  /** The number of the pass that took it up first. */
  firstPass: number | null;
  checkoutMode: CheckoutMode | null;
  checkoutSessionId: string | null;
  checkoutUrl: string | null;
  checkoutExpiresAt: Date | null;
  createdAt: Date;
};

/** How long a checkout may stay open, and the ZIPs held for it: a little longer, for late news of the payment. */
export const checkoutSeconds = 31 * 60;
export const holdSeconds = 60 * 60;

const isSameSet = (a: ReadonlySet<string>, b: ReadonlySet<string>) => a.size === b.size && a.isSubsetOf(b);

/** The ZIPs of an order that the account does not have. */
export const neededZipCodes = (order: Pick<Order, 'zipCodes'>, account: LockedAccount): ReadonlySet<string> =>
  new Set(order.zipCodes).difference(zipCodesOf(account.zips, 'trial', 'paid', 'granted'));

/** What the provider shall charge for once the order is through. */
export const zipCodesToBill = (order: Pick<Order, 'zipCodes'>, account: LockedAccount): ReadonlySet<string> =>
  billableZipCodes(account.zips).union(neededZipCodes(order, account));

/** Whether a repeated request is this order again instead of a new one. */
export function isSameRequest(
  order: Order,
  request: { purpose: Order['purpose']; zipCodes: readonly string[] },
  account: LockedAccount,
  now: Date,
): boolean {
  // A checkout asks for what there was when it was opened; with other ZIPs it would ask for a wrong amount.
  const isOfNow =
    (order.checkoutExpiresAt ?? now) > now &&
    isSameSet(new Set(order.billedZipCodes), zipCodesToBill(order, account));
  const isStanding = order.state === 'open' || (order.state === 'checkout' && isOfNow);
  const isSameOrder = isSameSet(new Set(order.zipCodes), new Set(request.zipCodes));
  return isStanding && order.purpose === request.purpose && isSameOrder;
}

/**
 * An order this old is dropped, because the user no longer expects its charge; unless the provider charges for its ZIPs
 * already (`billedQuantity`) and only the ZIPs were not given.
 */
export function isOutdated(order: Order, account: LockedAccount, billedQuantity: number, now: Date): boolean {
  const isOld = now.getTime() - order.createdAt.getTime() > holdSeconds * 1000;
  const isCharged = order.billedZipCodes !== null && billedQuantity >= zipCodesToBill(order, account).size;
  return isOld && !isCharged;
}

/** Whether the trial may hold the order's ZIPs beside its own. */
export const fitsTrial = (order: Order, account: LockedAccount, { trialZips }: Pick<Terms, 'trialZips'>) =>
  zipCodesOf(account.zips, 'trial').union(neededZipCodes(order, account)).size <= trialZips;

/**
 * How ZIPs come to be paid:
 * - `trial`: not at all while the trial runs
 * - `raise`: the live subscription at the provider grows
 * - `subscribe`: a subscription starts there on the card on file
 * - `checkout`: the user enters a card on the provider's page
 *
 * `trialEnd` is when the first charge falls due, null for at once.
 */
export type Charge =
  | { kind: 'trial' }
  | { kind: 'raise'; stripeSubscriptionId: string }
  | { kind: 'subscribe'; trialEnd: Date | null }
  | { kind: 'checkout'; trialEnd: Date | null; mode: CheckoutMode };

/** A checkout takes a card and starts the subscription, or (`setup`) takes the card alone. */
export type CheckoutMode = 'subscription' | 'setup';

type Paying = Pick<Account, 'hasActivePayment' | 'stripeSubscriptionId' | 'trialExpiresAt'> & Locked;

/** The way in which an order of new ZIPs is charged. */
export function decideCharge(account: Paying, now: Date): Charge {
  if (account.stripeSubscriptionId !== null && account.hasActivePayment) {
    return { kind: 'raise', stripeSubscriptionId: account.stripeSubscriptionId };
  }
  const runs = trialState(account, now).kind === 'running';
  if (account.hasActivePayment) return { kind: 'subscribe', trialEnd: runs ? account.trialExpiresAt : null };
  return runs ? { kind: 'trial' } : { kind: 'checkout', trialEnd: null, mode: 'subscription' };
}

/** The provider takes a later first charge in a checkout only from two days on. */
const leastTrialDays = 2;

/**
 * How the trial's ZIPs come to be paid; what is left of the trial stays free. Where the provider's checkout
 * cannot promise that, it takes the card alone, and the subscription is started on it.
 */
export function decideConversion(account: Paying, now: Date): Charge {
  if (account.hasActivePayment) return decideCharge(account, now);
  if (trialState(account, now).kind === 'over') {
    return { kind: 'checkout', trialEnd: null, mode: 'subscription' };
  }
  // A quarter of an hour more than the two days, for the time until the provider looks.
  const isLongEnough = account.trialExpiresAt > addDays(now, leastTrialDays + 1 / 96);
  return {
    kind: 'checkout',
    trialEnd: account.trialExpiresAt,
    mode: isLongEnough ? 'subscription' : 'setup',
  };
}

/** The ZIPs that are paid for once the order is through: new, then the trial's, then those paid already. */
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

/** What falls due today, and when a whole month does first. */
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

/** What the provider bills, as far as it must agree with the account. */
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

/** Clocks differ a little, and the provider keeps whole seconds. */
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

/** What must change at the provider so that it bills the account's ZIPs, at our price, from the trial's end on. */
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
