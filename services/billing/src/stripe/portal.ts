import { allow, contextOf } from '@closingwire/chassis/handlers';
import { plainRoutes } from '@closingwire/contracts/plain-routes';
import type express from 'express';
import { accountOf } from '../accounts/open.ts';
import type { Account } from '../accounts/rules.ts';
import { recordPortalVisit } from '../accounts/store.ts';
import type { Billing } from '../billing.ts';
import { askStripe } from './access.ts';
import { customerOf } from './customer.ts';

/** A link to the provider's page for subscriptions, card and invoices. */
export async function openPortal(billing: Billing, account: Account): Promise<{ url: string }> {
  const customer = await customerOf(billing, account);
  const { url } = await askStripe(billing.stripe, client =>
    client.billingPortal.sessions.create({ customer, return_url: `${billing.publicUrl}/subscriptions` }),
  );
  await recordPortalVisit(billing.pg, account.id, billing.clock());
  return { url };
}

/** A link for mails that lives longer than the provider's own: it leads to the portal whoever is signed in. */
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
