import {
  type PaymentKeys,
  type PaymentMode,
  setupMark,
  signingSecrets,
} from '@closingwire/contracts/payment-provider';
import type { Stripe } from 'stripe';
import { apiVersion, digestKey, digestOf } from './wanted.ts';

type Endpoint = Stripe.WebhookEndpoint;

export const listEndpoints = (client: Stripe): Promise<Endpoint[]> =>
  client.webhookEndpoints.list({ limit: 100 }).autoPagingToArray({ limit: 1_000 });

export const secretOf = ({ metadata }: Endpoint, known: readonly string[]): string | undefined =>
  known.find(secret => digestOf(secret) === metadata[digestKey]);

/**
 * The endpoint of this installation: one at its address, first the one whose secret is in the settings. Endpoints at other
 * addresses may be of other installations on the same Stripe account.
 */
export function ownEndpoint(
  endpoints: readonly Endpoint[],
  url: string,
  known: readonly string[],
): Endpoint | undefined {
  const atUrl = endpoints.filter(endpoint => endpoint.url === url);
  return atUrl.find(endpoint => secretOf(endpoint, known)) ?? atUrl[0];
}

/**
 * The endpoint of another address whose secret is in the settings: either this installation has moved, or its settings are a
 * copy of those of another installation.
 */
export const endpointElsewhere = (endpoints: readonly Endpoint[], known: readonly string[]) =>
  endpoints.find(endpoint => secretOf(endpoint, known));

/** The secrets that may have signed events of this mode. STRIPE_WEBHOOK_SECRET may hold those of live mode, too. */
export function secretsOfMode(settings: PaymentKeys, mode: PaymentMode): string[] {
  const { STRIPE_API_URL, STRIPE_WEBHOOK_SECRET, STRIPE_LIVE_WEBHOOK_SECRET } = settings;
  const own = mode === 'live' ? STRIPE_LIVE_WEBHOOK_SECRET : undefined;
  return signingSecrets({ STRIPE_API_URL, STRIPE_WEBHOOK_SECRET: own ?? STRIPE_WEBHOOK_SECRET });
}

/**
 * Whether the settings have the endpoint's secret. Stripe's API does not show the secret of an endpoint that was made by hand:
 * it is `unknown` if the settings have a secret that belongs to no other endpoint.
 */
export function secretStateOf(
  endpoint: Endpoint,
  endpoints: readonly Endpoint[],
  known: readonly string[],
): 'set' | 'missing' | 'unknown' {
  if (secretOf(endpoint, known)) return 'set';
  if (endpoint.metadata[setupMark] !== undefined) return 'missing';
  const ofOthers = endpoints.map(other => secretOf(other, known));
  return known.some(secret => !ofOthers.includes(secret)) ? 'unknown' : 'missing';
}

/**
 * Returns the endpoint's API version if it is not ours. Stripe cannot change it; an endpoint made by hand may have the
 * account's default version.
 */
export const otherVersionOf = ({ api_version: version }: Endpoint): string | undefined =>
  version === apiVersion ? undefined : (version ?? "the account's default");
