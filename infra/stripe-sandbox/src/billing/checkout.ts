import type { Stripe } from 'stripe';
import { cardDeclined, invalidRequest } from '../api-error.ts';
import { load, record, type Sandbox } from '../sandbox.ts';
import { idOf } from '../stored-object.ts';
import { attachCard, type CardEntry, createCard, makeDefault } from './save-card.ts';
import { startSubscription } from './start-subscription.ts';

/** The terms of a session's subscription. The API takes them in `subscription_data` and never shows them. */
export type CheckoutTerms = { trialEnd: number | null; metadata: Stripe.Metadata };

export function saveTerms(
  { store }: Sandbox,
  sessionId: string,
  { trialEnd, metadata }: CheckoutTerms,
): void {
  store.change(
    'insert into checkout_terms (session_id, trial_end, metadata) values (?, ?, ?)',
    sessionId,
    trialEnd,
    JSON.stringify(metadata),
  );
}

export function termsOf({ store }: Sandbox, sessionId: string): CheckoutTerms {
  const [row] = store.rows('select trial_end, metadata from checkout_terms where session_id = ?', sessionId);
  return {
    trialEnd: row?.trial_end == null ? null : Number(row.trial_end),
    metadata: row ? JSON.parse(String(row.metadata)) : {},
  };
}

/** Returns the seller's URL for the browser after payment, with the session's ID. */
export function successUrl(session: Stripe.Checkout.Session): string {
  return (session.success_url ?? '/').replaceAll('{CHECKOUT_SESSION_ID}', session.id);
}

/**
 * Pays an open session: saves the card, starts the subscription and collects its first invoice. In mode `setup` it
 * only saves the card. A declined card throws and leaves the session open.
 */
export function payCheckout(sandbox: Sandbox, id: string, card: CardEntry): Stripe.Checkout.Session {
  const session = load(sandbox, 'checkout.session', id, 'session');
  if (session.status !== 'open') throw invalidRequest('This checkout session is no longer open.', 'session');
  const customer = idOf(session.customer);
  if (customer === null) throw invalidRequest('This checkout session has no customer.');
  const method = attachCard(sandbox, createCard(sandbox, card), customer);
  const paid =
    session.mode === 'setup'
      ? setUp(sandbox, session, method.id)
      : subscribe(sandbox, session, customer, method.id);
  const complete = sandbox.store.save<Stripe.Checkout.Session>({
    ...session,
    ...paid,
    status: 'complete',
    url: null,
  });
  record(sandbox, { type: 'checkout.session.completed', data: { object: complete } });
  return complete;
}

/** The card does not become the customer's default; the seller decides that. */
function setUp(sandbox: Sandbox, session: Stripe.Checkout.Session, method: string) {
  const intent = load(sandbox, 'setup_intent', idOf(session.setup_intent) ?? '', 'setup_intent');
  const done = sandbox.store.save<Stripe.SetupIntent>({
    ...intent,
    payment_method: method,
    status: 'succeeded',
  });
  record(sandbox, { type: 'setup_intent.succeeded', data: { object: done } });
  return {};
}

function subscribe(
  sandbox: Sandbox,
  session: Stripe.Checkout.Session,
  customer: string,
  method: string,
): Pick<Stripe.Checkout.Session, 'invoice' | 'payment_status' | 'subscription'> {
  const line = session.line_items?.data[0];
  if (!line?.price) throw invalidRequest('This checkout session has no lines.');
  makeDefault(sandbox, customer, method);
  const { subscription, invoice, result } = startSubscription(sandbox, {
    customer,
    price: line.price,
    quantity: line.quantity ?? 1,
    ...termsOf(sandbox, session.id),
    defaultPaymentMethod: method,
  });
  if (!result.paid) throw cardDeclined(result.message, result.declineCode);
  const payment_status = invoice.amount_due > 0 ? 'paid' : 'no_payment_required';
  return { invoice: invoice.id, payment_status, subscription: subscription.id };
}

export function expireSessions(sandbox: Sandbox): void {
  const now = sandbox.clock().getTime() / 1000;
  for (const session of sandbox.store.list('checkout.session')) {
    if (session.status !== 'open' || session.expires_at > now) continue;
    sandbox.store.transaction(() => expireSession(sandbox, session));
  }
}

export function expireSession(sandbox: Sandbox, session: Stripe.Checkout.Session): Stripe.Checkout.Session {
  const expired = sandbox.store.save<Stripe.Checkout.Session>({ ...session, status: 'expired', url: null });
  record(sandbox, { type: 'checkout.session.expired', data: { object: expired } });
  return expired;
}
