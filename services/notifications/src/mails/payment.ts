import { once } from '@closingwire/chassis/consume';
import type { Tx } from '@closingwire/chassis/pg';
import * as events from '@closingwire/contracts/billing';
import * as mail from '@closingwire/contracts/mail-content';
import { plainRoutes } from '@closingwire/contracts/plain-routes';
import { formatCents } from '@closingwire/contracts/prices';
import { z } from 'zod';
import { enqueueMail } from '../delivery/store.ts';
import { calendarDay, defineTemplate, type Template } from '../delivery/template.ts';
import { accounts } from '../replicas.ts';
import { recipientOf } from '../users/store.ts';

const data = z.object({
  firstName: z.string(),
  amountCents: z.int(),
  /** False if the first charge failed: the subscription did not start, and the provider does not retry. */
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

const paymentFailed = defineTemplate('payment-failed', {
  title: 'Payment failed',
  purpose: 'billing',
  data,
  compose: (failed, linkTo) => ({
    subject: 'Your payment did not go through',
    preview: 'Check your card to keep your lists coming.',
    heading: mail.greet('Your payment did not go through', failed.firstName),
    body: [
      mail.paragraph(whatHappens(failed)),
      mail.button('Update my card', linkTo(plainRoutes.billingPortal.path)),
    ],
    reason: 'You pay for ZIP codes at ClosingWire.',
  }),
});

const paymentRecovered = defineTemplate('payment-recovered', {
  title: 'Payment recovered',
  purpose: 'billing',
  data: z.object({ firstName: z.string() }),
  compose: ({ firstName }, linkTo) => ({
    subject: 'Your payment went through',
    preview: 'All is in order; your lists keep coming.',
    heading: mail.greet('All is in order', firstName),
    body: [
      mail.paragraph('The payment that had failed went through. Your lists keep coming.'),
      mail.button('Go to my dashboard', linkTo('/dashboard')),
    ],
    reason: 'You pay for ZIP codes at ClosingWire.',
  }),
});

const subscriptionEnded = defineTemplate('subscription-ended', {
  title: 'Subscription ended',
  purpose: 'billing',
  data: z.object({ firstName: z.string() }),
  compose: ({ firstName }, linkTo) => ({
    subject: 'Your subscription has ended',
    preview: 'We could not charge your card; nothing more is charged.',
    heading: mail.greet('Your subscription has ended', firstName),
    body: [
      mail.paragraph(
        'We tried your card several times and could not charge it, so your subscription has ended. Nothing more is charged, and your ZIP codes are free for others.',
      ),
      mail.button('Order ZIP codes again', linkTo('/dashboard')),
    ],
    reason: 'You paid for ZIP codes at ClosingWire.',
  }),
});

const onPaymentFailed = once(events.paymentFailed, async ({ data: account }, tx) => {
  await mailTo(tx, account, paymentFailed, firstName => ({
    firstName,
    amountCents: account.amountDueCents ?? account.monthlyAmountCents,
    // Events without a payment state are older; all of their charges were retried.
    isRetried: (account.paymentState ?? 'past_due') === 'past_due',
    nextAttemptAt: account.nextPaymentAttemptAt ?? null,
  }));
});

const onPaymentRecovered = once(events.paymentRecovered, ({ data: account }, tx) =>
  mailTo(tx, account, paymentRecovered, firstName => ({ firstName })),
);

const onPaymentGivenUp = once(events.paymentGivenUp, ({ data: account }, tx) =>
  mailTo(tx, account, subscriptionEnded, firstName => ({ firstName })),
);

/** Enqueues one mail per version of the account, unless the user is suspended. */
async function mailTo<Data extends object>(
  tx: Tx,
  account: events.AccountState,
  paymentMail: Template<Data>,
  dataFor: (firstName: string) => Data,
): Promise<void> {
  await accounts.upsertIfNewer(tx, account);
  const user = await recipientOf(tx, account.id);
  if (!user) return;
  const { email: to, firstName, id: userId } = user;
  await enqueueMail(tx, paymentMail, {
    to,
    key: `${userId} ${account.version}`,
    userId,
    data: dataFor(firstName),
  });
}

export const paymentMailHandlers = [onPaymentFailed, onPaymentRecovered, onPaymentGivenUp];

export const paymentTemplates = [paymentFailed, paymentRecovered, subscriptionEnded];
