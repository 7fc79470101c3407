import { createHash } from 'node:crypto';
import {
  addressMark,
  paymentEventTypes,
  portalReturnUrl,
  setupMark,
  zipPriceKeyOf,
  zipProduct,
} from '@closingwire/contracts/payment-provider';
import { plainRoutes } from '@closingwire/contracts/plain-routes';
import { Stripe } from 'stripe';

/* The state that the setup command creates at Stripe and the doctor compares. */

export const webhookUrl = (publicUrl: string): string => `${publicUrl}${plainRoutes.stripeWebhook.path}`;

/** Identifies a signing secret, which Stripe shows only once. In the metadata of its endpoint it reveals nothing. */
export const digestOf = (secret: string): string =>
  createHash('sha256').update(secret).digest('hex').slice(0, 16);

export const digestKey = 'closingwire_secret';

/** Events come in the API version of the `stripe` library, which reads them. */
export const apiVersion = Stripe.API_VERSION;

export const wantedEndpoint = (publicUrl: string) => ({
  url: webhookUrl(publicUrl),
  enabled_events: [...paymentEventTypes],
  description: 'ClosingWire: payments and subscriptions',
});

/**
 * Users end the subscription with its period, change the card and read invoices. The rest is ClosingWire's: the number of ZIPs
 * decides the quantity, and name and email follow the account.
 */
export const wantedPortal = (publicUrl: string) => ({
  name: 'ClosingWire',
  business_profile: { privacy_policy_url: `${publicUrl}/privacy-policy` },
  default_return_url: portalReturnUrl(publicUrl),
  features: {
    customer_update: { enabled: false },
    invoice_history: { enabled: true },
    payment_method_update: { enabled: true },
    subscription_cancel: {
      enabled: true,
      mode: 'at_period_end' as const,
      proration_behavior: 'none' as const,
    },
    subscription_update: { enabled: false },
  },
  metadata: { [setupMark]: 'portal', [addressMark]: publicUrl },
});

export const wantedPrice = ({ centsPerZip, publicUrl }: { centsPerZip: number; publicUrl: string }) => ({
  product: zipProduct.id,
  currency: 'usd',
  unit_amount: centsPerZip,
  recurring: { interval: 'month' as const },
  lookup_key: zipPriceKeyOf(publicUrl),
  nickname: 'One ZIP code, monthly',
  metadata: { [setupMark]: 'price', [addressMark]: publicUrl },
});

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const comparable = (value: unknown) => JSON.stringify(Array.isArray(value) ? value.toSorted() : value);

/** Returns the paths at which `found` differs from `wanted`. The order of lists does not count. */
export function differences(wanted: Record<string, unknown>, found: object, at = ''): string[] {
  return Object.entries(wanted).flatMap(([key, value]) => {
    const actual: unknown = Reflect.get(found, key);
    const path = `${at}${key}`;
    if (isFields(value)) return differences(value, isFields(actual) ? actual : {}, `${path}.`);
    return comparable(value) === comparable(actual) ? [] : [path];
  });
}
