import { once } from '@closingwire/chassis/consume';
import type { Clock } from '@closingwire/chassis/part';
import { button, greet, paragraph } from '@closingwire/contracts/mail-content';
import { zoneOf } from '@closingwire/contracts/state-days';
import { zipOffered } from '@closingwire/contracts/zip-waits';
import { z } from 'zod';
import { enqueueMail } from '../delivery/store.ts';
import { defineTemplate } from '../delivery/template.ts';
import { recipientOf } from '../users/store.ts';

/** The zone of most people of the US. */
const USUAL_ZONE = 'America/New_York';

/**
 * Returns the day and the time at which an offer ends, in the zone of the ZIP's state, with the zone's name. Not
 * 'tomorrow': the mail may be sent or read a day later.
 */
function endOf(endsAt: string, state: string) {
  const text = (options: Intl.DateTimeFormatOptions) =>
    new Date(endsAt)
      .toLocaleString('en-US', { timeZone: zoneOf(state) ?? USUAL_ZONE, ...options })
      .replaceAll('\u202f', ' ');
  return {
    weekday: text({ weekday: 'long' }),
    day: text({ weekday: 'long', month: 'long', day: 'numeric' }),
    time: text({ hour: 'numeric', minute: '2-digit', timeZoneName: 'short' }),
  };
}

const zipOffer = defineTemplate('zip-offer', {
  title: 'ZIP free after a wait',
  purpose: 'notice',
  data: zipOffered.data
    .pick({ zipCode: true, city: true, state: true, endsAt: true })
    .extend({ firstName: z.string() }),
  // A lost offer costs the user their place in the line.
  isSentAgainWhenUnknown: true,
  usefulUntil: ({ endsAt }) => new Date(endsAt),
  compose: ({ firstName, zipCode, city, state, endsAt }, linkTo) => {
    const { weekday, day, time } = endOf(endsAt, state);
    return {
      subject: `ZIP code ${zipCode} is free for you until ${weekday}, ${time}`,
      preview: `You waited longest for ${city}, ${state}. Only you can order it until then.`,
      heading: greet(`ZIP code ${zipCode} is free for you`, firstName),
      body: [
        paragraph(
          `You waited for ZIP code ${zipCode} in ${city}, ${state}, and now it is free. Until ${day}, ${time}, only you can order it in your industry.`,
        ),
        paragraph(
          'If you do not order it by then, we offer it to the next user in line. Then you no longer wait for it.',
        ),
        button(`See ZIP code ${zipCode}`, linkTo(`/zips?state=${state}&search=${zipCode}`)),
      ],
      reason: 'You wait for this ZIP code at ClosingWire.',
    };
  },
});

/** Mails an offer once, unless it ended before its event arrived. */
export const zipOfferHandlers = (clock: Clock) => [
  once(zipOffered, async ({ data: { id, userId, zipCode, city, state, endsAt } }, tx) => {
    const user = await recipientOf(tx, userId);
    if (!user || Date.parse(endsAt) <= clock().getTime()) return;
    const data = { firstName: user.firstName, zipCode, city, state, endsAt };
    await enqueueMail(tx, zipOffer, { to: user.email, key: id, userId, data });
  }),
];

export const zipOfferTemplates = [zipOffer];
