import { z } from 'zod';
import { invalidRequest, recordedDecline } from '../api-error.ts';
import { openInvoice, payOpenInvoice } from '../billing/renew.ts';
import { expandable, paged, text } from '../form-params.ts';
import { listPage } from '../list-page.ts';
import { load } from '../sandbox.ts';
import { idOf } from '../stored-object.ts';
import { endpoint } from './endpoint.ts';

export const invoiceEndpoints = [
  endpoint(
    'get /v1/invoices',
    z.strictObject({
      ...paged,
      customer: text.optional(),
      subscription: text.optional(),
      status: text.optional(),
    }),
    (sandbox, { customer, subscription, status, ...page }) => {
      const matching = sandbox.store.list('invoice', customer).filter(invoice => {
        const owner = idOf(invoice.parent?.subscription_details?.subscription ?? null);
        return (
          (status === undefined || invoice.status === status) &&
          (subscription === undefined || owner === subscription)
        );
      });
      return listPage('/v1/invoices', matching, page);
    },
  ),

  endpoint('get /v1/invoices/:id', z.strictObject(expandable), (sandbox, _params, { id = '' }) =>
    load(sandbox, 'invoice', id),
  ),

  endpoint('post /v1/invoices/:id/pay', z.strictObject(expandable), (sandbox, _params, { id = '' }) => {
    const invoice = load(sandbox, 'invoice', id);
    const owner = idOf(invoice.parent?.subscription_details?.subscription ?? null) ?? '';
    const subscription = load(sandbox, 'subscription', owner);
    if (openInvoice(sandbox, subscription)?.id !== id) {
      throw invalidRequest('Invoice is already paid', 'id', 'invoice_already_paid');
    }
    payOpenInvoice(sandbox, subscription, invoice);
    const after = load(sandbox, 'invoice', id);
    if (after.status !== 'paid') throw recordedDecline('Your card was declined.', 'generic_decline');
    return after;
  }),
];
