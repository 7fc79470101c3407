import express from 'express';
import type { Stripe } from 'stripe';
import { load, type Modes, modeWithObject } from '../sandbox.ts';
import { formatAmount, formatDay, renderPage } from './render.ts';

/** The credit that an invoice used; empty without one. */
export function creditOf({ starting_balance, ending_balance, currency }: Stripe.Invoice): string {
  const used = (ending_balance ?? starting_balance) - starting_balance;
  return used > 0 ? formatAmount(-used, currency) : '';
}

const invoicePage = (invoice: Stripe.Invoice): string =>
  renderPage('invoice', `Invoice ${invoice.number}`, {
    number: invoice.number,
    email: invoice.customer_email,
    date: formatDay(invoice.created),
    status: invoice.status,
    lines: invoice.lines.data.map(({ description, amount }) => ({
      description,
      amount: formatAmount(amount, invoice.currency),
    })),
    total: formatAmount(invoice.total, invoice.currency),
    credit: creditOf(invoice),
    due: formatAmount(invoice.amount_due, invoice.currency),
  });

/** The hosted page of an invoice. As at the provider, its unguessable address is enough to read it. */
export function invoiceRouter(modes: Modes): express.Router {
  const router = express.Router();
  router.get('/invoices/:id', (request, response) => {
    const { id } = request.params;
    response.send(invoicePage(load(modeWithObject(modes, id), 'invoice', id)));
  });
  return router;
}
