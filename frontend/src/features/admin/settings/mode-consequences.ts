import type { ModeSwitch } from '@closingwire/contracts/billing';

const users = (count: number) => (count === 1 ? '1 user' : `${count.toLocaleString('en-US')} users`);
const zips = (count: number) => (count === 1 ? '1 ZIP code' : `${count.toLocaleString('en-US')} ZIP codes`);

/** The consequences of a payment mode switch, one sentence each. */
export function consequencesOf(change: ModeSwitch): string[] {
  const { from, to, hasKeys, payingUsers, paidZips, trialUsers = 0, returningUsers, holdDays } = change;
  const missing = to === 'live' ? 'STRIPE_LIVE_SECRET_KEY' : 'STRIPE_SECRET_KEY';
  return [
    to === 'live'
      ? 'From now on, real cards are charged.'
      : 'From now on, only test cards pay and no money moves.',
    payingUsers === 0
      ? `No user pays in ${from} mode.`
      : `${users(payingUsers)} who pay in ${from} mode continue as users without a card. Their ${zips(paidZips)} are held for ${holdDays} days, as after a trial.`,
    ...(trialUsers > 0
      ? [
          `${users(trialUsers)} on trial with a saved card ${trialUsers === 1 ? 'continues' : 'continue'} without the card.`,
        ]
      : []),
    ...(payingUsers + trialUsers > 0 && from === 'live'
      ? [
          'The subscriptions in live mode go on: their cards are charged, although these users cannot read their lists.',
        ]
      : []),
    ...(returningUsers > 0
      ? [`${users(returningUsers)} who paid in ${to} mode before continue where they were.`]
      : []),
    ...(hasKeys
      ? []
      : [`This installation has no keys for ${to} mode. Set ${missing} first: payments would fail.`]),
  ];
}
