import type { Stripe } from 'stripe';
import { z } from 'zod';
import { expandable, flag, listPage, mergeMetadata, metadata, paged, text } from '../form-params.ts';
import { load, type Sandbox, timeFor } from '../sandbox.ts';
import { newId } from '../stored-object.ts';
import { endpoint } from './endpoint.ts';

type Features = Stripe.BillingPortal.Configuration['features'];

const enabled = { enabled: flag };
const allowedUpdates = z.enum(['address', 'email', 'name', 'phone', 'shipping', 'tax_id']);
const reasons = z.enum([
  'customer_service',
  'low_quality',
  'missing_features',
  'other',
  'switched_service',
  'too_complex',
  'too_expensive',
  'unused',
]);

/** The features of Stripe's portal that the sandbox serves. */
const features = z.strictObject({
  customer_update: z
    .strictObject({ ...enabled, allowed_updates: z.array(allowedUpdates).or(z.literal('')).optional() })
    .optional(),
  invoice_history: z.strictObject(enabled).optional(),
  payment_method_update: z.strictObject(enabled).optional(),
  subscription_cancel: z
    .strictObject({
      ...enabled,
      mode: z.enum(['at_period_end', 'immediately']).optional(),
      proration_behavior: z.enum(['none', 'create_prorations', 'always_invoice']).optional(),
      cancellation_reason: z.strictObject({ ...enabled, options: z.array(reasons).optional() }).optional(),
    })
    .optional(),
  subscription_update: z.strictObject(enabled).optional(),
});

const fields = {
  ...expandable,
  business_profile: z
    .strictObject({
      headline: text.optional(),
      privacy_policy_url: z.url().optional(),
      terms_of_service_url: z.url().optional(),
    })
    .optional(),
  default_return_url: z.url().optional(),
  metadata: metadata.optional(),
  name: text.optional(),
};

const noFeatures: Features = {
  customer_update: { enabled: false, allowed_updates: [] },
  invoice_history: { enabled: false },
  payment_method_update: { enabled: false, payment_method_configuration: null },
  subscription_cancel: {
    enabled: false,
    mode: 'at_period_end',
    proration_behavior: 'none',
    cancellation_reason: { enabled: false, feedback_options: null, options: [] },
  },
  subscription_pause: { enabled: false, duration: { type: 'indefinite', interval_options: [] } },
  subscription_update: {
    enabled: false,
    billing_cycle_anchor: null,
    default_allowed_updates: [],
    products: [],
    proration_behavior: 'none',
    schedule_at_period_end: { conditions: [] },
    trial_update_behavior: 'end_trial',
  },
};

/** Merges changed features; missing ones stay. */
function changedFeatures(before: Features, change: z.output<typeof features>): Features {
  const { customer_update: customer, subscription_cancel: cancel } = change;
  const updates = customer?.allowed_updates;
  return {
    ...before,
    customer_update: {
      enabled: customer?.enabled ?? before.customer_update.enabled,
      allowed_updates: updates === undefined ? before.customer_update.allowed_updates : updates || [],
    },
    invoice_history: change.invoice_history ?? before.invoice_history,
    payment_method_update: { ...before.payment_method_update, ...change.payment_method_update },
    subscription_cancel: {
      enabled: cancel?.enabled ?? before.subscription_cancel.enabled,
      mode: cancel?.mode ?? before.subscription_cancel.mode,
      proration_behavior: cancel?.proration_behavior ?? before.subscription_cancel.proration_behavior,
      cancellation_reason: {
        ...before.subscription_cancel.cancellation_reason,
        enabled:
          cancel?.cancellation_reason?.enabled ?? before.subscription_cancel.cancellation_reason.enabled,
        options:
          cancel?.cancellation_reason?.options ?? before.subscription_cancel.cancellation_reason.options,
      },
    },
    subscription_update: { ...before.subscription_update, ...change.subscription_update },
  };
}

const blank = (sandbox: Sandbox): Stripe.BillingPortal.Configuration => ({
  id: newId('bpc'),
  object: 'billing_portal.configuration',
  active: true,
  application: null,
  business_profile: { headline: null, privacy_policy_url: null, terms_of_service_url: null },
  created: timeFor(sandbox, null),
  default_return_url: null,
  features: noFeatures,
  is_default: false,
  livemode: false,
  login_page: { enabled: false, url: null },
  metadata: {},
  name: null,
  updated: timeFor(sandbox, null),
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
  const { headline, privacy_policy_url, terms_of_service_url } = params.business_profile ?? {};
  return sandbox.store.save<Stripe.BillingPortal.Configuration>({
    ...before,
    active: params.active ?? before.active,
    business_profile: {
      headline: headline ?? before.business_profile.headline,
      privacy_policy_url: privacy_policy_url ?? before.business_profile.privacy_policy_url,
      terms_of_service_url: terms_of_service_url ?? before.business_profile.terms_of_service_url,
    },
    default_return_url: params.default_return_url ?? before.default_return_url,
    features: changedFeatures(before.features, params.features ?? {}),
    metadata: mergeMetadata(before.metadata ?? {}, params.metadata),
    name: params.name ?? before.name,
    updated: timeFor(sandbox, null),
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
