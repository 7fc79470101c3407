import { z } from 'zod';
import { instant } from './primitive.ts';

/** An address with a display name, as in a header. */
const named = /^[^<>]*<([^<>]*)>$/;
/** Looser than registration's rule: an unusual address must not block the other reports. */
const oneAddress = /^[^\s<>,;@]+@[^\s<>,;@]+$/;

const LONGEST_DETAIL = 500;

/** A report of the mail provider. Other members are ignored. */
const mailEvent = z.object({
  id: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .describe("The provider's id of the report. A report with a known id changes nothing"),
  type: z
    .enum(['hard-bounce', 'soft-bounce', 'complaint'])
    .describe(
      '`hard-bounce`: the mailbox does not exist or is closed. `soft-bounce`: a full mailbox or another temporary fault; it marks nothing. `complaint`: the recipient reported the mail as spam',
    ),
  email: z
    .string()
    .trim()
    .transform(text => named.exec(text)?.[1] ?? text)
    .pipe(z.string().max(320).regex(oneAddress, 'Expected one email address such as ada@example.com'))
    .describe('The recipient: one address, with or without a name'),
  at: instant.describe('The time of the bounce or complaint'),
  detail: z
    .string()
    .nullish()
    .transform(text => text?.trim().slice(0, LONGEST_DETAIL))
    .describe(`The reply of the mail server; ${LONGEST_DETAIL} characters are stored`),
});
export type MailEvent = z.output<typeof mailEvent>;

/** Body of the webhook for bounces and complaints. */
export const mailEvents = z.object({ events: z.array(mailEvent).min(1).max(1000) });

export const mailEventsExample: z.input<typeof mailEvents> = {
  events: [
    {
      id: 'bounce-7f3c2a',
      type: 'hard-bounce',
      email: 'ada@example.com',
      at: '2026-03-01T08:00:00Z',
      detail: '550 5.1.1 The email account does not exist',
    },
  ],
};
