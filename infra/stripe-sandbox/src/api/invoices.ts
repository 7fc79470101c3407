import { z } from 'zod';
import { invalidRequest } from '../api-error.ts';
import { previewChange, previewStart } from '../billing/preview-invoice.ts';
import { draftPrice } from '../billing/price.ts';
import { expandable, integer, listPage, paged, text } from '../form-params.ts';
import { load, type Sandbox } from '../sandbox.ts';
import { idOf } from '../stored-object.ts';
import { endpoint } from './endpoint.ts';
import { priceFor } from './prices.ts';
import { changedItem, changeOf, newItem, prorationBehavior } from './subscriptions.ts';

const previewParams = z.strictObject({
  ...expandable,
  customer: text.optional(),
  subscription: text.optional(),
  subscription_details: z
    .strictObject({
      items: z
        .array(changedItem.extend({ id: text.optional() }))
        .max(1)
        .optional(),
      proration_behavior: prorationBehavior,
      proration_date: integer.optional(),
      trial_end: integer.optional(),
      cancel_at_period_end: text.optional(),
    })
    .optional(),
});
type PreviewParams = z.output<typeof previewParams>;

function preview(sandbox: Sandbox, { customer, subscription, subscription_details: details }: PreviewParams) {
  const item = details?.items?.[0];
  if (subscription !== undefined) {
    const found = load(sandbox, 'subscription', subscription, 'subscription');
    const asked = item && changedItem.parse(item);
    const change = changeOf(sandbox, found, asked, draftPrice);
    return previewChange(
      sandbox,
      found,
      change && {
        ...change,
        prorationBehavior: details?.proration_behavior ?? 'create_prorations',
        prorationDate: details?.proration_date,
      },
    );
  }
  if (customer === undefined || item === undefined) {
    throw invalidRequest('The sandbox previews a subscription, or the items of a new one.', 'subscription');
  }
  load(sandbox, 'customer', customer, 'customer');
  const { id: _, ...line } = item;
  return previewStart(sandbox, {
    customer,
    price: priceFor(sandbox, line, draftPrice),
    quantity: newItem.parse(line).quantity,
    trialEnd: details?.trial_end ?? null,
    defaultPaymentMethod: null,
    metadata: {},
  });
}

export const invoiceEndpoints = [
  endpoint('post /v1/invoices/create_preview', previewParams, preview),

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
];
