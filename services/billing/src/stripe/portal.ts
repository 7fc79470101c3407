import { allow, contextOf } from '@closingwire/chassis/handlers';
import { ownPortal, portalReturnUrl } from '@closingwire/contracts/payment-provider';
import { plainRoutes } from '@closingwire/contracts/plain-routes';
import type express from 'express';
import { Stripe } from 'stripe';
import { accountOf } from '../accounts/open.ts';
import { recordPortalVisit } from '../accounts/passes.ts';
import type { Account } from '../accounts/rules.ts';
import type { Billing } from '../billing.ts';
import { storedMode } from '../replicas.ts';
import { withCustomer } from './customer.ts';

/**
 * Returns the portal configuration that `closingwire stripe-setup` made. Returns undefined, which means the default,
 * if there is none or the key may not read it.
 */
async function configurationOf(client: Stripe, publicUrl: string): Promise<string | undefined> {
  try {
    const { data } = await client.billingPortal.configurations.list({ active: true, limit: 100 });
    return ownPortal(data, publicUrl)?.id;
  } catch (error) {
    if (error instanceof Stripe.errors.StripePermissionError) return undefined;
    throw error;
  }
}

/** A link to the provider's page for subscriptions, card and invoices. */
export async function openPortal(billing: Billing, account: Account): Promise<{ url: string }> {
  const mode = account.paymentMode ?? (await storedMode(billing.pg));
  const { url } = await withCustomer(billing, account, mode, async (client, customer) => {
    const configuration = await configurationOf(client, billing.publicUrl);
    return client.billingPortal.sessions.create({
      customer,
      return_url: portalReturnUrl(billing.publicUrl),
      ...(configuration !== undefined && { configuration }),
    });
  });
  await recordPortalVisit(billing.pg, account.id, billing.clock());
  return { url };
}

/** A permanent link for mails: opens the portal of the signed-in user. The provider's own links expire. */
export function portalLink(billing: Billing) {
  return (app: express.Router): void => {
    app.get(plainRoutes.billingPortal.path, allow('public'), async (request, response) => {
      const { caller } = contextOf(request);
      response.set('cache-control', 'no-store');
      if (caller.kind !== 'user') {
        response.redirect(303, `/auth?next=${encodeURIComponent('/subscriptions')}`);
        return;
      }
      const { url } = await openPortal(billing, await accountOf(billing, caller));
      response.redirect(303, url);
    });
  };
}
