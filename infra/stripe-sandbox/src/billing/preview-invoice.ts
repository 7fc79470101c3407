import type { Stripe } from 'stripe';
import type { Sandbox } from '../sandbox.ts';
import { entriesOf, type ItemChange, withChange } from './change-item.ts';
import { draftInvoice } from './invoice.ts';
import { pendingEntries } from './proration.ts';
import { periodEntry } from './start-subscription.ts';
import { draftSubscription, periodEnd, type SubscriptionStart, soleItem, withItem } from './subscription.ts';

const asPreview = (invoice: Stripe.Invoice, subscription: string | null): Stripe.Invoice => ({
  ...invoice,
  id: `upcoming_${invoice.id}`,
  hosted_invoice_url: null,
  number: null,
  parent: invoice.parent?.subscription_details
    ? {
        ...invoice.parent,
        subscription_details: { ...invoice.parent.subscription_details, subscription: subscription ?? '' },
      }
    : null,
});

/** Returns the first invoice of a new subscription; saves nothing. */
export function previewStart(sandbox: Sandbox, start: SubscriptionStart): Stripe.Invoice {
  const draft = draftSubscription(sandbox, start);
  return asPreview(draftInvoice(sandbox, draft, 'upcoming', [periodEntry(draft)]), null);
}

/**
 * Returns the next invoice after an optional change. With `always_invoice`, this is the change's own invoice,
 * otherwise the renewal's.
 */
export function previewChange(
  sandbox: Sandbox,
  subscription: Stripe.Subscription,
  change: ItemChange | undefined,
): Stripe.Invoice {
  const waiting = pendingEntries(sandbox, subscription);
  const caused = change ? entriesOf(sandbox, subscription, change) : [];
  const preview = (entries: typeof caused) =>
    asPreview(draftInvoice(sandbox, subscription, 'upcoming', entries), subscription.id);
  if (change?.prorationBehavior === 'always_invoice' && caused.length > 0) {
    return preview([...waiting, ...caused]);
  }
  const changed = change ? { ...subscription, ...withChange(subscription, change) } : subscription;
  return preview([periodEntry(nextPeriodOf(changed)), ...waiting, ...caused]);
}

function nextPeriodOf(subscription: Stripe.Subscription): Stripe.Subscription {
  const item = soleItem(subscription);
  const period = {
    current_period_start: item.current_period_end,
    current_period_end: periodEnd(item.current_period_end),
  };
  return { ...subscription, status: 'active', ...withItem(subscription, period) };
}
