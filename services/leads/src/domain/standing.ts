import { AppError } from '@closingwire/chassis/app-error';
import type { PaymentRequired } from '@closingwire/contracts/failure';

/** What decides whether an account may read leads. */
export type Standing = { trialExpiresAt: Date; hasActivePayment: boolean; monthlyAmountCents: number };

const DAY_MS = 86_400_000;

/** The standing of an account whose first event is still on its way: the trial runs from the activation. */
export function newStanding(activatedAt: Date, trialDays: number): Standing {
  return {
    trialExpiresAt: new Date(activatedAt.getTime() + trialDays * DAY_MS),
    hasActivePayment: false,
    monthlyAmountCents: 0,
  };
}

/** Throws `payment-required` when the trial is over and no payment method is on file. */
export function mustBePaidFor(standing: Standing, zips: readonly string[], now: Date): void {
  if (standing.hasActivePayment || now < standing.trialExpiresAt) return;
  const detail: PaymentRequired = {
    trialExpired: true,
    requiresPayment: true,
    zipCount: zips.length,
    monthlyAmount: standing.monthlyAmountCents / 100,
  };
  throw new AppError(
    'payment-required',
    'payment_required',
    'Your trial has ended. Add a payment method to see your leads again.',
    { detail },
  );
}
