import type { ProviderSubscription } from '../accounts/payment-standing.ts';

type Charged = Pick<
  ProviderSubscription,
  'status' | 'endsAt' | 'trialEnd' | 'nextPaymentAttemptAt' | 'openCents'
> & { line: Pick<NonNullable<ProviderSubscription['line']>, 'periodEnd'> | undefined };

/** `retry`: an unpaid invoice is charged again. `renewal`: the next period begins; the provider knows its amount. */
export type NextCharge = { kind: 'retry'; at: Date; cents: number } | { kind: 'renewal'; at: Date };

/** Returns the next charge of a live subscription; undefined if it ends before, or the provider retries no more. */
export function nextChargeOf(subscription: Charged): NextCharge | undefined {
  const { status, endsAt, trialEnd, nextPaymentAttemptAt, openCents, line } = subscription;
  if (status === 'past_due') {
    return nextPaymentAttemptAt === null
      ? undefined
      : { kind: 'retry', at: nextPaymentAttemptAt, cents: openCents };
  }
  const at = (status === 'trialing' ? trialEnd : null) ?? line?.periodEnd;
  if (at === undefined || (endsAt !== null && endsAt <= at)) return undefined;
  return { kind: 'renewal', at };
}
