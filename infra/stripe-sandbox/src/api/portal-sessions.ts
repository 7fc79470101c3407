import type { Stripe } from 'stripe';
import { z } from 'zod';
import { expandable, text } from '../form-params.ts';
import { load, record, timeFor } from '../sandbox.ts';
import { newId } from '../stored-object.ts';
import { endpoint } from './endpoint.ts';

export const portalSessionEndpoints = [
  endpoint(
    'post /v1/billing_portal/sessions',
    z.strictObject({
      ...expandable,
      customer: text,
      configuration: text.optional(),
      return_url: z.url().optional(),
    }),
    (sandbox, params) => {
      const customer = load(sandbox, 'customer', params.customer, 'customer');
      const configuration =
        params.configuration === undefined
          ? undefined
          : load(sandbox, 'billing_portal.configuration', params.configuration, 'configuration');
      const id = newId('bps');
      const session = sandbox.store.save<Stripe.BillingPortal.Session>({
        id,
        object: 'billing_portal.session',
        configuration: configuration?.id ?? 'bpc_sandbox',
        created: timeFor(sandbox, null),
        customer: customer.id,
        customer_account: null,
        flow: null,
        livemode: false,
        locale: null,
        on_behalf_of: null,
        return_url: params.return_url ?? configuration?.default_return_url ?? null,
        url: `${sandbox.publicUrl}/portal/${id}`,
      });
      record(sandbox, { type: 'billing_portal.session.created', data: { object: session } });
      return session;
    },
  ),
];
