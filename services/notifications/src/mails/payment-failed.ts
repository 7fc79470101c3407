import { plainRoutes } from '@closingwire/contracts/plain-routes';
import { formatCents } from '@closingwire/contracts/prices';
import { z } from 'zod';
import { button, paragraph } from '../domain/mail-content.ts';
import { defineTemplate } from '../domain/template.ts';
import { calendarDay } from './calendar-day.ts';
import { greet } from './greet.ts';

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
