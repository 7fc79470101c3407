import { on } from '@closingwire/chassis/consume';
import * as events from '@closingwire/contracts/billing';
import { plainRoutes } from '@closingwire/contracts/plain-routes';
import { formatCents } from '@closingwire/contracts/prices';
import { z } from 'zod';
import { claimMail } from '../delivery/store.ts';
import { button, defineTemplate, paragraph } from '../delivery/template.ts';
import { calendarDay, greet } from '../delivery/wording.ts';
import { keepTrial } from '../trials/store.ts';
import { recipientOf } from '../users/store.ts';

const data = z.object({
  firstName: z.string(),
  /** What the provider could not charge. */
  amountCents: z.int(),
  /** False when a subscription could not even be started: nothing is tried again. */
  isRetried: z.boolean(),
  nextAttemptAt: z.iso.datetime({ offset: true }).nullable(),
});
type PaymentFailed = z.output<typeof data>;

function whatHappens({ amountCents, isRetried, nextAttemptAt }: PaymentFailed): string {
  const amount = formatCents(amountCents);
  if (!isRetried) {
    return `Your card was declined, so ${amount} was not charged and your subscription did not start. Your lists stay paused; they open as soon as another card works.`;
  }
  const next = nextAttemptAt === null ? '' : ` The next try is on ${calendarDay(nextAttemptAt)}.`;
  return `We could not charge ${amount} to your card. Your lists stay open while we try again.${next} To be safe, check your card now.`;
}

export const paymentFailed = defineTemplate('payment-failed', {
  title: 'Payment failed',
  purpose: 'billing',
  data,
  compose: (failed, linkTo) => ({
    subject: 'Your payment did not go through',
    preview: 'Check your card to keep your lists coming.',
    heading: greet('Your payment did not go through', failed.firstName),
    body: [paragraph(whatHappens(failed)), button('Update my card', linkTo(plainRoutes.billingPortal.path))],
    reason: 'You pay for ZIP codes at ClosingWire.',
  }),
});

export const paymentRecovered = defineTemplate('payment-recovered', {
  title: 'Payment recovered',
  purpose: 'billing',
  data: z.object({ firstName: z.string() }),
  compose: ({ firstName }, linkTo) => ({
    subject: 'Your payment went through',
    preview: 'All is in order; your lists keep coming.',
    heading: greet('All is in order', firstName),
    body: [
      paragraph('The payment that had failed went through. Your lists keep coming.'),
      button('Go to my dashboard', linkTo('/dashboard')),
    ],
    reason: 'You pay for ZIP codes at ClosingWire.',
  }),
});

export const subscriptionEnded = defineTemplate('subscription-ended', {
  title: 'Subscription ended',
  purpose: 'billing',
  data: z.object({ firstName: z.string() }),
  compose: ({ firstName }, linkTo) => ({
    subject: 'Your subscription has ended',
    preview: 'We could not charge your card; nothing more is charged.',
    heading: greet('Your subscription has ended', firstName),
    body: [
      paragraph(
        'We tried your card several times and could not charge it, so your subscription has ended. Nothing more is charged, and your ZIP codes are free for others.',
      ),
      button('Order ZIP codes again', linkTo('/dashboard')),
    ],
    reason: 'You paid for ZIP codes at ClosingWire.',
  }),
});

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
