import type { Stripe } from 'stripe';
import { ApiError, cardDeclined, recordedRefusal } from '../api-error.ts';
import { cardByLast4, declineMessage } from '../cards.ts';
import { load, record, type Sandbox } from '../sandbox.ts';
import { idOf } from '../stored-object.ts';
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

function requireBankStep(sandbox: Sandbox, intent: Intent, method: Stripe.PaymentMethod): Intent {
  const step = { type: 'use_stripe_sdk', use_stripe_sdk: {} } as const;
  const asking = { payment_method: method.id, status: 'requires_action', next_action: step } as const;
  if (intent.object === 'payment_intent') {
    const object = sandbox.store.save<Stripe.PaymentIntent>({ ...intent, ...asking });
    record(sandbox, { type: 'payment_intent.requires_action', data: { object } });
    return object;
  }
  const object = sandbox.store.save<Stripe.SetupIntent>({ ...intent, ...asking });
  record(sandbox, { type: 'setup_intent.requires_action', data: { object } });
  return object;
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

function succeed(sandbox: Sandbox, intent: Intent, methodId: string): Intent {
  const done = { payment_method: methodId, status: 'succeeded', next_action: null } as const;
  if (intent.object === 'payment_intent') {
    const object = sandbox.store.save<Stripe.PaymentIntent>({
      ...intent,
      ...done,
      amount_received: intent.amount,
      last_payment_error: null,
    });
    record(sandbox, { type: 'payment_intent.succeeded', data: { object } });
    return object;
  }
  const object = sandbox.store.save<Stripe.SetupIntent>({ ...intent, ...done, last_setup_error: null });
  record(sandbox, { type: 'setup_intent.succeeded', data: { object } });
  return object;
}

/** Stores the failed attempt. The returned error has the intent, as Stripe's does. */
export function refuse(sandbox: Sandbox, intent: Intent, { fields }: ApiError): ApiError {
  const { message, type, code = 'card_declined', decline_code = 'generic_decline' } = fields;
  const last = { type, code, decline_code, message } as const;
  const open = { status: 'requires_payment_method', next_action: null, payment_method: null } as const;
  if (intent.object === 'payment_intent') {
    const object = sandbox.store.save<Stripe.PaymentIntent>({ ...intent, ...open, last_payment_error: last });
    record(sandbox, { type: 'payment_intent.payment_failed', data: { object } });
    return recordedRefusal(fields, { payment_intent: object });
  }
  const object = sandbox.store.save<Stripe.SetupIntent>({ ...intent, ...open, last_setup_error: last });
  record(sandbox, { type: 'setup_intent.setup_failed', data: { object } });
  return recordedRefusal(fields, { setup_intent: object });
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
