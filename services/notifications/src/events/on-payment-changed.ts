import { on } from '@closingwire/chassis/consume';
import * as events from '@closingwire/contracts/billing';
import { claimMail } from '../db/mails.ts';
import { keepTrial } from '../db/trials.ts';
import { recipientOf } from '../db/users.ts';
import { paymentFailed } from '../mails/payment-failed.ts';
import { paymentRecovered } from '../mails/payment-recovered.ts';
import { subscriptionEnded } from '../mails/subscription-ended.ts';

export const onPaymentFailed = on(events.paymentFailed, async ({ data: account }, tx) => {
  await keepTrial(tx, account);
  const person = await recipientOf(tx, account.id);
  if (!person) return;
  const { email: to, firstName, id: userId } = person;
  const data = {
    firstName,
    amountCents: account.amountDueCents ?? account.monthlyAmountCents,
    // Events from before the payment state were all of charges that are tried again.
    isRetried: (account.paymentState ?? 'past_due') === 'past_due',
    nextAttemptAt: account.nextPaymentAttemptAt ?? null,
  };
  await claimMail(tx, paymentFailed, { to, key: `${userId} ${account.version}`, userId, data });
});

export const onPaymentRecovered = on(events.paymentRecovered, async ({ data: account }, tx) => {
  await keepTrial(tx, account);
  const person = await recipientOf(tx, account.id);
  if (!person) return;
  const { email: to, firstName, id: userId } = person;
  await claimMail(tx, paymentRecovered, {
    to,
    key: `${userId} ${account.version}`,
    userId,
    data: { firstName },
  });
});

export const onPaymentGivenUp = on(events.paymentGivenUp, async ({ data: account }, tx) => {
  await keepTrial(tx, account);
  const person = await recipientOf(tx, account.id);
  if (!person) return;
  const { email: to, firstName, id: userId } = person;
  await claimMail(tx, subscriptionEnded, {
    to,
    key: `${userId} ${account.version}`,
    userId,
    data: { firstName },
  });
});
