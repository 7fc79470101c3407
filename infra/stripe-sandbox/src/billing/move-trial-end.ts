import type { Stripe } from 'stripe';
import { invalidRequest } from '../api-error.ts';
import type { Sandbox } from '../sandbox.ts';
import { timeFor } from '../sandbox.ts';
import { catchUp } from './renew.ts';
import { customerOf, updateSubscription, withItem } from './subscription.ts';

/** Moves the end of a trial that runs; `now` ends it, and its first charge falls due. */
export function moveTrialEnd(
  sandbox: Sandbox,
  subscription: Stripe.Subscription,
  to: number | 'now',
): Stripe.Subscription {
  const now = timeFor(sandbox, customerOf(subscription));
  const end = to === 'now' ? now : to;
  if (end < now) throw invalidRequest('The `trial_end` must be in the future.', 'trial_end');
  if (subscription.status !== 'trialing') {
    throw invalidRequest('The sandbox moves the end of a running trial only.', 'trial_end');
  }
  const moved = updateSubscription(sandbox, subscription, {
    billing_cycle_anchor: end,
    trial_end: end,
    ...withItem(subscription, { current_period_end: end }),
  });
  return catchUp(sandbox, moved);
}
