import { AppError } from '@closingwire/chassis/app-error';
import { sql } from '@closingwire/chassis/pg';
import type { PaymentState } from '@closingwire/contracts/billing';
import type { PaymentRequired } from '@closingwire/contracts/route';

/** The account's right to read leads. `paymentState` is null until billing has published it. */
export type Standing = {
  trialExpiresAt: Date;
  hasActivePayment: boolean;
  paymentState: PaymentState | null;
  monthlyAmountCents: number;
};

/** ZIPs that an admin granted, and ZIPs that the account pays for or has on trial. */
export type OwnZips = { granted: readonly string[]; charged: readonly string[] };

const DAY_MS = 86_400_000;

/** Returns the standing of an account whose first event has not arrived: its trial runs from the activation. */
export function newStanding(activatedAt: Date, trialDays: number): Standing {
  return {
    trialExpiresAt: new Date(activatedAt.getTime() + trialDays * DAY_MS),
    hasActivePayment: false,
    paymentState: null,
    monthlyAmountCents: 0,
  };
}

/** States in which the provider charges; `past_due` is its grace period. */
const PAYING_STATES = ['trialing', 'active', 'past_due'] as const satisfies PaymentState[];
const paying = new Set<PaymentState>(PAYING_STATES);

export function isOpen({ trialExpiresAt, paymentState, hasActivePayment }: Standing, now: Date): boolean {
  return now < trialExpiresAt || (paymentState === null ? hasActivePayment : paying.has(paymentState));
}

/**
 * The same rule in SQL, for a subscription `s` and its account `a`. Without an account row the first event has not
 * arrived, and the trial runs.
 */
export const isReadable = (
  now: Date,
) => sql`(s.kind = 'granted' or a.id is null or a.trial_expires_at > ${now}
  or a.payment_state = any(${PAYING_STATES}::text[]) or a.payment_state is null and a.has_active_payment)`;

function unpaid({ paymentState, monthlyAmountCents }: Standing, zipCount: number): AppError {
  const detail: PaymentRequired = {
    trialExpired: true,
    requiresPayment: true,
    zipCount,
    monthlyAmount: monthlyAmountCents / 100,
  };
  const what = paymentState === 'ended' ? 'subscription' : 'trial';
  const wayOn =
    zipCount > 0 ? 'Add a payment method to see your leads again.' : 'Order ZIP codes to see their leads.';
  const text = `Your ${what} has ended. ${wayOn}`;
  return new AppError('payment-required', 'payment_required', text, { detail });
}

/**
 * Returns the ZIPs that an account may read now: granted ones, and the others while its trial runs or a subscription
 * pays. Throws `payment-required` when none is readable, or one of `asked` is not.
 */
export function readableOf(
  standing: Standing,
  zips: OwnZips,
  now: Date,
  asked: readonly string[] = [],
): string[] {
  if (isOpen(standing, now)) return [...zips.granted, ...zips.charged].toSorted();
  const isAskedClosed = asked.some(zip => zips.charged.includes(zip));
  if (zips.granted.length === 0 || isAskedClosed) throw unpaid(standing, zips.charged.length);
  return [...zips.granted];
}
