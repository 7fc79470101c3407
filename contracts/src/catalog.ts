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
import { MAX_CHECKED_ZIPS } from './shown-limits.ts';
import { soldOutApi } from './sold-out.ts';
import { userFactsRoute } from './user-facts.ts';
import { zipWaitsApi } from './zip-waits.ts';

const noZip = { zip_unknown: { status: 404, message: 'This ZIP code is not in the catalog' } };
const noDelivery = { delivery_unknown: { status: 404, message: 'This delivery does not exist' } };
const zipTaken = { zip_taken: { status: 409, message: '`zipCodes` are taken' } };

const catalogFailures = {
  createZip: { zip_exists: { status: 409, message: 'This ZIP code is in the catalog already' } },
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

/** `po_box`: PO boxes alone; `unique`: one organization, such as a university. Both have few homes or none. */
export const zipKind = z.enum(['standard', 'po_box', 'unique']);
export type ZipKind = z.output<typeof zipKind>;

/**
 * A ZIP as the viewer sees it. `isAvailable` is false when it is switched off or claimed in their industry. `price`, in
 * USD, is the admins' note and is never charged (ADR 12).
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
  kind: zipKind,
  isSwitchedOff: z.boolean().describe('An admin took it off sale: nobody can wait for it'),
});
export type Zip = z.output<typeof zip>;

/**
 * The ZIPs of a state in columns of equal length. `places` has thousandths of degrees north and east, null when unknown;
 * `cities` has indices into `cityNames`. The other lists have indices of ZIPs: `unavailable` of those that the viewer
 * cannot order, `poBoxes` and `organizations` of those that are not standard.
 */
const zipMap = z.object({
  zipCodes: z.array(zipCode),
  places: z.array(z.tuple([z.int(), z.int()]).nullable()),
  cityNames: z.array(z.string()),
  cities: z.array(z.int()),
  unavailable: z.array(z.int()),
  poBoxes: z.array(z.int()).optional(),
  organizations: z.array(z.int()).optional(),
});
export type ZipMap = z.output<typeof zipMap>;

/** A claim on a ZIP. `name` and `email` are empty while the user is unknown. */
const zipHolder = z.object({
  industry: z.string(),
  userId: id,
  name: z.string(),
  email: z.string(),
  state: z.enum(['held', 'confirmed']),
  assignedBy: z.enum(['subscription', 'admin']),
  claimedAt: instant,
});
export type ZipHolder = z.output<typeof zipHolder>;

/** `free`: the user can order it; `yours`: the user has it; `taken`: another user has it, or it is switched off. */
export const checkedZip = zip
  .pick({ zipCode: true, city: true, state: true, kind: true })
  .extend({ standing: z.enum(['free', 'yours', 'taken']) });
export type CheckedZip = z.output<typeof checkedZip>;

/** A place in degrees north and east, and the miles around it. */
const zipCircle = z.object({ latitude: z.number(), longitude: z.number(), miles: z.int() });
export type ZipCircle = z.output<typeof zipCircle>;

/**
 * The ZIPs that a search finds. `zipCodes` has the first `MOST_ZIPS_OF_AREA`, by ZIP. `counties` are those of the ZIPs found, or
 * named like the search, with all their ZIPs. `circle` is set by a search around a place.
 */
const zipArea = z.object({
  total: z.int(),
  zipCodes: z.array(checkedZip),
  counties: z.array(z.object({ name: z.string(), zips: z.int() })),
  circle: zipCircle.nullable(),
});
export type ZipArea = z.output<typeof zipArea>;

/** A ZIP as an admin sees it. */
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

const MAX_IMPORT_ROWS = 100_000;

/** Room for the most rows as JSON. The admin's dialog sends a few thousand at a time. */
export const MAX_IMPORT_BYTES = 32 * 1024 * 1024;

/** Only sizes are checked here: the handler checks row by row, so that an invalid row does not refuse the file. */
const importRow = z.object({
  zipCode: z.string().max(40),
  city: z.string().max(200),
  state: z.string().max(40),
  price: z.number().optional(),
  isAvailable: z.boolean().optional(),
  rowIndex: z.int(),
});
export type ImportRow = z.output<typeof importRow>;

/** A ZIP that a claim holds. */
const claimedZip = z.object({
  claimId: id,
  zipCode,
  city: z.string(),
  state: stateCode,
});
export type ClaimedZip = z.output<typeof claimedZip>;

/** A ZIP that is the caller's alone in an industry. `since` is when the claim was confirmed. */
const ownClaim = z.object({ zipCode, industry: z.string(), since: instant });
export type OwnClaim = z.output<typeof ownClaim>;

/** A confirmed claim, for billing's comparison with its subscriptions. */
const bookClaim = claimedZip.extend({
  userId: id,
  industry: z.string(),
  assignedBy: z.enum(['subscription', 'admin']),
  version: z.int(),
});
export type BookClaim = z.output<typeof bookClaim>;

const zipParams = z.object({ id: zipCode });

/** waiting: no address is set; pending: an attempt is due; skipped: the user was deleted */
export const deliveryState = z.enum(['waiting', 'pending', 'delivered', 'failed', 'skipped']);

/** A webhook about an assignment or a refresh. `lastError` is why there is no HTTP status. */
const webhookDelivery = z.object({
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

/** `request` is the body sent; `reply` is the start of the reply's body. */
const webhookAttempt = z.object({
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

/** The webhook's address, set by an admin (`setting`) or the installation; null when it is `off`. */
const webhookTarget = z.object({
  url: z.string().nullable(),
  source: z.enum(['setting', 'installation', 'off']),
});
export type WebhookTarget = z.output<typeof webhookTarget>;

const zipQuery = z.object({
  ...pageQuery(50),
  search: z.string().trim().max(100).optional(),
  state: optionalQuery(stateCode),
});
export type ZipQuery = z.output<typeof zipQuery>;

const adminZipQuery = z.object({
  page: z.int().min(1).max(100_000).default(1),
  limit: z.int().min(1).max(50_000).optional(),
  search: z.string().trim().max(100).optional(),
  claimed: z.boolean().optional(),
});
export type AdminZipQuery = z.output<typeof adminZipQuery>;

export const catalogApi = {
  ...zipWaitsApi,
  exportUser: userFactsRoute('catalog'),
  ...soldOutApi,

  listZips: route('user', 'GET /api/zip-codes', {
    summary: 'List ZIPs of the catalog, by page',
    description:
      '`search` matches the start of a ZIP, part of a city, a county such as `Travis County`, or the miles around a ZIP or city: `within 10 miles of 78701`. A state may follow the name: `Austin, TX`.',
  })
    .input(zipQuery)
    .output(z.object({ zipCodes: z.array(zip), total: z.int(), hasMore: z.boolean() })),

  checkZips: route('user', 'POST /api/zip-codes/check', {
    summary: 'Say which of many ZIPs the user can order',
    description: 'Codes that the catalog does not have are missing in the reply.',
  })
    .input(z.object({ zipCodes: z.array(zipCode).min(1).max(MAX_CHECKED_ZIPS) }))
    .output(z.object({ zipCodes: z.array(checkedZip) })),

  findArea: route('user', 'GET /api/zip-codes/area', {
    summary: 'Say what a search of the catalog finds in all, and which of it the user can order',
    description: 'Searches as `GET /api/zip-codes` does.',
  })
    .input(zipQuery.pick({ state: true }).extend({ search: z.string().trim().min(1).max(100) }))
    .output(zipArea),

  listOwnClaims: route('user', 'GET /api/user/claims', {
    summary: "List the caller's ZIPs with the industry in which each is theirs alone, and since when",
    description: 'By ZIP. Holds of an open order are left out.',
  }).output(z.object({ claims: z.array(ownClaim) })),

  mapZips: route('user', 'GET /api/zip-codes/map', {
    summary: 'List all ZIPs of a state with coordinates and availability',
    description: 'In columns, to be small: a state has up to 2,600 ZIPs.',
  })
    .input(z.object({ state: stateCode }))
    .output(zipMap),

  listAllZips: route('admin', 'GET /api/admin/zip-codes', {
    summary: 'List ZIPs with their claims; search by code, city, state or industry',
    description: 'Without `limit` it lists all ZIPs.',
  })
    .input(adminZipQuery)
    .output(z.object({ zipCodes: z.array(adminZip), total: z.int(), available: z.int() })),

  createZip: route('admin', 'POST /api/admin/zip-codes', {
    summary: 'Add a ZIP to the catalog',
    status: 201,
  })
    .errors(catalogFailures.createZip)
    .input(newZip)
    .output(zip),

  importZips: route('admin', 'POST /api/admin/zip-codes/bulk-import', {
    summary: 'Add many ZIPs; existing ones are skipped',
    description:
      'With `dryRun`, the reply has what the import would do, and nothing is stored. A row is skipped if its ZIP exists, or if an earlier row has it; an existing ZIP stays as it is.',
    maxBodyBytes: MAX_IMPORT_BYTES,
  })
    .input(
      z.object({
        zipCodes: z.array(importRow).min(1, 'No valid data to import').max(MAX_IMPORT_ROWS),
        dryRun: z.boolean().default(false),
      }),
    )
    .output(
      z.object({
        created: z.int(),
        skipped: z.int(),
        errors: z.array(z.object({ rowIndex: z.int(), message: z.string() })),
        skippedRows: z
          .array(z.int())
          .optional()
          .describe('With `dryRun`: `rowIndex` of the first 100 skipped rows, in order'),
      }),
    ),

  setPrice: route('admin', 'PATCH /api/admin/zip-codes/{id}/price', {
    summary: "Change the admins' price note on a ZIP, in USD; it is never charged",
  })
    .errors(catalogFailures.setPrice)
    .input(zipParams.extend({ price: priceNote }))
    .output(zip),

  setAvailability: route('admin', 'PATCH /api/admin/zip-codes/{id}/availability', {
    summary: 'Switch a ZIP on or off',
  })
    .errors(catalogFailures.setAvailability)
    .input(zipParams.extend({ isAvailable: z.boolean() }))
    .output(zip),

  setScrapeActive: route('admin', 'PATCH /api/admin/zip-codes/{id}/scrape-active', {
    summary: 'Switch the daily refresh of a ZIP on or off',
  })
    .errors(catalogFailures.setScrapeActive)
    .input(zipParams.extend({ scrapeActive: z.boolean() }))
    .output(zip),

  assignZip: route('admin', 'POST /api/admin/assign-zip', { summary: 'Give a ZIP to a user, free of charge' })
    .errors(catalogFailures.assignZip)
    .input(z.object({ userId: id, zipCodeId: zipCode }))
    .output(
      done.extend({
        claimId: id,
        isUnchanged: z.boolean().describe('True if the user had the ZIP already; nothing changes then'),
      }),
    ),

  unassignZip: route('admin', 'POST /api/admin/unassign-zip', {
    summary: 'Take a ZIP from a user and end its subscription; idempotent',
    description:
      'Billing follows within seconds: `removal` of the ZIP in `GET /api/admin/customers/{userId}/money` says what changes in price. The user gets one email. The hold of an open order stays.',
  })
    .errors(noZip)
    .input(z.object({ userId: id, zipCodeId: zipCode }))
    .output(done),

  listWebhookDeliveries: route('admin', 'GET /api/admin/webhook-deliveries', {
    summary: 'Get the webhook address and a page of deliveries, newest first',
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

  webhookDelivery: route('admin', 'GET /api/admin/webhook-deliveries/{id}', {
    summary: 'Get a delivery with its attempts',
  })
    .errors(catalogFailures.webhookDelivery)
    .input(z.object({ id }))
    .output(webhookDelivery.extend({ tries: z.array(webhookAttempt) })),

  replayWebhookDelivery: route('admin', 'POST /api/admin/webhook-deliveries/{id}/replay', {
    summary: 'Send a delivery again now, under the same webhook-id',
  })
    .errors(catalogFailures.replayWebhookDelivery)
    .input(z.object({ id }))
    .output(webhookDelivery),

  holdZips: route('internal', 'POST /internal/claims', {
    summary: "Hold ZIPs in a user's industry; idempotent by `intentId`",
    description:
      'Holds all ZIPs or none: `zipCodes` of 409 `zip_taken` lists those that are switched off, unknown, or claimed by another user. A ZIP that the user already has keeps its claim.',
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
    .output(z.object({ claims: z.array(claimedZip), heldUntil: instant })),

  releaseHolds: route('internal', 'DELETE /internal/claims/{intentId}', {
    summary: 'Release the holds of an intent; confirmed claims stay',
  })
    .input(z.object({ intentId: id }))
    .output(done),

  listConfirmedClaims: route('internal', 'GET /internal/confirmed-claims', {
    summary: 'List confirmed claims by id, by page',
    description: '`after` is the last id of the previous page. The last page has fewer rows than `limit`.',
  })
    .input(z.object({ after: id.optional(), limit: z.int().min(1).max(2_000).default(1_000) }))
    .output(z.array(bookClaim)),

  findConfirmedClaims: route('internal', 'POST /internal/confirmed-claims/find', {
    summary: 'Get the confirmed ones of these claims',
  })
    .input(z.object({ claimIds: z.array(id).min(1).max(500) }))
    .output(z.array(bookClaim)),

  releaseUnpaidClaim: route('internal', 'POST /internal/confirmed-claims/release', {
    summary: 'End a claim that no subscription uses, unless its version changed',
  })
    .input(z.object({ claimId: id, version: z.int() }))
    .output(done),
};

const claimState = z.object({
  zipCode,
  city: z.string(),
  state: stateCode,
  /** The claim's version. */
  version: z.int(),
  claimId: id,
  userId: id,
  industry: z.string(),
  /** Billing grants a subscription only for an admin's assignment. */
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
  data: claimState.extend({
    /** An admin took the ZIP from the user; absent for other ends, and in old events. */
    releasedBy: z.literal('admin').optional(),
  }),
  key: claim => claim.zipCode,
});
export const zipChanged = defineEvent('zip.changed', {
  by: 'catalog',
  summary: 'The price, availability or refresh of a ZIP changed',
  data: z.object({
    zipCode,
    version: z.int(),
    city: z.string(),
    state: stateCode,
    /** The admins' note, never charged. */
    price: z.int(),
    isAvailable: z.boolean(),
    scrapeActive: z.boolean(),
  }),
  key: zip => zip.zipCode,
});

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The body of the webhook to the lead source: a user took a ZIP, or its leads need a refresh. */
export const assignment = z.object({
  zip: zipCode.describe('The ZIP whose closings are requested'),
  email: emailAddress.describe('The email address of the user who took the ZIP'),
  name: z.string().describe('The first and last name of the user'),
  userid: id.describe('The id of the user'),
});
export type Assignment = z.output<typeof assignment>;

/** The headers of Standard Webhooks, with their descriptions. */
export const webhookHeaders = {
  'webhook-id': 'The id of the message, the same in every attempt',
  'webhook-timestamp': 'The time of this attempt, in seconds since 1970',
  'webhook-signature': '`v1,` and the signature in base64',
} as const;

/** The default time for the receiver to reply with a status. */
export const WEBHOOK_TIMEOUT_MS = 15 * SECOND;

/** The waits after each failed attempt: 75 hours and 36 minutes in total. */
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

/** The longest `Retry-After` that is honored. */
export const LONGEST_ASKED_WAIT_MS = 24 * HOUR;

const hours = Math.floor(webhookWaitsMs.reduce((sum, wait) => sum + wait, 0) / HOUR);

export const assignmentDescription = `Posted when a user takes a ZIP, and again when the leads of a subscribed ZIP need a refresh. Deliver that ZIP's closings to \`POST /api/v1/leads\`, now or later.

**Address.** An admin enters it in the settings (\`initial_scrape_webhook_url\`). It must be https, and its name must have only public addresses. Redirects are not followed.

**Signature.** Messages are signed as [Standard Webhooks](https://www.standardwebhooks.com) requires. The operator of ClosingWire gives you the secret, \`whsec_…\` (\`WEBHOOK_SECRET\`). Verify before you parse, with a library for that standard, or like this:

1. Join \`webhook-id\`, \`webhook-timestamp\` and the raw body with dots: \`id.timestamp.body\`.
2. Compute its HMAC-SHA256. The key is the secret after \`whsec_\`, decoded from base64. Encode the result in base64.
3. Compare it, in constant time, with each entry of \`webhook-signature\` after \`v1,\`. Spaces separate the entries.
4. Refuse a timestamp that is more than five minutes off, and ignore a \`webhook-id\` that you have already processed.

**Reply.** Reply with any 2xx within ${WEBHOOK_TIMEOUT_MS / SECOND} seconds, unless the installation sets another time; process the message afterwards. 410 ends the message. After anything else, redirects and timeouts included, the message is retried ${webhookWaitsMs.length} times over ${hours} hours, with growing waits. Waits honor your \`Retry-After\`, up to ${LONGEST_ASKED_WAIT_MS / HOUR} hours.`;
