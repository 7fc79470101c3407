import type { Tx } from '@closingwire/chassis/pg';
import type { SubscriptionState } from '@closingwire/contracts/billing';
import { button, greet, paragraph } from '@closingwire/contracts/mail-content';
import { formatCents } from '@closingwire/contracts/prices';
import { zoneOf } from '@closingwire/contracts/state-days';
import { type ZipRemoval, zipRemoval } from '@closingwire/contracts/zip-removal';
import { z } from 'zod';
import { enqueueMail, isPlanned } from '../delivery/store.ts';
import { calendarDay, defineTemplate } from '../delivery/template.ts';
import { recipientOf } from '../users/store.ts';

/** The zone of most people of the US. */
const USUAL_ZONE = 'America/New_York';

const dayIn = (at: string, state: string) =>
  new Date(at).toLocaleDateString('en-US', {
    timeZone: zoneOf(state) ?? USUAL_ZONE,
    ...{ weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' },
  });

/** Says what is charged from now on. */
function priceText({ effect, monthlyCents, chargedFrom }: ZipRemoval): string {
  const sum = `${formatCents(monthlyCents)} a month`;
  switch (effect) {
    case 'free':
      return 'The ZIP code was free of charge, so nothing changes in price.';
    case 'not-paying':
      return monthlyCents === 0
        ? 'Nothing was charged for it, and nothing will be.'
        : `Nothing was charged for it. If you pay for your other ZIP codes, they cost ${sum}.`;
    case 'before-first-charge':
      return chargedFrom === null
        ? 'Nothing was charged for it. Your subscription has ended, so nothing will be charged.'
        : `Nothing was charged for it. From ${calendarDay(chargedFrom)}, you pay ${sum} for your other ZIP codes.`;
    case 'reduced':
      return `From now on, you pay ${sum} for your other ZIP codes. Your next invoice credits the days that you no longer use.`;
    case 'ended':
      return 'It was your last ZIP code that is charged. Your subscription has ended, and nothing more is charged. The rest of the running month is not refunded by itself; contact us to ask for it.';
  }
}

const zipRemoved = defineTemplate('zip-removed', {
  title: 'ZIP removed by an admin',
  purpose: 'billing',
  data: z.object({
    firstName: z.string(),
    zipCode: z.string(),
    city: z.string(),
    state: z.string(),
    removedAt: z.iso.datetime({ offset: true }),
    removal: zipRemoval,
  }),
  compose: ({ firstName, zipCode, city, state, removedAt, removal }, linkTo) => ({
    subject: `ClosingWire removed ZIP code ${zipCode} from your account`,
    preview: `Your last day with ${city}, ${state} was ${dayIn(removedAt, state)}.`,
    heading: greet(`ZIP code ${zipCode} is no longer yours`, firstName),
    body: [
      paragraph(
        `ClosingWire removed ZIP code ${zipCode} in ${city}, ${state} from your account. Your last day was ${dayIn(removedAt, state)}, and its list is closed.`,
      ),
      paragraph(priceText(removal)),
      button('Contact us', linkTo('/contact')),
    ],
    reason: 'You had this ZIP code at ClosingWire.',
  }),
});

/** Mails once that an admin took a ZIP from its user. Other ends of a subscription have no `removal`. */
export async function mailRemoved(tx: Tx, subscription: SubscriptionState): Promise<void> {
  const { id: key, accountId, zipCode, city, state, cancelledAt, removal } = subscription;
  if (!removal || cancelledAt === null || (await isPlanned(tx, zipRemoved, key))) return;
  const user = await recipientOf(tx, accountId);
  if (!user) return;
  const { id: userId, email: to, firstName } = user;
  const data = { firstName, zipCode, city, state, removedAt: cancelledAt, removal };
  await enqueueMail(tx, zipRemoved, { to, key, userId, data });
}

export const zipRemovedTemplates = [zipRemoved];
