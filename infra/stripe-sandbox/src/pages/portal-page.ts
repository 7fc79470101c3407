import express from 'express';
import type { Stripe } from 'stripe';
import { ApiError, invalidRequest } from '../api-error.ts';
import { openInvoices, payOpenInvoice } from '../billing/renew.ts';
import { attachCard, createCard, makeDefault } from '../billing/save-card.ts';
import { cancelSubscription, soleItem, updateSubscription } from '../billing/subscription.ts';
import { load, type Modes, modeWithObject, type Sandbox } from '../sandbox.ts';
import { idOf } from '../stored-object.ts';
import { cardFormDefaults, readCardForm } from './card-form.ts';
import { creditOf } from './invoice-page.ts';
import { formatAmount, formatDay, renderPage } from './render.ts';

const statusWords: Partial<Record<string, string>> = {
  active: 'Active',
  trialing: 'Free trial',
  past_due: 'Payment failed',
  canceled: 'Cancelled',
  incomplete: 'Not paid',
};

function subscriptionView(subscription: Stripe.Subscription) {
  const item = soleItem(subscription);
  const live = subscription.status !== 'canceled';
  return {
    id: subscription.id,
    quantity: item.quantity,
    unitPrice: `${formatAmount(item.price.unit_amount ?? 0, subscription.currency)} per month`,
    status: statusWords[subscription.status] ?? subscription.status,
    periodLabel: !live || subscription.cancel_at_period_end ? 'Ends' : 'Renews',
    periodEnd: formatDay(subscription.ended_at ?? item.current_period_end),
    canEnd: live && !subscription.cancel_at_period_end,
    canStay: live && subscription.cancel_at_period_end,
  };
}

function cardView(sandbox: Sandbox, customer: Stripe.Customer): string | undefined {
  const id = idOf(customer.invoice_settings.default_payment_method) ?? '';
  const card = sandbox.store.find('payment_method', id)?.card;
  return card && `${card.display_brand} ending in ${card.last4}, expires ${card.exp_month}/${card.exp_year}`;
}

function portalPage(
  sandbox: Sandbox,
  session: Stripe.BillingPortal.Session,
  shown: { notice?: string; problem?: string },
) {
  const customer = load(sandbox, 'customer', session.customer);
  return renderPage('portal', 'Subscriptions and card', {
    ...cardFormDefaults(sandbox.clock()),
    ...shown,
    id: session.id,
    email: customer.email,
    returnUrl: session.return_url,
    card: cardView(sandbox, customer),
    subscriptions: sandbox.store.list('subscription', customer.id).map(subscriptionView),
    invoices: sandbox.store.list('invoice', customer.id).map(invoice => ({
      date: formatDay(invoice.created),
      number: invoice.number,
      amount: formatAmount(invoice.total, invoice.currency),
      credit: creditOf(invoice),
      status: invoice.status,
    })),
  });
}

function ownSubscription(sandbox: Sandbox, session: Stripe.BillingPortal.Session, id: unknown) {
  const subscription = load(sandbox, 'subscription', String(id), 'subscription');
  if (subscription.customer === session.customer) return subscription;
  throw invalidRequest('This subscription belongs to another customer.', 'subscription');
}

/** Makes the entered card the default of the customer and their subscriptions, and pays open invoices. */
function replaceCard(sandbox: Sandbox, customer: string, body: unknown): void {
  const method = attachCard(sandbox, createCard(sandbox, readCardForm(body)), customer);
  makeDefault(sandbox, customer, method.id);
  for (const subscription of sandbox.store.list('subscription', customer)) {
    if (subscription.status === 'canceled') continue;
    let changed = updateSubscription(sandbox, subscription, { default_payment_method: method.id });
    for (const invoice of openInvoices(sandbox, changed)) {
      changed = payOpenInvoice(sandbox, changed, invoice);
    }
  }
}

const notices = {
  'card-changed': 'The card was changed.',
  ended: 'The subscription has ended.',
  'ends-later': 'The subscription ends with the current period.',
  kept: 'The subscription goes on.',
};
type Notice = keyof typeof notices;
type PortalAction = (
  sandbox: Sandbox,
  session: Stripe.BillingPortal.Session,
  body: Record<string, unknown>,
) => Notice;

const isNotice = (name: unknown): name is Notice => typeof name === 'string' && name in notices;

const actions: Record<'card' | 'cancel' | 'keep', PortalAction> = {
  card(sandbox, session, body) {
    replaceCard(sandbox, session.customer, body);
    return 'card-changed';
  },
  cancel(sandbox, session, { subscription: id, when }) {
    const subscription = ownSubscription(sandbox, session, id);
    if (subscription.status === 'canceled') return 'ended';
    if (when === 'now') {
      cancelSubscription(sandbox, subscription, 'cancellation_requested');
      return 'ended';
    }
    updateSubscription(sandbox, subscription, { cancel_at_period_end: true });
    return 'ends-later';
  },
  keep(sandbox, session, { subscription: id }) {
    updateSubscription(sandbox, ownSubscription(sandbox, session, id), { cancel_at_period_end: false });
    return 'kept';
  },
};

/** The hosted page for subscriptions and card. */
export function portalRouter(modes: Modes): express.Router {
  const router = express.Router();

  router.get('/portal/:id', (request, response) => {
    const sandbox = modeWithObject(modes, request.params.id);
    const session = load(sandbox, 'billing_portal.session', request.params.id);
    const { done } = request.query;
    response.send(portalPage(sandbox, session, isNotice(done) ? { notice: notices[done] } : {}));
  });

  for (const [name, act] of Object.entries(actions)) {
    router.post(`/portal/:id/${name}`, (request, response) => {
      const sandbox = modeWithObject(modes, request.params.id);
      const session = load(sandbox, 'billing_portal.session', request.params.id);
      try {
        const done = sandbox.store.transaction(() => act(sandbox, session, request.body));
        response.redirect(303, `/portal/${session.id}?done=${done}`);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        response.status(error.status).send(portalPage(sandbox, session, { problem: error.message }));
      }
    });
  }

  return router;
}
