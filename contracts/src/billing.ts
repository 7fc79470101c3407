import { z } from 'zod';
import { booksApi } from './books.ts';
import { businessApi } from './business.ts';
import { customerMoneyApi } from './customer-money.ts';
import { defineEvent } from './event.ts';
import { day, done, id, instant, optionalPageQuery, stateCode, trendDays, zipCode } from './primitive.ts';
import { missing, routesOf } from './route.ts';
import { MAX_ORDERED_ZIPS } from './shown-limits.ts';
import { userFactsRoute } from './user-facts.ts';
import { zipRemoval } from './zip-removal.ts';

const closed = { account_closed: { status: 403, message: 'This account is not active' } };

/** Failures of every call that uses the payment provider. */
const provider = {
  payment_object_missing: { status: 404, message: 'The payment provider does not know this object' },
  payments_unavailable: { status: 503, message: 'The payment provider does not answer' },
  payments_not_set_up: { status: 503, message: 'The keys of this payment mode are not set' },
};

/** Failures of every call that carries out an order. */
const ordering = {
  ...closed,
  ...provider,
  card_declined: { status: 400, message: 'The card was declined' },
  account_unknown: { status: 404, message: 'This user has no account' },
  zip_taken: { status: 409, message: 'Other users have taken `zipCodes`' },
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

/** A ZIP that a user receives. Trial and granted ones have no `stripeSubscriptionId`. */
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
 * The payment state on screens.
 * - `none`: never paid
 * - `trialing`: a card is on file; the first charge is due when the trial ends
 * - `active`: paid
 * - `past_due`: a charge failed and the provider retries it; the lists stay readable
 * - `ended`: the provider gave up, or the subscription was canceled
 */
export const paymentState = z.enum(['none', 'trialing', 'active', 'past_due', 'ended']);
export type PaymentState = z.output<typeof paymentState>;

/** The caller's account. `daysRemaining` is rounded up; null without a trial. */
export const accountStanding = z.object({
  id,
  trialDays: z.int().nullable(),
  trialStartedAt: instant.nullable(),
  trialExpiresAt: instant.nullable(),
  trialExpired: z.boolean(),
  daysRemaining: z.int().nullable(),
  /** Whether a card is on file that has not failed for good. */
  hasActivePayment: z.boolean(),
  stripeCustomerId: z.string().nullable(),
  paymentState,
  /** When the provider retries the charge; only while past due. */
  nextPaymentAttemptAt: instant.nullable(),
  /** When the running subscription ends, if the user scheduled its end. */
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

/** One ZIP of a quote. `new`: in the order; `trial`: from the trial, unpaid; `paid`: in the subscription. */
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
  /** The ZIPs that `monthlyCents` pays for: new ones, then the trial's, then paid ones. Granted ZIPs are left out. */
  zips: z.array(quotedZip),
  centsPerZip: z.int(),
  /** The charge on confirmation; more ZIPs on a running subscription cost the rest of its period. */
  dueTodayCents: z.int(),
  /** Per month from `firstChargeAt`; on trial, the price of continuing. */
  monthlyCents: z.int(),
  /** When `monthlyCents` is first due; null if nothing will be charged. */
  firstChargeAt: instant.nullable(),
  /** The running subscription's scheduled end; an order continues it with all its ZIPs. */
  endsAt: instant.nullable(),
  /** Days left of a running trial, rounded up; otherwise 0. */
  freeDays: z.int(),
  mostTrialZips: z.int(),
});
export type Quote = z.output<typeof quote>;

const mode = z.enum(['test', 'live']);

/** The card that the provider charges. */
export const cardOnFile = z.object({
  brand: z.string(),
  last4: z.string(),
  expMonth: z.int(),
  expYear: z.int(),
});
export type CardOnFile = z.output<typeof cardOnFile>;

export const ownInvoice = z.object({
  id: z.string(),
  number: z.string().nullable(),
  createdAt: instant,
  /** As the provider names it: `draft`, `open`, `paid`, `uncollectible` or `void`. */
  status: z.string(),
  /** The invoice's sum, before a credit reduces it. */
  totalCents: z.int(),
  /** The part of `totalCents` that is charged. */
  dueCents: z.int(),
  /** The provider's page and its PDF; null while the provider has none. */
  pageUrl: z.url().nullable(),
  pdfUrl: z.url().nullable(),
});
export type OwnInvoice = z.output<typeof ownInvoice>;

/** The provider's facts about the caller. */
export const providerReading = z.object({
  /** Null without a card. A payment method of another kind has no card either. */
  card: cardOnFile.nullable(),
  /**
   * The next charge; null if none is scheduled. `isRetry`: an earlier charge failed and is tried again. `cents` is null
   * if the provider does not tell it.
   */
  nextCharge: z.object({ at: instant, cents: z.int().nullable(), isRetry: z.boolean() }).nullable(),
  /** Credit that the next invoices use. */
  creditCents: z.int(),
  /** Newest first. */
  invoices: z.array(ownInvoice),
  hasMoreInvoices: z.boolean(),
});
export type ProviderReading = z.output<typeof providerReading>;

/** Card, next charge and credit of a user, for admins; null if the provider did not answer. */
export const customerCard = providerReading
  .pick({ card: true, nextCharge: true, creditCents: true })
  .nullable();
export type CustomerCard = z.output<typeof customerCard>;

/** The caller's bill: billing's own books, and the provider's reading. */
export const billingOverview = z.object({
  standing: accountStanding,
  /** ZIPs that cost money: of a trial, or paid. Granted ones are left out. */
  zipCount: z.int(),
  /** The account's price of a ZIP for a month: that of its running subscription, else the configured one. */
  centsPerZip: z.int(),
  /** `zipCount` times `centsPerZip`. */
  monthlyCents: z.int(),
  /** Null if the provider did not answer. Its facts are then unknown. */
  provider: providerReading.nullable(),
});
export type BillingOverview = z.output<typeof billingOverview>;

/** Days before the end of a trial on which its user is reminded. */
export const reminderDays = [7, 3, 1, 0] as const;

/** The effects of a switch to the other payment mode, shown to the admin before the switch. */
export const modeSwitch = z.object({
  from: mode,
  to: mode,
  /** Whether the installation has keys of the other mode; without them payments fail. */
  hasKeys: z.boolean(),
  /** Users who are charged in the present mode, and the ZIPs that they pay. */
  payingUsers: z.int(),
  paidZips: z.int(),
  /** Users on trial with a saved card, which is not charged yet. */
  trialUsers: z.int().optional(),
  /** Users whose subscription still ran when the other mode was left. */
  returningUsers: z.int(),
  /** For how many days users without a card keep their ZIPs. */
  holdDays: z.int(),
});
export type ModeSwitch = z.output<typeof modeSwitch>;

/** ZIP codes in one query parameter, separated by commas. */
const zipCodeList = z
  .string()
  .max(6 * 500)
  .transform(list => list.split(',').filter(item => item !== ''))
  .pipe(z.array(zipCode).max(500));

const checkout = z.object({ checkoutUrl: z.url() });

const orderReply = z.object({
  success: z.boolean(),
  trialUser: z.boolean(),
  message: z.string(),
  checkoutUrl: z.url().optional(),
});
export type OrderReply = z.output<typeof orderReply>;

const paymentMode = z.object({
  testMode: z.boolean(),
  publishableKey: z.string(),
  /** The address of `window.Stripe` for browsers; null for the provider's own script. */
  scriptUrl: z.url().nullable(),
});
export type PaymentMode = z.output<typeof paymentMode>;

export const billingApi = {
  ...booksApi,
  ...businessApi,
  ...customerMoneyApi,

  customerCard: route('admin', 'GET /api/admin/customers/{userId}/card', {
    summary: "Get a user's card, next charge and credit from the payment provider",
    description: '`provider` is null if it does not answer within 8 seconds.',
  })
    .errors(missing)
    .input(z.object({ userId: id }))
    .output(z.object({ provider: customerCard })),

  exportUser: userFactsRoute('billing'),

  standing: route('user', 'GET /api/user', { summary: "Get the caller's trial and payment standing" })
    .errors(billingFailures.standing)
    .output(accountStanding),

  overview: route('user', 'GET /api/user/billing', {
    summary: "Get the caller's bill: state, price, next charge, card and invoices",
    description:
      'State, number of ZIPs and price come from our books. Card, next charge and invoices come from the payment ' +
      'provider; `provider` is null if it does not answer within 8 seconds.',
  })
    .errors(billingFailures.standing)
    .output(billingOverview),

  listSubscriptions: route('user', 'GET /api/subscriptions', { summary: "List the caller's ZIPs" }).output(
    z.array(subscription),
  ),

  quote: route('user', 'GET /api/quote', {
    summary: 'Get the cost of an order, or of paying for the trial; changes nothing',
    description:
      '`order` (the default) quotes an order of `zipCodes`, separated by commas, as charged now. ' +
      '`conversion` quotes paying for the ZIPs of the trial, in a checkout or with a new card.',
  })
    .errors(billingFailures.quote)
    .input(z.object({ zipCodes: zipCodeList.optional(), purpose: quotePurpose.default('order') }))
    .output(quote),

  subscribe: route('user', 'POST /api/subscribe/bulk', {
    summary: 'Order ZIPs: on trial, on the card on file, or in a checkout',
    description:
      '409 lists ZIPs that other users have taken in `zipCodes`. A repeated call changes nothing. ' +
      '400 `too_many_trial_zips` exceeds the limit of a trial; `industry_missing` needs an industry.',
  })
    .errors(billingFailures.subscribe)
    .input(
      z.object({
        zipCodeIds: z
          .array(zipCode)
          .min(1, 'Please select at least one ZIP code to purchase')
          .max(MAX_ORDERED_ZIPS),
      }),
    )
    .output(orderReply),

  unsubscribe: route('user', 'DELETE /api/subscriptions/{id}', {
    summary: 'Give a ZIP back; its list is no longer readable',
  })
    .errors(billingFailures.unsubscribe)
    .input(z.object({ id }))
    .output(done),

  convertTrial: route('user', 'POST /api/convert-trial', {
    summary: 'Open a checkout that turns the trial ZIPs into paid ones',
  })
    .errors(billingFailures.convertTrial)
    .output(checkout),

  openPortal: route('user', 'POST /api/stripe/customer-portal', {
    summary: 'Get a link to the billing portal',
  })
    .errors(billingFailures.openPortal)
    .output(z.object({ url: z.url() })),

  verifyPayment: route('user', 'POST /api/verify-payment', {
    summary: 'Get the result of a checkout after the user returns',
  })
    .errors(billingFailures.verifyPayment)
    .input(z.object({ sessionId: z.string().min(1).max(255) }))
    .output(z.object({ success: z.boolean(), converted: z.boolean(), subscriptionCount: z.int() })),

  setUpPayment: route('user', 'POST /api/setup-payment-method', { summary: 'Begin adding a card' })
    .errors(billingFailures.setUpPayment)
    .output(z.object({ clientSecret: z.string() })),

  verifyPaymentSetup: route('user', 'POST /api/verify-payment-setup', { summary: 'Confirm a new card' })
    .errors(billingFailures.verifyPaymentSetup)
    .input(z.object({ setupIntentId: z.string().min(1).max(255) }))
    .output(z.object({ success: z.boolean() })),

  stripeMode: route('user', 'GET /api/admin/stripe-mode', {
    summary: 'Get the payment mode and its publishable key',
    description: 'The browser loads `window.Stripe` from `scriptUrl`; null means from the provider itself.',
  })
    .errors(billingFailures.stripeMode)
    .output(paymentMode),

  modeSwitch: route('admin', 'GET /api/admin/stripe-mode/switch', {
    summary: 'Count the users that a switch of the payment mode affects; changes nothing',
    description:
      'The setting `STRIPE_TEST_MODE` switches the mode. Each mode keeps its customers, cards and subscriptions.',
  }).output(modeSwitch),

  listAllSubscriptions: route('admin', 'GET /api/admin/subscriptions', {
    summary: 'List the active subscriptions by email address and ZIP',
    description: 'All of them; with `page` or `limit`, one page. The header `X-Total-Count` counts all.',
  })
    .input(z.object(optionalPageQuery(5_000)))
    .output(z.array(subscription.extend({ userId: id, email: z.string() }))),

  countSubscriptions: route('admin', 'GET /api/admin/statistics/subscriptions', {
    summary: 'Count the active subscriptions',
  }).output(z.object({ active: z.int() })),

  paymentStatistics: route('admin', 'GET /api/admin/statistics/payments', {
    summary: 'Count trials, first payments and revenue by day',
    description:
      'Days are in UTC. `conversions` counts users by their first paid invoice; `revenueCents` sums the paid ' +
      'invoices. Both count the present payment mode; `testMode` marks test money.',
  })
    .input(trendDays)
    .output(
      z.object({
        testMode: z.boolean(),
        days: z.array(z.object({ day, trials: z.int(), conversions: z.int(), revenueCents: z.int() })),
      }),
    ),

  creditTrial: route('internal', 'PUT /internal/accounts/{accountId}/trial', {
    summary: 'End the trial `trialDays` days from now; idempotent by `creditId`',
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
  /** Price of these ZIPs a month, in USD cents; granted ones are free. */
  monthlyAmountCents: z.int(),
  /** Absent in older events, like the members below. */
  paymentState: paymentState.optional(),
  /** While past due: when the provider retries, and the amount in USD cents. */
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
export const trialGraceEnding = defineEvent('trial.hold-ending', {
  by: 'billing',
  summary: 'The ZIPs of an expired, unpaid trial are about to be released',
  data: accountState.extend({ releaseAt: instant, zipCodes: z.array(zipCode) }),
  key: account => account.id,
});
export const trialGraceEnded = defineEvent('trial.hold-ended', {
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
 * The events that update a copy of an account's standing, each with the whole state. Events of releases and payments
 * contain it too; the service that mails about them handles each by itself.
 */
export const standingEvents = [trialStarted, trialExpiring, trialExpired, standingChanged] as const;
export const paymentFailed = defineEvent('payment.failed', {
  ...ofAccount,
  summary:
    'A charge failed: while `past_due` the provider retries it, else the first charge of a subscription was declined',
});
export const paymentRecovered = defineEvent('payment.recovered', {
  ...ofAccount,
  summary: 'A failed charge went through',
});
export const paymentGivenUp = defineEvent('payment.given-up', {
  ...ofAccount,
  summary: 'The provider gave up on a failed charge; the subscription ended',
});

/** Why a user no longer has a ZIP: they gave it back, an admin took it, or the trial or the payments ended. */
export const subscriptionEnd = z.enum(['given-back', 'removed', 'trial-over', 'payments-ended']);
export type SubscriptionEnd = z.output<typeof subscriptionEnd>;

export const subscriptionState = z.object({
  id,
  version: z.int(),
  accountId: id,
  zipCode,
  city: z.string(),
  state: stateCode,
  industry: z.string(),
  kind: subscriptionKind,
  /** The claim in catalog that this subscription confirms. */
  claimId: id,
  createdAt: instant,
  cancelledAt: instant.nullable(),
  /** The ZIPs that came at once; absent in older events and when only the kind changed. */
  order: z.object({ id, zipCount: z.int() }).optional(),
  /** The change in price, if an admin took the ZIP from the user. Absent for other ends. */
  removal: zipRemoval.optional(),
  /** Absent while the user has the ZIP, in older events, and after other ends. */
  endedBy: subscriptionEnd.optional(),
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
