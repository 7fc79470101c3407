import type { Stripe } from 'stripe';
import type { z } from 'zod';
import { ApiError, cardDeclined, recordedRefusal } from '../api-error.ts';
import { cardByLast4, declineMessage } from '../cards.ts';
import { mergeMetadata, type metadata } from '../form-params.ts';
import { type EventDraft, load, record, type Sandbox, timeFor } from '../sandbox.ts';
import { idOf, newId, partOf } from '../stored-object.ts';
import { attachCard } from './save-card.ts';

/** A setup intent saves a card, a payment intent charges an amount. Both are confirmed alike. */
export type Intent = Stripe.SetupIntent | Stripe.PaymentIntent;

export const loadIntent = (sandbox: Sandbox, id: string): Intent =>
  id.startsWith('pi_')
    ? load(sandbox, 'payment_intent', id, 'intent')
    : load(sandbox, 'setup_intent', id, 'intent');

const cardOf = ({ card }: Stripe.PaymentMethod) => cardByLast4(card?.last4 ?? '');

/** Confirms an intent as its card demands: finishes it, sets it to `processing`, or asks the bank's question. */
export function confirmIntent(sandbox: Sandbox, intent: Intent, method: Stripe.PaymentMethod): Intent {
  switch (cardOf(method)?.confirming) {
    case 'bank-step':
      return requireBankStep(sandbox, intent, method);
    case 'processing':
      return sandbox.store.save({ ...intent, payment_method: method.id, status: 'processing' });
    default:
      return finishIntent(sandbox, intent, method);
  }
}

type IntentEvent = 'created' | 'requires_action' | 'succeeded' | 'setup_failed' | 'payment_failed';

/** Saves the changed intent and records its event. */
function changeIntent(sandbox: Sandbox, intent: Intent, changes: object, event: IntentEvent): Intent {
  const object: Intent = sandbox.store.save({ ...intent, ...changes });
  record(sandbox, { type: `${object.object}.${event}`, data: { object } } as EventDraft);
  return object;
}

type NewIntent = { customer?: string | undefined; metadata?: z.output<typeof metadata> | undefined };
type OwnFields =
  | Pick<Stripe.SetupIntent, 'object' | 'usage'>
  | Pick<Stripe.PaymentIntent, 'object' | 'amount' | 'amount_received' | 'currency'>;

export function createIntent(sandbox: Sandbox, { customer, metadata }: NewIntent, own: OwnFields): Intent {
  if (customer !== undefined) load(sandbox, 'customer', customer, 'customer');
  const id = newId(own.object === 'payment_intent' ? 'pi' : 'seti');
  const intent = partOf<Intent>({
    id,
    client_secret: newId(`${id}_secret`),
    created: timeFor(sandbox, customer ?? null),
    customer: customer ?? null,
    livemode: false,
    metadata: mergeMetadata({}, metadata),
    payment_method: null,
    status: 'requires_payment_method',
  });
  return changeIntent(sandbox, intent, own, 'created');
}

function requireBankStep(sandbox: Sandbox, intent: Intent, method: Stripe.PaymentMethod): Intent {
  const step = { type: 'use_stripe_sdk', use_stripe_sdk: {} };
  const asking = { payment_method: method.id, status: 'requires_action', next_action: step };
  return changeIntent(sandbox, intent, asking, 'requires_action');
}

/** Saves the card; a payment intent also charges it. A decline throws and leaves the intent open for another card. */
function finishIntent(sandbox: Sandbox, intent: Intent, method: Stripe.PaymentMethod): Intent {
  try {
    const customer = idOf(intent.customer);
    const card = cardOf(method);
    if (customer !== null) attachCard(sandbox, method, customer);
    if (card && (card.declines === 'attach' || (card.declines === 'charge' && 'amount' in intent))) {
      throw cardDeclined(declineMessage(card), card.declineCode);
    }
    return succeed(sandbox, intent, method.id);
  } catch (error) {
    if (error instanceof ApiError && error.fields.type === 'card_error') {
      throw refuse(sandbox, intent, error);
    }
    throw error;
  }
}

export function succeed(sandbox: Sandbox, intent: Intent, methodId: string): Intent {
  const own =
    intent.object === 'payment_intent'
      ? { amount_received: intent.amount, last_payment_error: null }
      : { last_setup_error: null };
  const done = { payment_method: methodId, status: 'succeeded', next_action: null, ...own };
  return changeIntent(sandbox, intent, done, 'succeeded');
}

/** Stores the failed attempt. The returned error has the intent, as Stripe's does. */
function refuse(sandbox: Sandbox, intent: Intent, { fields }: ApiError): ApiError {
  const { message, type, code = 'card_declined', decline_code = 'generic_decline' } = fields;
  const error = { type, code, decline_code, message };
  const isPayment = intent.object === 'payment_intent';
  const failed = {
    status: 'requires_payment_method',
    next_action: null,
    payment_method: null,
    ...(isPayment ? { last_payment_error: error } : { last_setup_error: error }),
  };
  const object = changeIntent(sandbox, intent, failed, isPayment ? 'payment_failed' : 'setup_failed');
  return recordedRefusal(fields, { [intent.object]: object });
}

/** Applies the customer's answer to the bank's question. */
export function answerBank(sandbox: Sandbox, intent: Intent, hasPassed: boolean): Intent {
  if (intent.status !== 'requires_action') return intent;
  const method = load(sandbox, 'payment_method', idOf(intent.payment_method) ?? '', 'payment_method');
  if (hasPassed) return finishIntent(sandbox, intent, method);
  const kind = intent.object;
  throw refuse(
    sandbox,
    intent,
    new ApiError(402, {
      type: 'invalid_request_error',
      code: `${kind}_authentication_failure`,
      message:
        'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    }),
  );
}

/**
 * Returns a function that finishes the intents that were already `processing` at its previous call. So an intent stays
 * `processing` for one interval, in which the customer returns to the seller's page.
 */
export function processingSettler(sandbox: Sandbox): () => void {
  let waiting = new Set<string>();
  return () => {
    const intents: Intent[] = [
      ...sandbox.store.list('setup_intent'),
      ...sandbox.store.list('payment_intent'),
    ];
    const processing = intents.filter(({ status }) => status === 'processing');
    for (const intent of processing) {
      const method = sandbox.store.find('payment_method', idOf(intent.payment_method) ?? '');
      if (method && waiting.has(intent.id))
        sandbox.store.transaction(() => finishIntent(sandbox, intent, method));
    }
    waiting = new Set(processing.map(({ id }) => id));
  };
}
