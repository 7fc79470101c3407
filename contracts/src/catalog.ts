import { z } from 'zod';
import { defineEvent } from './event.ts';
import { newZipPriceUsd } from './prices.ts';
import {
  done,
  emailAddress,
  id,
  instant,
  optionalQuery,
  pageQuery,
  stateCode,
  zipCode,
} from './primitive.ts';
import { routesOf } from './route.ts';
import { userFactsRoute } from './user-facts.ts';

const noZip = { zip_unknown: { status: 404, message: 'This ZIP code is not in the catalogue' } };
const noDelivery = { delivery_unknown: { status: 404, message: 'This delivery does not exist' } };
const zipTaken = { zip_taken: { status: 409, message: '`zipCodes` are taken' } };

/** What calls of the catalogue refuse beside what their input and their caller decide. */
const catalogFailures = {
  createZip: { zip_exists: { status: 409, message: 'This ZIP code is in the catalogue already' } },
  setPrice: noZip,
  setAvailability: noZip,
  setScrapeActive: noZip,
  assignZip: {
    ...noZip,
    ...zipTaken,
    user_unknown: { status: 404, message: 'No active user has this id' },
    user_suspended: { status: 409, message: 'A suspended user cannot be given a ZIP code' },
    user_without_industry: { status: 409, message: 'A user without an industry cannot be given a ZIP code' },
  },
  webhookDelivery: noDelivery,
  replayWebhookDelivery: noDelivery,
  holdZips: {
    ...zipTaken,
    user_deleted: { status: 409, message: 'A deleted user cannot be given a ZIP code' },
    user_suspended: { status: 409, message: 'A suspended user cannot be given a ZIP code' },
  },
};

const route = routesOf('catalog');

/**
 * A ZIP as the viewer sees it: `isAvailable` is false when it is switched off or claimed in their industry. `price`,
 * in USD, is a note of the admins that is charged nowhere (ADR 12).
 */
export const zip = z.object({
  id: zipCode,
  zipCode,
  city: z.string(),
  state: stateCode,
  price: z.int(),
  isAvailable: z.boolean(),
  scrapeActive: z.boolean(),
  occupiedIndustries: z.array(z.string()),
});
export type Zip = z.output<typeof zip>;

/**
 * The ZIPs of a state in columns: the n-th of each belong together. `places` are pairs of degrees north and east in
 * thousandths, null for a ZIP whose place is not known; `cities` are indices into `cityNames`; `unavailable` are
 * indices of the ZIPs that the viewer cannot order.
 */
export const zipMap = z.object({
  zipCodes: z.array(zipCode),
  places: z.array(z.tuple([z.int(), z.int()]).nullable()),
  cityNames: z.array(z.string()),
  cities: z.array(z.int()),
  unavailable: z.array(z.int()),
});
export type ZipMap = z.output<typeof zipMap>;

/** Who has a ZIP in one industry; `held` while an order is open. `name` and `email` are empty while they are unknown. */
export const zipHolder = z.object({
  industry: z.string(),
  userId: id,
  name: z.string(),
  email: z.string(),
  state: z.enum(['held', 'confirmed']),
  assignedBy: z.enum(['subscription', 'admin']),
  claimedAt: instant,
});
export type ZipHolder = z.output<typeof zipHolder>;

/** A ZIP as an admin sees it, with who holds it per industry. */
export const adminZip = zip.extend({ claims: z.array(zipHolder) });

export type AdminZip = z.output<typeof adminZip>;

/** In whole USD. */
const priceNote = z
  .int('A price is a whole number of dollars')
  .min(0, 'A price is not negative')
  .max(1_000_000, 'A price is at most 1000000');

export const newZip = z.object({
  zipCode,
  city: z
    .string()
    .trim()
    .min(1, 'A city is required')
    .max(100, 'A city has at most 100 characters')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: as in the document, whose readers know no \P{Cc}
    .regex(/^[^\u0000-\u001f\u007f-\u009f]*$/u, 'A city has no control characters'),
  state: z.string().trim().toUpperCase().pipe(stateCode),
  price: priceNote.default(newZipPriceUsd),
  isAvailable: z.boolean().default(true),
});

/** An import of 100,000 rows, as JSON, in one call; the admin's dialog sends a few thousand at a time. */
export const MAX_IMPORT_BYTES = 32 * 1024 * 1024;

/** Rows of an import are checked one by one by the handler, so that one bad row does not refuse the file. */
const importRow = z.object({
  zipCode: z.string().max(40),
  city: z.string().max(200),
  state: z.string().max(40),
  price: z.number().optional(),
  isAvailable: z.boolean().optional(),
  rowIndex: z.int(),
});

/** One claim per ZIP and industry. */
export const claim = z.object({
  claimId: id,
  zipCode,
  city: z.string(),
  state: stateCode,
});
export type Claim = z.output<typeof claim>;

/** A confirmed claim as the books compare it. */
export const bookClaim = claim.extend({
  userId: id,
  industry: z.string(),
  assignedBy: z.enum(['subscription', 'admin']),
  version: z.int(),
});
export type BookClaim = z.output<typeof bookClaim>;

const zipId = z.object({ id: zipCode });

/** waiting: no address is set; pending: on its way, or to be tried again; skipped: the user is gone */
export const deliveryState = z.enum(['waiting', 'pending', 'delivered', 'failed', 'skipped']);

/** One assignment or refresh on its way to the lead source. `lastStatus` is HTTP's, `lastError` why there was none. */
export const webhookDelivery = z.object({
  id,
  zipCode,
  email: z.string().nullable(),
  reason: z.enum(['assigned', 'refresh']),
  state: deliveryState,
  attempts: z.int(),
  lastStatus: z.int().nullable(),
  lastError: z.string().nullable(),
  createdAt: instant,
  finishedAt: instant.nullable(),
});
export type WebhookDelivery = z.output<typeof webhookDelivery>;

/** One try of a delivery: what was sent, and the beginning of the reply. */
export const webhookAttempt = z.object({
  attempt: z.int(),
  at: instant,
  url: z.string(),
  request: z.string().nullable(),
  httpStatus: z.int().nullable(),
  reply: z.string().nullable(),
  error: z.string().nullable(),
  durationMs: z.int(),
});
export type WebhookAttempt = z.output<typeof webhookAttempt>;

/** Where deliveries go now. setting: as an admin set it; installation: its default; off: nowhere */
export const webhookTarget = z.object({
  url: z.string().nullable(),
  source: z.enum(['setting', 'installation', 'off']),
});
export type WebhookTarget = z.output<typeof webhookTarget>;

export const catalogApi = {
  exportUser: userFactsRoute('catalog'),

  listZips: route('user', {
    method: 'GET',
    path: '/api/zip-codes',
    summary: 'A page of the ZIP catalogue',
    description: '`search` matches the beginning of a ZIP or part of a city.',
  })
    .input(
      z.object({
        ...pageQuery(50),
        search: z.string().trim().max(100).optional(),
        state: optionalQuery(stateCode),
      }),
    )
    .output(z.object({ zipCodes: z.array(zip), total: z.int(), hasMore: z.boolean() })),

  mapZips: route('user', {
    method: 'GET',
    path: '/api/zip-codes/map',
    summary: 'Where the ZIPs of a state lie, and which the user cannot have',
    description: 'The same ZIPs as the list of the state, in columns, because a state has up to 2,600.',
  })
    .input(z.object({ state: stateCode }))
    .output(zipMap),

  listAllZips: route('admin', {
    method: 'GET',
    path: '/api/admin/zip-codes',
    summary: 'A page of the catalogue with claims; searches code, city, state, industry',
    description: 'Without `limit` all ZIPs are listed.',
  })
    .input(
      z.object({
        page: z.int().min(1).max(100_000).default(1),
        limit: z.int().min(1).max(50_000).optional(),
        search: z.string().trim().max(100).optional(),
        claimed: z.boolean().optional(),
      }),
    )
    .output(z.object({ zipCodes: z.array(adminZip), total: z.int(), available: z.int() })),

  createZip: route('admin', {
    method: 'POST',
    path: '/api/admin/zip-codes',
    summary: 'Add a ZIP to the catalogue',
    status: 201,
  })
    .errors(catalogFailures.createZip)
    .input(newZip)
    .output(zip),

  importZips: route('admin', {
    method: 'POST',
    path: '/api/admin/zip-codes/bulk-import',
    summary: 'Add many ZIPs; those that exist are skipped',
    maxBodyBytes: MAX_IMPORT_BYTES,
  })
    .input(z.object({ zipCodes: z.array(importRow).min(1, 'No valid data to import').max(100_000) }))
    .output(
      z.object({
        created: z.int(),
        skipped: z.int(),
        errors: z.array(z.object({ rowIndex: z.int(), message: z.string() })),
      }),
    ),

  setPrice: route('admin', {
    method: 'PATCH',
    path: '/api/admin/zip-codes/{id}/price',
    summary: "Change the admins' price note on a ZIP, in USD; it is charged nowhere",
  })
    .errors(catalogFailures.setPrice)
    .input(zipId.extend({ price: priceNote }))
    .output(zip),

  setAvailability: route('admin', {
    method: 'PATCH',
    path: '/api/admin/zip-codes/{id}/availability',
    summary: 'Switch a ZIP on or off',
  })
    .errors(catalogFailures.setAvailability)
    .input(zipId.extend({ isAvailable: z.boolean() }))
    .output(zip),

  setScrapeActive: route('admin', {
    method: 'PATCH',
    path: '/api/admin/zip-codes/{id}/scrape-active',
    summary: 'Switch the daily refresh of a ZIP on or off',
  })
    .errors(catalogFailures.setScrapeActive)
    .input(zipId.extend({ scrapeActive: z.boolean() }))
    .output(zip),

  assignZip: route('admin', {
    method: 'POST',
    path: '/api/admin/assign-zip',
    summary: 'Give a ZIP to a user, free of charge',
  })
    .errors(catalogFailures.assignZip)
    .input(z.object({ userId: id, zipCodeId: zipCode }))
    .output(done.extend({ claimId: id })),

  listWebhookDeliveries: route('admin', {
    method: 'GET',
    path: '/api/admin/webhook-deliveries',
    summary: 'Where assignments are sent, and a page of what was sent, newest first',
  })
    .input(z.object({ ...pageQuery(25), state: optionalQuery(deliveryState) }))
    .output(
      z.object({
        target: webhookTarget,
        waiting: z.int(),
        deliveries: z.array(webhookDelivery),
        total: z.int(),
      }),
    ),

  webhookDelivery: route('admin', {
    method: 'GET',
    path: '/api/admin/webhook-deliveries/{id}',
    summary: 'One delivery with all its tries',
  })
    .errors(catalogFailures.webhookDelivery)
    .input(z.object({ id }))
    .output(webhookDelivery.extend({ tries: z.array(webhookAttempt) })),

  replayWebhookDelivery: route('admin', {
    method: 'POST',
    path: '/api/admin/webhook-deliveries/{id}/replay',
    summary: 'Send a delivery again now, under the same webhook-id',
  })
    .errors(catalogFailures.replayWebhookDelivery)
    .input(z.object({ id }))
    .output(webhookDelivery),

  holdZips: route('internal', {
    method: 'POST',
    path: '/internal/claims',
    summary: "Hold ZIPs for a person's industry; idempotent by `intentId`",
    description:
      'All or none: 409 `zip_taken` names in `zipCodes` those that are switched off, unknown, or claimed by another user. A ZIP that the user has already keeps its claim.',
  })
    .errors(catalogFailures.holdZips)
    .input(
      z.object({
        intentId: id,
        userId: id,
        industry: z.string().min(1),
        zipCodes: z.array(zipCode).min(1).max(500),
        holdSeconds: z.int().min(1).max(90_000),
      }),
    )
    .output(z.object({ claims: z.array(claim), heldUntil: instant })),

  releaseHolds: route('internal', {
    method: 'DELETE',
    path: '/internal/claims/{intentId}',
    summary: 'Let go what an intent holds and has not confirmed',
  })
    .input(z.object({ intentId: id }))
    .output(done),

  listConfirmedClaims: route('internal', {
    method: 'GET',
    path: '/internal/confirmed-claims',
    summary: 'A page of the confirmed claims, by id',
    description:
      '`after` is the last id of the page before. A page with fewer rows than `limit` is the last one.',
  })
    .input(z.object({ after: id.optional(), limit: z.int().min(1).max(2_000).default(1_000) }))
    .output(z.array(bookClaim)),

  findConfirmedClaims: route('internal', {
    method: 'POST',
    path: '/internal/confirmed-claims/find',
    summary: 'Those of these claims that are confirmed',
  })
    .input(z.object({ claimIds: z.array(id).min(1).max(500) }))
    .output(z.array(bookClaim)),

  releaseUnpaidClaim: route('internal', {
    method: 'POST',
    path: '/internal/confirmed-claims/release',
    summary: 'End a claim that no subscription uses; a claim in another version stays as it is',
  })
    .input(z.object({ claimId: id, version: z.int() }))
    .output(done),
};

const claimState = z.object({
  zipCode,
  city: z.string(),
  state: stateCode,
  /** Version of the claim. */
  version: z.int(),
  claimId: id,
  userId: id,
  industry: z.string(),
  /** Who caused it; billing grants a subscription for an admin's assignment only. */
  assignedBy: z.enum(['subscription', 'admin']),
  at: instant,
});

export const zipAssigned = defineEvent('zip.assigned', {
  by: 'catalog',
  summary: 'A ZIP is claimed for a user and their industry',
  data: claimState,
  key: claim => claim.zipCode,
});
export const zipReleased = defineEvent('zip.released', {
  by: 'catalog',
  summary: 'A claim on a ZIP ended',
  data: claimState,
  key: claim => claim.zipCode,
});
export const zipChanged = defineEvent('zip.changed', {
  by: 'catalog',
  summary: 'Price, availability or refresh of a ZIP changed',
  data: z.object({
    zipCode,
    version: z.int(),
    city: z.string(),
    state: stateCode,
    /** The admins' note; charged nowhere. */
    price: z.int(),
    isAvailable: z.boolean(),
    scrapeActive: z.boolean(),
  }),
  key: zip => zip.zipCode,
});

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

/** How long the receiver has for its status, unless the installation sets another time. */
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
