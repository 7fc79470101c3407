import { z } from 'zod';
import { personFactsRoute } from './person-facts.ts';
import { done, id, instant, optionalQuery, pageQuery, stateCode, zipCode } from './primitive.ts';
import { routesOf } from './route.ts';

const route = routesOf('catalog');

/** A ZIP as the viewer sees it: `isAvailable` is false when switched off or claimed in her industry. `price` in USD. */
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

/** A ZIP as an admin sees it, with who holds it per industry. */
export const adminZip = zip.extend({
  claims: z.array(z.object({ industry: z.string(), userId: id, claimedAt: instant })),
});

export type AdminZip = z.output<typeof adminZip>;

const newZip = z.object({
  zipCode,
  city: z.string().trim().min(1).max(100),
  state: z.string().trim().toUpperCase().pipe(stateCode),
  price: z.int().min(0).max(1_000_000).default(25),
  isAvailable: z.boolean().default(true),
});

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
  price: z.int(),
});
export type Claim = z.output<typeof claim>;

const zipId = z.object({ id: zipCode });

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

  listAllZips: route('admin', {
    method: 'GET',
    path: '/api/admin/zip-codes',
    summary: 'A page of the catalogue with claims; searches code, city, state, industry',
    description: 'Without `limit` all ZIPs are listed.',
  })
    .input(
      z.object({
        page: z.int().min(1).default(1),
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
    .input(newZip)
    .output(zip),

  importZips: route('admin', {
    method: 'POST',
    path: '/api/admin/zip-codes/bulk-import',
    summary: 'Add many ZIPs; those that exist are skipped',
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
    summary: 'Change the price of a ZIP, in USD',
  })
    .input(zipId.extend({ price: z.int().min(0).max(1_000_000) }))
    .output(zip),

  setAvailability: route('admin', {
    method: 'PATCH',
    path: '/api/admin/zip-codes/{id}/availability',
    summary: 'Switch a ZIP on or off',
  })
    .input(zipId.extend({ isAvailable: z.boolean() }))
    .output(zip),

  setScrapeActive: route('admin', {
    method: 'PATCH',
    path: '/api/admin/zip-codes/{id}/scrape-active',
    summary: 'Switch the daily refresh of a ZIP on or off',
  })
    .input(zipId.extend({ scrapeActive: z.boolean() }))
    .output(zip),

  assignZip: route('admin', {
    method: 'POST',
    path: '/api/admin/assign-zip',
    summary: 'Give a ZIP to a person, free of charge',
  })
    .input(z.object({ userId: id, zipCodeId: zipCode }))
    .output(done.extend({ claimId: id })),

  claimZips: route('internal', {
    method: 'POST',
    path: '/internal/claims',
    summary: "Hold ZIPs for a person's industry; idempotent by `intentId`",
    description:
      'All or none: 409 `zip_taken` names in `zipCodes` those that are switched off, unknown, or claimed by another.',
  })
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
