import { z } from 'zod';
import { id, instant, pageQuery } from './primitive.ts';
import { routesOf } from './route.ts';

const route = routesOf('billing');

/**
 * Kinds of differences:
 * - `two-subscriptions`: a customer has more than one live subscription
 * - `wrong-quantity`: the live subscription is for another number of ZIPs
 * - `paid-without-subscription`: paid ZIPs, and no live subscription
 * - `stray-subscription`: live, and the account in its metadata has another customer
 * - `deleted-subscription`: live, and its account is deleted
 * - `deleted-checkout`: open, and its account is deleted
 * - `deleted-zip`: active in billing, and its account is deleted
 * - `deleted-claim`: confirmed in catalog, and its account is deleted
 * - `claim-without-subscription`: confirmed in catalog, and not active in billing
 * - `claim-of-unknown-account`: confirmed in catalog, and billing does not know its user
 * - `subscription-without-claim`: active in billing, and not confirmed in catalog
 * - `claim-differs`: claim and subscription are of different users or ZIPs
 * - `credit-differs`: the provider has another credit for a wrong contact than billing, or none
 * - `rows-missing`: accepted rows that are neither stored nor opted out
 */
export const bookKind = z.enum([
  'two-subscriptions',
  'wrong-quantity',
  'paid-without-subscription',
  'stray-subscription',
  'deleted-subscription',
  'deleted-checkout',
  'deleted-zip',
  'deleted-claim',
  'claim-without-subscription',
  'claim-of-unknown-account',
  'subscription-without-claim',
  'claim-differs',
  'credit-differs',
  'rows-missing',
]);
export type BookKind = z.output<typeof bookKind>;

const side = z.enum(['billing', 'catalog', 'leads', 'provider']);

/** The facts of one side. */
export const bookEntry = z.object({ side, text: z.string() });
export type BookEntry = z.output<typeof bookEntry>;

export const bookDifference = z.object({
  id,
  kind: bookKind,
  subject: z.string().describe('Id of the account, claim, credit, delivery or subscription'),
  accountId: id.nullable(),
  seen: z.array(bookEntry).describe('The facts of each side'),
  firstSeenAt: instant,
  lastSeenAt: instant,
  resolvedAt: instant.nullable().describe('When a later look no longer found it; null while open'),
});
export type BookDifference = z.output<typeof bookDifference>;

/**
 * One comparison. Its states:
 * - `comparing`: the first look
 * - `confirming`: differences are read again after a minute
 * - `done`
 * - `given-up`: it did not end within hours; another began
 */
export const bookRun = z.object({
  id,
  state: z.enum(['comparing', 'confirming', 'done', 'given-up']),
  startedAt: instant,
  finishedAt: instant.nullable(),
  failure: z.string().nullable().describe('Why the run failed; it is retried'),
  accounts: z.int().describe('Accounts compared'),
  claims: z.int().describe('Claims compared'),
  batches: z.int().describe('Deliveries of leads compared'),
});
export type BookRun = z.output<typeof bookRun>;

/** More differences of one kind may mean lost data: they are repaired only if an admin allows it. */
export const MOST_REPAIRS = 100;

export const books = z.object({
  run: bookRun.nullable().describe('The latest run, under way or not'),
  agreedAt: instant.nullable().describe('End of the latest run that left nothing open'),
  open: z.int().describe('Number of open differences'),
  held: z
    .array(bookKind)
    .describe(`Kinds with more than ${MOST_REPAIRS} open differences, which an admin must allow to repair`),
  differences: z.array(bookDifference).describe('Open ones first, then those resolved in the last 30 days'),
  total: z.int().describe('Rows of all pages'),
});
export type Books = z.output<typeof books>;

/** The reconciliation of billing, catalog, leads and the payment provider. */
export const booksApi = {
  readBooks: route('admin', 'GET /api/admin/books', {
    summary: 'Get the last comparison of the books and a page of differences',
  })
    .input(z.object(pageQuery(25)))
    .output(books),

  compareBooks: route('admin', 'POST /api/admin/books', {
    summary: 'Compare the books now, unless a run is under way',
    description:
      'Compares billing, catalog, leads and the payment provider. A difference counts when two looks, a minute ' +
      'apart, both find it. `repairMany` also repairs kinds with unusually many differences.',
    status: 202,
  })
    .input(z.object({ repairMany: z.boolean().default(false) }))
    .output(bookRun),
};
