import { allow, contextOf } from '@closingwire/chassis/handlers';
import { plainRoutes } from '@closingwire/contracts/plain-routes';
import type express from 'express';
import { accountOf } from './accounts/open-account.ts';
import type { Billing } from './billing.ts';
import { openPortal } from './payments/open-portal.ts';

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
