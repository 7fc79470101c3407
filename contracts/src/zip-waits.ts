import { z } from 'zod';
import { defineEvent } from './event.ts';
import { done, id, instant, stateCode, zipCode } from './primitive.ts';
import { routesOf } from './route.ts';
import { MAX_ZIP_WAITS } from './shown-limits.ts';

const route = routesOf('catalog');

/** A user's wait for a ZIP that another user of their industry has. */
const zipWait = z.object({
  zipCode,
  city: z.string(),
  state: stateCode,
  askedAt: instant,
  place: z.int().min(1).describe('The place in line; 1 is the first'),
  offerEndsAt: instant
    .nullable()
    .describe('Until then only this user can order the ZIP; null while they cannot'),
  isOnSale: z.boolean().describe('False while an admin keeps the ZIP off sale: then nobody gets an offer'),
});
export type ZipWait = z.output<typeof zipWait>;

const asked = z.object({ zipCode });

/** Routes of the wait list. */
export const zipWaitsApi = {
  listZipWaits: route('user', 'GET /api/zip-waits', {
    summary: 'List the ZIPs that the user waits for, by code',
    description: "Only those of the user's present industry.",
  })
    .input(z.object({}))
    .output(z.object({ waits: z.array(zipWait) })),

  waitForZip: route('user', 'POST /api/zip-waits', {
    summary: 'Wait for a ZIP that another user has; idempotent',
    description:
      'When the ZIP becomes free, the user who waited longest gets an email and may order it for a day; then the next one may.',
  })
    .errors({
      zip_unknown: { status: 404, message: 'This ZIP code is not in the catalog' },
      zip_off: { status: 409, message: 'This ZIP code is not for sale' },
      zip_not_taken: { status: 409, message: 'No other user has this ZIP code' },
      user_without_industry: {
        status: 409,
        message: 'A user without an industry cannot wait for a ZIP code',
      },
      user_deleted: { status: 409, message: 'A deleted user cannot be given a ZIP code' },
      user_suspended: { status: 409, message: 'A suspended user cannot be given a ZIP code' },
      too_many_waits: { status: 409, message: `You wait for ${MAX_ZIP_WAITS} ZIP codes already` },
    })
    .input(asked)
    .output(zipWait),

  stopWaiting: route('user', 'DELETE /api/zip-waits/{zipCode}', {
    summary: 'Stop waiting for a ZIP; idempotent',
    description: 'It also ends an open offer: the next user in line gets the ZIP offered.',
  })
    .input(asked)
    .output(done),
};

export const zipOffered = defineEvent('zip.offered', {
  by: 'catalog',
  summary: 'A ZIP is free for a user who waited for it',
  data: z.object({
    id: id.describe('The ID of the offer'),
    version: z.int(),
    userId: id,
    zipCode,
    city: z.string(),
    state: stateCode,
    industry: z.string(),
    endsAt: instant,
  }),
  key: offer => offer.zipCode,
});
