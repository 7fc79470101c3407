import type { BillingOverview } from '@closingwire/contracts/billing';
import { daysUntil, formatLongDay } from '../../../lib/dates.ts';
import type { StateLook } from '../../../ui/badge.tsx';

export type Plan = StateLook & { text: string };

type Standing = Pick<
  BillingOverview['standing'],
  | 'trialExpiresAt'
  | 'hasActivePayment'
  | 'paymentState'
  | 'nextPaymentAttemptAt'
  | 'endsAt'
  | 'unpaidZipCount'
  | 'grantedZipCount'
  | 'releaseAt'
>;

const dayOf = (instant: string) => formatLongDay(new Date(instant));
const daysText = (days: number) => `${days} ${days === 1 ? 'day' : 'days'}`;

/** Returns the state of trial and subscription in words. */
export function planOf(standing: Standing, now: Date): Plan {
  const { paymentState, endsAt, nextPaymentAttemptAt: retryAt } = standing;
  if (paymentState === 'past_due') {
    const retry = retryAt ? ` We charge your card again on ${dayOf(retryAt)}.` : '';
    return {
      label: 'Payment failed',
      tone: 'danger',
      text: `Your last payment did not go through. Your lists stay open.${retry}`,
    };
  }
  if (endsAt) {
    return {
      label: 'Ending',
      tone: 'caution',
      text: `You ended your subscription. Your lists stay open until ${dayOf(endsAt)}.`,
    };
  }
  if (paymentState === 'active') {
    return { label: 'Subscribed', tone: 'positive', text: 'You pay by the month and can cancel anytime.' };
  }
  return unpaidPlan(standing, now);
}

/** Says what happens after a trial. A card alone starts no charge: that needs a ZIP code. */
function trialCharge({ hasActivePayment, paymentState, unpaidZipCount }: Standing): string {
  if (!hasActivePayment) return 'We charge nothing unless you add a card.';
  const isCharged = paymentState === 'trialing' || unpaidZipCount > 0;
  return isCharged
    ? 'Then we charge your card by the month.'
    : 'Your card is on file. We charge nothing until you choose a ZIP code.';
}

function unpaidPlan(standing: Standing, now: Date): Plan {
  const { trialExpiresAt, hasActivePayment, paymentState, releaseAt } = standing;
  const isGrantedOnly = standing.unpaidZipCount === 0 && standing.grantedZipCount > 0;
  if (isGrantedOnly && paymentState !== 'trialing') {
    return {
      label: 'Free of charge',
      tone: 'positive',
      text: 'An administrator gave you your ZIP codes. You pay nothing for them.',
    };
  }
  const daysLeft = trialExpiresAt ? daysUntil(trialExpiresAt, now) : 0;
  if (trialExpiresAt && daysLeft > 0) {
    const until = `${daysText(daysLeft)} left, until ${dayOf(trialExpiresAt)}.`;
    return {
      label: 'Free trial',
      tone: 'neutral',
      text: `${until} ${trialCharge(standing)}`,
    };
  }
  const held = releaseAt ? ` We hold your ZIP codes until ${dayOf(releaseAt)}.` : '';
  if (paymentState === 'ended') {
    return { label: 'Ended', tone: 'danger', text: `Your subscription has ended. We charge nothing.${held}` };
  }
  if (hasActivePayment) {
    return {
      label: 'No subscription',
      tone: 'neutral',
      text: 'Your card is on file. Your first ZIP code starts a subscription.',
    };
  }
  const trial = trialExpiresAt ? `Your free trial ended on ${dayOf(trialExpiresAt)}.` : 'You have no trial.';
  return { label: 'Not paid', tone: 'danger', text: `${trial} We charge nothing.${held}` };
}
