import { z } from 'zod';
import { emailAddress, id, zipCode } from './primitive.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The body of the webhook to the lead source: a user took a ZIP, or the leads of a ZIP are to be refreshed. */
export const assignment = z.object({
  zip: zipCode.describe('The ZIP whose closings are wanted'),
  email: emailAddress.describe('Of the person who takes the ZIP'),
  name: z.string().describe('Their first and last name'),
  userid: id.describe('Their id'),
});
export type Assignment = z.output<typeof assignment>;

/** The headers of Standard Webhooks, with what each carries. */
export const webhookHeaders = {
  'webhook-id': 'The message; the same at every attempt, so a repeat is known by it',
  'webhook-timestamp': 'When this attempt was made, in seconds since 1970',
  'webhook-signature': '`v1,` and the signature in base64',
} as const;

/** How long the receiver has for its status, unless the installation says otherwise. */
export const WEBHOOK_TIMEOUT_MS = 15 * SECOND;

/** Waits after the first, second, … failed attempt: 75 hours and 36 minutes in all. */
export const webhookWaitsMs = [
  5 * SECOND,
  30 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];

/** A receiver may ask for a longer wait by `Retry-After`, up to this. */
export const LONGEST_ASKED_WAIT_MS = 24 * HOUR;

const hours = Math.floor(webhookWaitsMs.reduce((sum, wait) => sum + wait, 0) / HOUR);

export const assignmentDescription = `Posted when somebody takes a ZIP, and again when the leads of a ZIP that is read are to be brought up to date. Answer by delivering that ZIP's closings to \`POST /api/v1/leads\`, now or later.

**Where to.** An admin enters the address in the settings (\`initial_scrape_webhook_url\`). It is https and its name has public addresses only. Redirects are not followed.

**Who sent it.** Messages are signed by the rules of [Standard Webhooks](https://www.standardwebhooks.com). Whoever runs ClosingWire gives you the secret, \`whsec_…\` (\`WEBHOOK_SECRET\`). Verify before you parse, with a library of that standard, or so:

1. Join \`webhook-id\`, \`webhook-timestamp\` and the body as it came with dots: \`id.timestamp.body\`.
2. Take its HMAC-SHA256 with the secret after \`whsec_\`, decoded from base64, and write it in base64.
3. Compare it, in constant time, with each entry of \`webhook-signature\` (they are parted by spaces) after its \`v1,\`.
4. Refuse a timestamp that is more than five minutes off, and pass over a \`webhook-id\` that you have had.

**What to answer.** Any 2xx, within ${WEBHOOK_TIMEOUT_MS / SECOND} seconds unless the installation says otherwise; work on it afterwards. 410 ends this message. Anything else, redirects and silence included, is tried again ${webhookWaitsMs.length} times over ${hours} hours, with growing waits; never sooner than your \`Retry-After\` says, up to ${LONGEST_ASKED_WAIT_MS / HOUR} hours.`;
