import { AppError } from '@closingwire/chassis/app-error';
import type { PaymentState } from '@closingwire/contracts/billing';
import type { PaymentRequired } from '@closingwire/contracts/route';
import sql from 'sql-template-tag';

/** What decides whether an account may read leads; `paymentState` is null until billing published it. */
export type Standing = {
  trialExpiresAt: Date;
  hasActivePayment: boolean;
  paymentState: PaymentState | null;
  monthlyAmountCents: number;
};

/** The ZIPs of an account: those that an admin granted, and those that it pays for or has on trial. */
export type OwnZips = { granted: readonly string[]; charged: readonly string[] };

const DAY_MS = 86_400_000;

/** The standing of an account whose first event is still on its way: the trial runs from the activation. */
export function newStanding(activatedAt: Date, trialDays: number): Standing {
  return {
    trialExpiresAt: new Date(activatedAt.getTime() + trialDays * DAY_MS),
    hasActivePayment: false,
    paymentState: null,
    monthlyAmountCents: 0,
  };
}

/** States in which the provider charges; `past_due` is the grace in which it tries again. */
const PAYING_STATES = ['trialing', 'active', 'past_due'] as const satisfies PaymentState[];
const paying = new Set<PaymentState>(PAYING_STATES);

function isOpen({ trialExpiresAt, paymentState, hasActivePayment }: Standing, now: Date): boolean {
  return now < trialExpiresAt || (paymentState === null ? hasActivePayment : paying.has(paymentState));
}

/** `readableOf` as a condition on a subscription `s` and its account `a`; without an account its trial has just begun. */
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
 * The ZIPs that an account may read now. Granted ones are always open; the others while the trial runs or a
 * subscription pays. Throws `payment-required` when nothing is open, or a closed ZIP is asked for by name.
 */
export function readableOf(standing: Standing, zips: OwnZips, now: Date, asked?: string): string[] {
  if (isOpen(standing, now)) return [...zips.granted, ...zips.charged].toSorted();
  const isAskedClosed = asked !== undefined && zips.charged.includes(asked);
  if (zips.granted.length === 0 || isAskedClosed) throw unpaid(standing, zips.charged.length);
  return [...zips.granted];
}
