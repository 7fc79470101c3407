import type { Account, Terms } from './account.ts';

/** What the provider bills, as far as it must agree with the account. */
export type Billed = { status: string; quantity: number; centsPerZip: number; trialEnd: Date | null };

export type Correction =
  | { kind: 'none' }
  | { kind: 'cancel' }
  | { kind: 'change'; quantity: boolean; price: boolean; trialEnd: Date | 'now' | null };

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
  wanted: { billable: number; account: Pick<Account, 'trialExpiresAt'> },
  { centsPerZip }: Pick<Terms, 'centsPerZip'>,
  now: Date,
): Correction {
  if (wanted.billable === 0) return { kind: 'cancel' };
  const change = {
    quantity: billed.quantity !== wanted.billable,
    price: billed.centsPerZip !== centsPerZip,
    trialEnd: movedTrialEnd(billed, wanted.account, now),
  };
  const isRight = !change.quantity && !change.price && change.trialEnd === null;
  return isRight ? { kind: 'none' } : { kind: 'change', ...change };
}
