import type { Stripe } from 'stripe';
import { z } from 'zod';
import { expandable, flag, listPage, mergeMetadata, metadata, paged, text } from '../form-params.ts';
import { load, type Sandbox, timeFor } from '../sandbox.ts';
import { newId, partOf } from '../stored-object.ts';
import { endpoint } from './endpoint.ts';

type Features = Stripe.BillingPortal.Configuration['features'];

const enabled = { enabled: flag };

/** The features of Stripe's portal that the sandbox serves. */
const features = z.strictObject({
  customer_update: z.strictObject(enabled).optional(),
  invoice_history: z.strictObject(enabled).optional(),
  payment_method_update: z.strictObject(enabled).optional(),
  subscription_cancel: z
    .strictObject({
      ...enabled,
      mode: z.enum(['at_period_end', 'immediately']).exactOptional(),
      proration_behavior: z.enum(['none', 'create_prorations', 'always_invoice']).exactOptional(),
    })
    .optional(),
  subscription_update: z.strictObject(enabled).optional(),
});

const fields = {
  ...expandable,
  business_profile: z.strictObject({ privacy_policy_url: z.url().exactOptional() }).optional(),
  default_return_url: z.url().optional(),
  metadata: metadata.optional(),
  name: text.optional(),
};

const noFeatures = partOf<Features>({
  customer_update: { enabled: false },
  invoice_history: { enabled: false },
  payment_method_update: { enabled: false },
  subscription_cancel: { enabled: false, mode: 'at_period_end', proration_behavior: 'none' },
  subscription_update: { enabled: false },
});

/** Merges changed features; missing ones stay. */
const changedFeatures = (before: Features, change: z.output<typeof features>): Features => ({
  ...before,
  customer_update: { ...before.customer_update, ...change.customer_update },
  invoice_history: change.invoice_history ?? before.invoice_history,
  payment_method_update: { ...before.payment_method_update, ...change.payment_method_update },
  subscription_cancel: { ...before.subscription_cancel, ...change.subscription_cancel },
  subscription_update: { ...before.subscription_update, ...change.subscription_update },
});

const blank = (sandbox: Sandbox) =>
  partOf<Stripe.BillingPortal.Configuration>({
    id: newId('bpc'),
    object: 'billing_portal.configuration',
    active: true,
    business_profile: { privacy_policy_url: null },
    created: timeFor(sandbox, null),
    default_return_url: null,
    features: noFeatures,
    livemode: false,
    metadata: {},
    name: null,
  });

const updateParams = z.strictObject({
  ...fields,
  active: flag.optional(),
  features: features.optional(),
});

function save(
  sandbox: Sandbox,
  before: Stripe.BillingPortal.Configuration,
  params: z.output<typeof updateParams>,
): Stripe.BillingPortal.Configuration {
  return sandbox.store.save<Stripe.BillingPortal.Configuration>({
    ...before,
    active: params.active ?? before.active,
    business_profile: { ...before.business_profile, ...params.business_profile },
    default_return_url: params.default_return_url ?? before.default_return_url,
    features: changedFeatures(before.features, params.features ?? {}),
    metadata: mergeMetadata(before.metadata ?? {}, params.metadata),
    name: params.name ?? before.name,
  });
}

export const portalConfigurationEndpoints = [
  endpoint(
    'post /v1/billing_portal/configurations',
    z.strictObject({ ...fields, features }),
    (sandbox, params) => save(sandbox, blank(sandbox), params),
  ),
  endpoint(
    'get /v1/billing_portal/configurations',
    z.strictObject({ ...paged, active: flag.optional() }),
    (sandbox, { active, ...page }) => {
      const matching = sandbox.store
        .list('billing_portal.configuration')
        .filter(found => active === undefined || found.active === active);
      return listPage('/v1/billing_portal/configurations', matching, page);
    },
  ),
  endpoint('post /v1/billing_portal/configurations/:id', updateParams, (sandbox, params, { id = '' }) =>
    save(sandbox, load(sandbox, 'billing_portal.configuration', id), params),
  ),
];
