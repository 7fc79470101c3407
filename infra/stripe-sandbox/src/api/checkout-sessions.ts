import type { Stripe } from 'stripe';
import { z } from 'zod';
import { invalidRequest } from '../api-error.ts';
import { blankSession } from '../billing/blank-session.ts';
import { expireSession, saveTerms } from '../billing/checkout.ts';
import { expandable, integer, listPage, mergeMetadata, metadata, paged, text } from '../form-params.ts';
import { load, type Sandbox } from '../sandbox.ts';
import { newId } from '../stored-object.ts';
import { endpoint } from './endpoint.ts';
import { priceData, priceFor } from './prices.ts';
import { createSetupIntent } from './setup-intents.ts';

const daySeconds = 86_400;

const createParams = z.strictObject({
  ...expandable,
  mode: z.enum(['subscription', 'setup'], 'the sandbox serves checkout sessions that subscribe or set up'),
  customer: text,
  line_items: z
    .array(
      z.strictObject({
        price: text.optional(),
        price_data: priceData.optional(),
        quantity: integer.min(1),
      }),
    )
    .length(1, 'the sandbox bills sessions of exactly one line')
    .optional(),
  currency: text.optional(),
  setup_intent_data: z.strictObject({ metadata: metadata.optional() }).optional(),
  custom_text: z
    .strictObject({ submit: z.strictObject({ message: z.string().max(1200) }).optional() })
    .optional(),
  client_reference_id: z.string().max(200).optional(),
  metadata: metadata.optional(),
  subscription_data: z
    .strictObject({ metadata: metadata.optional(), trial_end: integer.optional() })
    .optional(),
  success_url: z.url(),
  cancel_url: z.url().optional(),
  expires_at: integer.optional(),
});
type CreateParams = z.output<typeof createParams>;

function checkTimes(params: CreateParams, now: number): number {
  const expiresAt = params.expires_at ?? now + daySeconds;
  if (expiresAt < now + 1800 - 60 || expiresAt > now + daySeconds) {
    const range = 'The `expires_at` timestamp must be from 30 minutes to 24 hours after creation.';
    throw invalidRequest(range, 'expires_at');
  }
  const trialEnd = params.subscription_data?.trial_end;
  if (trialEnd !== undefined && trialEnd < now + 2 * daySeconds) {
    const least = 'The `trial_end` date has to be at least 2 days in the future.';
    throw invalidRequest(least, 'subscription_data[trial_end]');
  }
  return expiresAt;
}

/** Returns a new session with the fields that `setup` and `subscription` sessions share. */
function begin(sandbox: Sandbox, params: CreateParams): Stripe.Checkout.Session {
  const now = Math.floor(sandbox.clock().getTime() / 1000);
  const expiresAt = checkTimes(params, now);
  const customer = load(sandbox, 'customer', params.customer, 'customer');
  const id = newId(sandbox.store.livemode ? 'cs_live' : 'cs_test');
  return {
    ...blankSession,
    id,
    amount_subtotal: null,
    amount_total: null,
    cancel_url: params.cancel_url ?? null,
    client_reference_id: params.client_reference_id ?? null,
    created: now,
    currency: params.currency ?? null,
    custom_text: { ...blankSession.custom_text, submit: params.custom_text?.submit ?? null },
    customer: customer.id,
    expires_at: expiresAt,
    metadata: mergeMetadata({}, params.metadata),
    mode: params.mode,
    success_url: params.success_url,
    url: `${sandbox.publicUrl}/checkout/${id}`,
  };
}

/** A session that takes a card and charges nothing. */
function createSetup(sandbox: Sandbox, params: CreateParams): Stripe.Checkout.Session {
  const session = begin(sandbox, params);
  if (params.currency === undefined) {
    const text = 'You must provide `currency` when creating a Checkout Session in setup mode.';
    throw invalidRequest(text, 'currency', 'parameter_missing');
  }
  if (params.line_items || params.subscription_data) {
    throw invalidRequest('You can not pass `line_items` in `setup` mode.', 'line_items');
  }
  const intent = createSetupIntent(sandbox, {
    customer: params.customer,
    metadata: params.setup_intent_data?.metadata,
    usage: 'off_session',
  });
  return sandbox.store.save<Stripe.Checkout.Session>({
    ...session,
    payment_status: 'no_payment_required',
    setup_intent: intent.id,
  });
}

/** A session that takes a card and starts a subscription. */
function createSubscribing(sandbox: Sandbox, params: CreateParams): Stripe.Checkout.Session {
  const session = begin(sandbox, params);
  const line = params.line_items?.[0];
  if (!line) throw invalidRequest('Missing required param: line_items.', 'line_items', 'parameter_missing');
  const price = priceFor(sandbox, line);
  const amount = (price.unit_amount ?? 0) * line.quantity;
  const trialEnd = params.subscription_data?.trial_end ?? null;
  saveTerms(sandbox, session.id, {
    trialEnd,
    metadata: mergeMetadata({}, params.subscription_data?.metadata),
  });
  return sandbox.store.save<Stripe.Checkout.Session>({
    ...session,
    amount_subtotal: amount,
    amount_total: trialEnd === null ? amount : 0,
    currency: price.currency,
    line_items: {
      object: 'list',
      has_more: false,
      url: `/v1/checkout/sessions/${session.id}/line_items`,
      data: [
        {
          id: newId('li'),
          object: 'item',
          adjustable_quantity: null,
          amount_discount: 0,
          amount_subtotal: amount,
          amount_tax: 0,
          amount_total: amount,
          currency: price.currency,
          description: sandbox.store.find('product', String(price.product))?.name ?? null,
          metadata: {},
          price,
          quantity: line.quantity,
        },
      ],
    },
  });
}

const create = (sandbox: Sandbox, params: CreateParams) =>
  params.mode === 'setup' ? createSetup(sandbox, params) : createSubscribing(sandbox, params);

/** `line_items` is shown only on request, by `expand`. */
function withoutLines({ line_items: _, ...session }: Stripe.Checkout.Session): Stripe.Checkout.Session {
  return session;
}

function shown(session: Stripe.Checkout.Session, expand: string[] = []): Stripe.Checkout.Session {
  return expand.includes('line_items') ? session : withoutLines(session);
}

export const checkoutSessionEndpoints = [
  endpoint('post /v1/checkout/sessions', createParams, (sandbox, params) =>
    shown(create(sandbox, params), params.expand),
  ),

  endpoint(
    'get /v1/checkout/sessions',
    z.strictObject({ ...paged, customer: text.optional(), subscription: text.optional() }),
    (sandbox, { customer, subscription, ...page }) => {
      const sessions = sandbox.store
        .list('checkout.session', customer)
        .filter(session => subscription === undefined || session.subscription === subscription);
      return listPage('/v1/checkout/sessions', sessions.map(withoutLines), page);
    },
  ),

  endpoint('get /v1/checkout/sessions/:id', z.strictObject(expandable), (sandbox, { expand }, { id = '' }) =>
    shown(load(sandbox, 'checkout.session', id, 'session'), expand),
  ),

  endpoint(
    'post /v1/checkout/sessions/:id/expire',
    z.strictObject(expandable),
    (sandbox, _params, { id = '' }) => {
      const session = load(sandbox, 'checkout.session', id, 'session');
      if (session.status !== 'open') {
        throw invalidRequest('Only Checkout Sessions with a status in ["open"] can be expired.');
      }
      return withoutLines(expireSession(sandbox, session));
    },
  ),
];
