import express from 'express';
import type { Stripe } from 'stripe';
import { ApiError } from '../api-error.ts';
import { payCheckout, successUrl, termsOf } from '../billing/checkout.ts';
import { load, type Modes, modeWithObject, type Sandbox } from '../sandbox.ts';
import { idOf } from '../stored-object.ts';
import { cardFormDefaults, readCardForm } from './card-form.ts';
import { formatAmount, formatDay, renderPage } from './render.ts';

const declinedNumber = '4000000000000002';

function closedPage(session: Stripe.Checkout.Session): string {
  const complete = session.status === 'complete';
  return renderPage('closed', complete ? 'Payment complete' : 'Checkout expired', {
    heading: complete ? 'This order is already paid' : 'This checkout has expired',
    text: complete ? 'Nothing more is charged.' : 'Nothing was charged. Please start again.',
    link: complete ? successUrl(session) : session.cancel_url,
  });
}

/** The session's line and amount, less the customer's credit. */
function orderView(sandbox: Sandbox, session: Stripe.Checkout.Session) {
  const line = session.line_items?.data[0];
  if (!line) return { product: 'Save your card', submit: 'Save card' };
  const currency = session.currency ?? 'usd';
  const balance = sandbox.store.find('customer', idOf(session.customer) ?? '')?.balance ?? 0;
  const trialEnd = termsOf(sandbox, session.id).trialEnd;
  const dueCents = Math.max(0, (session.amount_total ?? 0) + balance);
  const dueNow = formatAmount(dueCents, currency);
  const subtotal = formatAmount(session.amount_subtotal ?? 0, currency);
  const from = trialEnd === null ? '' : ` from ${formatDay(trialEnd)}`;
  return {
    product: line.description,
    line: `${line.quantity} × ${formatAmount(line.price?.unit_amount ?? 0, currency)} per month`,
    subtotal,
    dueNow,
    terms: `then ${subtotal} per month${from}`,
    submit: dueCents === 0 && trialEnd !== null ? 'Start trial' : `Pay ${dueNow}`,
  };
}

function checkoutPage(sandbox: Sandbox, session: Stripe.Checkout.Session, problem?: string): string {
  const view = orderView(sandbox, session);
  return renderPage(
    'checkout',
    view.submit,
    {
      ...cardFormDefaults(sandbox.clock()),
      ...view,
      id: session.id,
      message: session.custom_text.submit?.message,
      cancelUrl: session.cancel_url,
      email: sandbox.store.find('customer', idOf(session.customer) ?? '')?.email,
      problem,
    },
    true,
  );
}

export function checkoutRouter(modes: Modes): express.Router {
  const router = express.Router();

  router.get('/checkout/:id', (request, response) => {
    const sandbox = modeWithObject(modes, request.params.id);
    const session = load(sandbox, 'checkout.session', request.params.id);
    response.send(session.status === 'open' ? checkoutPage(sandbox, session) : closedPage(session));
  });

  router.post('/checkout/:id', (request, response) => {
    const sandbox = modeWithObject(modes, request.params.id);
    const session = load(sandbox, 'checkout.session', request.params.id);
    if (session.status === 'complete') return response.redirect(303, successUrl(session));
    if (session.status !== 'open') return response.send(closedPage(session));
    try {
      const card =
        request.body.outcome === 'decline'
          ? { number: declinedNumber, expMonth: 12, expYear: sandbox.clock().getUTCFullYear() + 2 }
          : readCardForm(request.body);
      const paid = sandbox.store.transaction(() => payCheckout(sandbox, session.id, card));
      response.redirect(303, successUrl(paid));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      response.status(error.status).send(checkoutPage(sandbox, session, error.message));
    }
  });

  return router;
}
