import { z } from 'zod';
import { id, instant, pageQuery } from './primitive.ts';
import { routesOf } from './route.ts';

const route = routesOf('billing');

/** One kind of difference: what is wrong, what follows, and whether the product repairs it without an operator. */
type Remedy = { title: string; remedy: string; isRepaired: boolean };

/** Every kind of difference that the books know. */
export const bookKinds = {
  'two-subscriptions': {
    title: 'Two live subscriptions of one customer',
    remedy: 'Billing ends all but one and credits what they charged. Check it in the dashboard of the provider.',
    isRepaired: true,
  },
  'wrong-quantity': {
    title: 'The provider charges for another number of ZIPs',
    remedy: 'Billing sets the quantity to the ZIPs of the account, or ends a subscription without ZIPs.',
    isRepaired: true,
  },
  'paid-without-subscription': {
    title: 'Paid ZIPs without a live subscription',
    remedy:
      'Billing reads the customer again: it starts a subscription on the card on file or ends the ZIPs.',
    isRepaired: true,
  },
  'stray-subscription': {
    title: 'A live subscription of an unknown customer',
    remedy: 'Nothing is changed. End it in the dashboard of the provider, and refund what it charged.',
    isRepaired: false,
  },
  'deleted-subscription': {
    title: 'A deleted account is still charged',
    remedy: 'Billing ends the subscription. Refund what was charged since the deletion.',
    isRepaired: true,
  },
  'deleted-checkout': {
    title: 'An open checkout of a deleted account',
    remedy: 'Billing closes the checkout, so that nobody can pay it.',
    isRepaired: true,
  },
  'deleted-zip': {
    title: 'A deleted account still receives a ZIP',
    remedy: 'Billing ends the subscription, and catalog releases its claim.',
    isRepaired: true,
  },
  'deleted-claim': {
    title: 'A deleted account still holds a ZIP',
    remedy: 'Catalog releases the claim, so that others can order the ZIP.',
    isRepaired: true,
  },
  'claim-without-subscription': {
    title: 'A claim without a subscription',
    remedy:
      'Catalog releases the claim. If an admin assigned the ZIP, billing adds the free subscription instead.',
    isRepaired: true,
  },
  'claim-of-unknown-account': {
    title: 'A claim of an account that billing does not know',
    remedy: 'Nothing is changed. Compare with the users; if billing lost the account, restore its backup.',
    isRepaired: false,
  },
  'subscription-without-claim': {
    title: 'A subscription without a claim',
    remedy: 'Catalog claims the ZIP again. If another user has it, the subscription ends.',
    isRepaired: true,
  },
  'claim-differs': {
    title: 'Claim and subscription name different users or ZIPs',
    remedy: 'Nothing is changed. Ask the user which ZIP is right, then remove the other one for them.',
    isRepaired: false,
  },
  'rows-missing': {
    title: 'Accepted rows are not stored',
    remedy: 'Nothing is changed. Send the dead letters of leads-ingest again, or deliver the file again.',
    isRepaired: false,
  },
} as const satisfies Record<string, Remedy>;

export type BookKind = keyof typeof bookKinds;
export const bookKind = z.enum(Object.keys(bookKinds) as [BookKind, ...BookKind[]]);

const side = z.enum(['billing', 'catalog', 'leads', 'provider']);

/** What one of the systems has about the same thing. */
export const bookEntry = z.object({ side, text: z.string() });
export type BookEntry = z.output<typeof bookEntry>;

export const bookDifference = z.object({
  id,
  kind: bookKind,
  subject: z.string().describe('Id of the account, claim, delivery or subscription that it is about'),
  accountId: id.nullable(),
  seen: z.array(bookEntry).describe('What each side has'),
  firstSeenAt: instant,
  lastSeenAt: instant,
  resolvedAt: instant.nullable().describe('When a later look no longer found it; null while it is open'),
});
export type BookDifference = z.output<typeof bookDifference>;

/** - `comparing`: the first look - `confirming`: what differed is read again after a minute - `done` - `given-up` */
export const bookRun = z.object({
  id,
  state: z.enum(['comparing', 'confirming', 'done', 'given-up']),
  startedAt: instant,
  finishedAt: instant.nullable(),
  failure: z.string().nullable().describe('Why the run cannot go on; it is tried again'),
  accounts: z.int().describe('Accounts compared'),
  claims: z.int().describe('Claims compared'),
  batches: z.int().describe('Deliveries of leads compared'),
});
export type BookRun = z.output<typeof bookRun>;

export const books = z.object({
  run: bookRun.nullable().describe('The latest run, under way or not'),
  agreedAt: instant.nullable().describe('When the latest run ended that left nothing open'),
  open: z.int().describe('Differences that are there now'),
  differences: z.array(bookDifference).describe('Open ones first, then those resolved in the last 30 days'),
  total: z.int().describe('Rows of all pages'),
});
export type Books = z.output<typeof books>;

/** The reconciliation of billing, catalog, leads and the payment provider. */
export const booksApi = {
  readBooks: route('admin', {
    method: 'GET',
    path: '/api/admin/books',
    summary: 'The last comparison of the books, and a page of the differences',
  })
    .input(z.object(pageQuery(25)))
    .output(books),

  compareBooks: route('admin', {
    method: 'POST',
    path: '/api/admin/books',
    summary: 'Compare the books now; a run that is under way goes on',
    description:
      'Compares billing, catalog, leads and the payment provider. A difference counts when two looks, a minute ' +
      'apart, both find it.',
    status: 202,
  }).output(bookRun),
};
