import { z } from 'zod';
import { booksApi } from './books.ts';
import { defineEvent } from './event.ts';
import { day, done, id, instant, optionalPageQuery, stateCode, trendDays, zipCode } from './primitive.ts';
import { routesOf } from './route.ts';
import { userFactsRoute } from './user-facts.ts';

/** What calls of billing refuse beside what their input and their caller decide. */

const closed = { account_closed: { status: 403, message: 'This account is not active' } };

/** Of every call that asks the payment provider. */
const provider = {
  payment_object_missing: { status: 404, message: 'The payment provider does not know it' },
  payments_unavailable: { status: 503, message: 'The payment provider does not answer' },
  payments_not_set_up: { status: 503, message: 'The keys of this payment mode are not set' },
};

/** Of every call that carries an order through. */
const ordering = {
  ...closed,
  ...provider,
  card_declined: { status: 400, message: 'The card was declined' },
  account_unknown: { status: 404, message: 'This user has no account' },
  zip_taken: { status: 409, message: '`zipCodes` were taken meanwhile' },
  order_outdated: { status: 409, message: 'This order is too old' },
  checkout_expired: { status: 409, message: 'The checkout of this order has expired' },
  checkout_replaced: { status: 409, message: 'Another order or payment closed the checkout of this order' },
  card_removed: { status: 409, message: 'The card of this order was removed' },
  subscription_ended: { status: 409, message: 'The subscription of this payment has ended' },
  payment_mode_changed: { status: 409, message: 'An admin has just changed the payment mode' },
  order_under_way: { status: 503, message: 'The order is still being charged' },
};

export const billingFailures = {
  standing: closed,
  quote: {
    ...closed,
    ...provider,
    account_unknown: ordering.account_unknown,
    order_under_way: ordering.order_under_way,
  },
  subscribe: {
    ...ordering,
    too_many_trial_zips: { status: 400, message: 'More ZIPs than a trial holds' },
    industry_missing: { status: 400, message: 'Add your industry and company before your first order' },
  },
  unsubscribe: { subscription_unknown: { status: 404, message: 'This subscription does not exist' } },
  convertTrial: {
    ...ordering,
    nothing_to_convert: { status: 400, message: 'There are no ZIPs on trial' },
    already_paid: { status: 409, message: 'Your ZIP codes are already paid for' },
  },
  openPortal: { ...closed, ...provider },
  verifyPayment: {
    ...ordering,
    checkout_unknown: { status: 404, message: 'This checkout does not exist' },
  },
  setUpPayment: { ...closed, ...provider },
  verifyPaymentSetup: {
    ...ordering,
    setup_unknown: { status: 404, message: 'This payment setup does not exist' },
  },
  stripeMode: { payments_not_set_up: provider.payments_not_set_up },
  creditTrial: { account_unknown: { status: 404, message: 'This user has no account yet' } },
};

const route = routesOf('billing');

export const subscriptionKind = z.enum(['trial', 'paid', 'granted']);

/** A ZIP that a user receives. Without `stripeSubscriptionId` it is an unpaid trial (or granted) one. */
export const subscription = z.object({
  id,
  kind: subscriptionKind,
  zipCode: z.object({ id: zipCode, zipCode, city: z.string(), state: stateCode }),
  stripeSubscriptionId: z.string().nullable(),
  createdAt: instant,
  /** When the list of this ZIP last changed; null while the first pull runs. */
  lastUpdated: instant.nullable(),
});
export type Subscription = z.output<typeof subscription>;

/**
 * What screens show about payment.
 * - `none`: never paid
 * - `trialing`: a card is on file, the first charge falls due when the trial ends
 * - `active`: paid
 * - `past_due`: a charge failed and the provider tries again; the lists stay open
 * - `ended`: the provider gave up, or the subscription was cancelled
 */
export const paymentState = z.enum(['none', 'trialing', 'active', 'past_due', 'ended']);
export type PaymentState = z.output<typeof paymentState>;

/** Standing of the own account. `daysRemaining` is rounded up; null without a trial. */
export const accountStanding = z.object({
  id,
  trialDays: z.int().nullable(),
  trialStartedAt: instant.nullable(),
  trialExpiresAt: instant.nullable(),
  trialExpired: z.boolean(),
  daysRemaining: z.int().nullable(),
  /** A card is on file that has not failed for good. */
  hasActivePayment: z.boolean(),
  stripeCustomerId: z.string().nullable(),
  paymentState,
  /** When the provider charges again; only while past due. */
  nextPaymentAttemptAt: instant.nullable(),
  /** When the running subscription ends, because the user ended it for then; null while it goes on. */
  endsAt: instant.nullable(),
  /** The most ZIPs that a trial holds. */
  trialZips: z.int(),
  /** ZIPs that are neither paid nor granted. */
  unpaidZipCount: z.int(),
  grantedZipCount: z.int(),
  /** When the ZIPs of an expired, unpaid trial are released. */
  releaseAt: instant.nullable(),
});
export type AccountStanding = z.output<typeof accountStanding>;

/** One ZIP of a quote. `new`: in the order; `trial`: held from the trial, unpaid; `paid`: in the subscription. */
export const quotedZip = z.object({
  zipCode,
  standing: z.enum(['new', 'trial', 'paid']),
  monthlyCents: z.int(),
});
export type QuotedZip = z.output<typeof quotedZip>;

export const quotePurpose = z.enum(['order', 'conversion']);

export const quote = z.object({
  /**
   * - `trial`: nothing is charged
   * - `card`: the card on file is charged, today or at `firstChargeAt`
   * - `checkout`: the provider's page asks for a card
   */
  way: z.enum(['trial', 'card', 'checkout']),
  /** Every ZIP that `monthlyCents` covers: new first, then trial, then paid; granted ones never. */
  zips: z.array(quotedZip),
  centsPerZip: z.int(),
  /** What the provider takes when this is confirmed; more ZIPs on a running subscription cost the rest of its period. */
  dueTodayCents: z.int(),
  /** Per month from `firstChargeAt` on; on trial, what continuing would cost. */
  monthlyCents: z.int(),
  /** When `monthlyCents` falls due first; null while nothing will be charged. */
  firstChargeAt: instant.nullable(),
  /** When the running subscription is set to end; an order keeps it going, with all its ZIPs. */
  endsAt: instant.nullable(),
  /** Days left of a running trial, rounded up; 0 without. */
  freeDays: z.int(),
  mostTrialZips: z.int(),
});
export type Quote = z.output<typeof quote>;

const mode = z.enum(['test', 'live']);

/** What switching to the other payment mode means. */
export const modeSwitch = z.object({
  from: mode,
  to: mode,
  /** False while the installation has no keys of the other mode: payments would be refused. */
  hasKeys: z.boolean(),
  /** Users with a running subscription in the mode that is in force, and the ZIPs that it pays for. */
  payingUsers: z.int(),
  paidZips: z.int(),
  /** Users whose subscription in the other mode still ran when that mode was left. */
  returningUsers: z.int(),
  /** How many days the ZIPs of users without a card are held. */
  holdDays: z.int(),
});
export type ModeSwitch = z.output<typeof modeSwitch>;

/** ZIP codes in one query parameter, separated by commas. */
const zipCodeList = z
  .string()
  .max(6 * 500)
  .transform(list => list.split(',').filter(part => part !== ''))
  .pipe(z.array(zipCode).max(500));

const checkout = z.object({ checkoutUrl: z.url() });

export const billingApi = {
  ...booksApi,

  exportUser: userFactsRoute('billing'),

  standing: route('user', {
    method: 'GET',
    path: '/api/user',
    summary: 'Trial and payment standing of the own account',
  })
    .errors(billingFailures.standing)
    .output(accountStanding),

  listSubscriptions: route('user', {
    method: 'GET',
    path: '/api/subscriptions',
    summary: 'The ZIPs the user receives',
  }).output(z.array(subscription)),

  quote: route('user', {
    method: 'GET',
    path: '/api/quote',
    summary: 'What an order, or paying for the trial, costs; changes nothing',
    description:
      '`order` (the default) quotes an order of `zipCodes`, separated by commas, as it would be charged now; ' +
      '`conversion` what paying for the ZIPs that are there costs, in a checkout or by a card put on file.',
  })
    .errors(billingFailures.quote)
    .input(z.object({ zipCodes: zipCodeList.optional(), purpose: quotePurpose.default('order') }))
    .output(quote),

  subscribe: route('user', {
    method: 'POST',
    path: '/api/subscribe/bulk',
    summary: 'Start trial subscriptions, or a checkout for them',
    description:
      '409 names the ZIPs that were taken meanwhile in `zipCodes`. A repeated call changes nothing. ' +
      '400 `too_many_trial_zips` over the limit of a trial, `industry_missing` without an industry.',
  })
    .errors(billingFailures.subscribe)
    .input(
      z.object({
        zipCodeIds: z.array(zipCode).min(1, 'Please select at least one ZIP code to purchase').max(500),
      }),
    )
    .output(
      z.object({
        success: z.boolean(),
        trialUser: z.boolean(),
        message: z.string(),
        checkoutUrl: z.url().optional(),
      }),
    ),

  unsubscribe: route('user', {
    method: 'DELETE',
    path: '/api/subscriptions/{id}',
    summary: 'Give a ZIP back; its list is unreadable at once',
  })
    .errors(billingFailures.unsubscribe)
    .input(z.object({ id }))
    .output(done),

  convertTrial: route('user', {
    method: 'POST',
    path: '/api/convert-trial',
    summary: 'A checkout that turns the trial ZIPs into paid ones',
  })
    .errors(billingFailures.convertTrial)
    .output(checkout),

  openPortal: route('user', {
    method: 'POST',
    path: '/api/stripe/customer-portal',
    summary: 'A link to the billing portal',
  })
    .errors(billingFailures.openPortal)
    .output(z.object({ url: z.url() })),

  verifyPayment: route('user', {
    method: 'POST',
    path: '/api/verify-payment',
    summary: 'What became of a checkout the user returned from',
  })
    .errors(billingFailures.verifyPayment)
    .input(z.object({ sessionId: z.string().min(1).max(255) }))
    .output(z.object({ success: z.boolean(), converted: z.boolean(), subscriptionCount: z.int() })),

  setUpPayment: route('user', {
    method: 'POST',
    path: '/api/setup-payment-method',
    summary: 'Begin to put a card on file',
  })
    .errors(billingFailures.setUpPayment)
    .output(z.object({ clientSecret: z.string() })),

  verifyPaymentSetup: route('user', {
    method: 'POST',
    path: '/api/verify-payment-setup',
    summary: 'Confirm that the card is on file',
  })
    .errors(billingFailures.verifyPaymentSetup)
    .input(z.object({ setupIntentId: z.string().min(1).max(255) }))
    .output(z.object({ success: z.boolean() })),

  stripeMode: route('user', {
    method: 'GET',
    path: '/api/admin/stripe-mode',
    summary: 'Whether payments run in test mode, and the publishable key',
    description:
      '`scriptUrl` is where the browser loads `window.Stripe` from; null means from the provider itself.',
  })
    .errors(billingFailures.stripeMode)
    .output(z.object({ testMode: z.boolean(), publishableKey: z.string(), scriptUrl: z.url().nullable() })),

  modeSwitch: route('admin', {
    method: 'GET',
    path: '/api/admin/stripe-mode/switch',
    summary: 'What switching to the other payment mode means for users; changes nothing',
    description:
      'A switch is made by the setting `STRIPE_TEST_MODE`. Each mode keeps its customers, cards and subscriptions.',
  }).output(modeSwitch),

  listAllSubscriptions: route('admin', {
    method: 'GET',
    path: '/api/admin/subscriptions',
    summary: 'The active subscriptions, by address and ZIP',
    description: 'All of them; with `page` or `limit`, one page. The header `X-Total-Count` counts all.',
  })
    .input(z.object(optionalPageQuery(5_000)))
    .output(z.array(subscription.extend({ userId: id, email: z.string() }))),

  countSubscriptions: route('admin', {
    method: 'GET',
    path: '/api/admin/statistics/subscriptions',
    summary: 'How many active subscriptions there are',
  }).output(z.object({ active: z.int() })),

  paymentStatistics: route('admin', {
    method: 'GET',
    path: '/api/admin/statistics/payments',
    summary: 'Trials started, first payments and revenue, day by day',
    description:
      "Days are in UTC. `conversions` counts users by their first paid invoice; `revenueCents` is what the day's invoices were paid with. Both count the payment mode that is in force: `testMode` says that it is test money.",
  })
    .input(trendDays)
    .output(
      z.object({
        testMode: z.boolean(),
        days: z.array(z.object({ day, trials: z.int(), conversions: z.int(), revenueCents: z.int() })),
      }),
    ),

  creditTrial: route('internal', {
    method: 'PUT',
    path: '/internal/accounts/{accountId}/trial',
    summary: 'Let the trial end `trialDays` days from now; idempotent by `creditId`',
  })
    .errors(billingFailures.creditTrial)
    .input(z.object({ accountId: id, creditId: id, trialDays: z.int().min(0).max(365) }))
    .output(accountStanding),
};

/** Trial and payment state of one account; the account's id is the user's. */
export const accountState = z.object({
  id,
  version: z.int(),
  trialDays: z.int(),
  trialStartedAt: instant,
  trialExpiresAt: instant,
  hasActivePayment: z.boolean(),
  stripeCustomerId: z.string().nullable(),
  /** ZIPs with an active subscription. */
  zipCount: z.int(),
  /** What these ZIPs cost a month, in USD cents; granted ones cost nothing. */
  monthlyAmountCents: z.int(),
  /** This and what follows is absent in events from before it was introduced. */
  paymentState: paymentState.optional(),
  /** While past due: when the provider tries again, and how much it then charges, in USD cents. */
  nextPaymentAttemptAt: instant.nullable().optional(),
  amountDueCents: z.int().nullable().optional(),
  unpaidZipCount: z.int().optional(),
  grantedZipCount: z.int().optional(),
});
export type AccountState = z.output<typeof accountState>;

const ofAccount = { by: 'billing', data: accountState, key: (account: AccountState) => account.id } as const;

export const trialStarted = defineEvent('trial.started', { ...ofAccount, summary: 'The free trial began' });
export const trialExpiring = defineEvent('trial.expiring', {
  by: 'billing',
  summary: 'The trial ends in 7, 3, 1 or 0 days',
  data: accountState.extend({ daysRemaining: z.int() }),
  key: account => account.id,
});
export const trialExpired = defineEvent('trial.expired', {
  ...ofAccount,
  summary: 'The trial ended without a payment method',
});
export const trialHoldEnding = defineEvent('trial.hold-ending', {
  by: 'billing',
  summary: 'The ZIPs of an expired, unpaid trial are about to be released',
  data: accountState.extend({ releaseAt: instant, zipCodes: z.array(zipCode) }),
  key: account => account.id,
});
export const trialHoldEnded = defineEvent('trial.hold-ended', {
  by: 'billing',
  summary: 'The ZIPs of an expired, unpaid trial were released',
  data: accountState.extend({ zipCodes: z.array(zipCode) }),
  key: account => account.id,
});
export const standingChanged = defineEvent('account.standing-changed', {
  ...ofAccount,
  summary: 'Trial, payment method or number of ZIPs changed',
});
/**
 * The events that a copy of an account's standing follows, each with the whole state. Those of trial holds and payments
 * carry it, too: who mails about them handles each by itself.
 */
export const standingEvents = [trialStarted, trialExpiring, trialExpired, standingChanged] as const;
export const paymentFailed = defineEvent('payment.failed', {
  ...ofAccount,
  summary:
    'A charge failed: while `past_due` the provider tries again, else the start of a subscription was declined',
});
export const paymentRecovered = defineEvent('payment.recovered', {
  ...ofAccount,
  summary: 'A failed charge went through',
});
export const paymentGivenUp = defineEvent('payment.given-up', {
  ...ofAccount,
  summary: 'The provider gave up on a failed charge; the subscription ended',
});

export const subscriptionState = z.object({
  id,
  version: z.int(),
  accountId: id,
  zipCode,
  city: z.string(),
  state: stateCode,
  industry: z.string(),
  kind: subscriptionKind,
  /** The claim at the catalogue that this subscription confirms. */
  claimId: id,
  createdAt: instant,
  cancelledAt: instant.nullable(),
});
export type SubscriptionState = z.output<typeof subscriptionState>;

const ofSubscription = {
  by: 'billing',
  data: subscriptionState,
  key: (subscription: SubscriptionState) => subscription.id,
} as const;

export const subscriptionCreated = defineEvent('subscription.created', {
  ...ofSubscription,
  summary: 'A user receives a ZIP',
});
export const subscriptionCancelled = defineEvent('subscription.cancelled', {
  ...ofSubscription,
  summary: 'A user no longer receives a ZIP',
});

/** The events of a subscription, each with the whole state. */
export const subscriptionEvents = [subscriptionCreated, subscriptionCancelled] as const;
