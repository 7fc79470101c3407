import { z } from 'zod';
import { catalogFailures as failures } from './catalog-failures.ts';
import { personFactsRoute } from './person-facts.ts';
import { newZipPriceUsd } from './prices.ts';
import { done, id, instant, optionalQuery, pageQuery, stateCode, zipCode } from './primitive.ts';
import { routesOf } from './route.ts';

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
  exportPerson: personFactsRoute('catalog'),

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
    summary: 'Where the ZIPs of a state lie, and which the person cannot have',
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
    .errors(failures.createZip)
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
    .errors(failures.setPrice)
    .input(zipId.extend({ price: priceNote }))
    .output(zip),

  setAvailability: route('admin', {
    method: 'PATCH',
    path: '/api/admin/zip-codes/{id}/availability',
    summary: 'Switch a ZIP on or off',
  })
    .errors(failures.setAvailability)
    .input(zipId.extend({ isAvailable: z.boolean() }))
    .output(zip),

  setScrapeActive: route('admin', {
    method: 'PATCH',
    path: '/api/admin/zip-codes/{id}/scrape-active',
    summary: 'Switch the daily refresh of a ZIP on or off',
  })
    .errors(failures.setScrapeActive)
    .input(zipId.extend({ scrapeActive: z.boolean() }))
    .output(zip),

  assignZip: route('admin', {
    method: 'POST',
    path: '/api/admin/assign-zip',
    summary: 'Give a ZIP to a person, free of charge',
  })
    .errors(failures.assignZip)
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
    .errors(failures.webhookDelivery)
    .input(z.object({ id }))
    .output(webhookDelivery.extend({ tries: z.array(webhookAttempt) })),

  replayWebhookDelivery: route('admin', {
    method: 'POST',
    path: '/api/admin/webhook-deliveries/{id}/replay',
    summary: 'Send a delivery again now, under the same webhook-id',
  })
    .errors(failures.replayWebhookDelivery)
    .input(z.object({ id }))
    .output(webhookDelivery),

  claimZips: route('internal', {
    method: 'POST',
    path: '/internal/claims',
    summary: "Hold ZIPs for a person's industry; idempotent by `intentId`",
    description:
      'All or none: 409 `zip_taken` names in `zipCodes` those that are switched off, unknown, or claimed by another.',
  })
    .errors(failures.claimZips)
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

  releaseClaims: route('internal', {
    method: 'DELETE',
    path: '/internal/claims/{intentId}',
    summary: 'Let go what an intent holds and has not confirmed',
  })
    .input(z.object({ intentId: id }))
    .output(done),
};
