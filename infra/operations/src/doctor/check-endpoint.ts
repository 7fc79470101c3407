import { type PaymentMode, paymentKeyNames, signingSecrets } from '@closingwire/contracts/payment-provider';
import type { Stripe } from 'stripe';
import type { Settings } from '../settings-file.ts';
import {
  endpointElsewhere,
  otherVersionOf,
  ownEndpoint,
  secretStateOf,
  secretsOfMode,
} from '../stripe-setup/own-endpoint.ts';
import { apiVersion, wantedEndpoint, webhookUrl } from '../stripe-setup/wanted.ts';
import { type Finding, problem, warning } from './finding.ts';

type Endpoint = Stripe.WebhookEndpoint;
type Facts = { mode: PaymentMode; endpoints: Endpoint[] };

const setup = 'run `make stripe-setup`';
const roll = 'run `make stripe-setup ARGS=--roll`, which replaces it';

function whereItIs({ endpoints }: Facts, url: string, known: readonly string[]): string {
  const elsewhere = endpointElsewhere(endpoints, known);
  if (!elsewhere) {
    const others = endpoints.map(endpoint => endpoint.url).join(', ') || 'none';
    return `expected one at ${url}, got ${others}; ${setup}.`;
  }
  const { origin } = new URL(elsewhere.url);
  return `expected one at ${url}, got the secret of ${elsewhere.url}; if this installation has moved, run \`make stripe-setup ARGS='--moved-from ${origin}'\`, else remove the secret and ${setup}.`;
}

/** Reasons why billing gets none or not all of the events. */
function faultsOf({ status, enabled_events: events }: Endpoint, publicUrl: string): string[] {
  const has = new Set(events);
  const missing = wantedEndpoint(publicUrl).enabled_events.filter(type => !has.has(type) && !has.has('*'));
  return [
    ...(status === 'enabled' ? [] : [`expected it enabled, got ${status}; ${setup}.`]),
    ...(missing.length === 0
      ? []
      : [`expected the events that billing reads, ${missing.join(', ')} missing; ${setup}.`]),
  ];
}

/** Billing refuses events signed with another secret. */
function checkSecret({ mode, endpoints }: Facts, own: Endpoint, settings: Settings) {
  const item = itemOf(mode);
  const name = paymentKeyNames[mode].webhookSecret;
  const state = secretStateOf(own, endpoints, secretsOfMode(settings, mode));
  if (state === 'set') return [];
  if (state === 'missing')
    return [
      problem(item, `expected its signing secret in ${name}, got another or none; set it, or ${roll}.`),
    ];
  const text = `${own.id} was made by hand, so that its signing secret cannot be compared with ${name}; if Stripe shows failed deliveries, ${roll}.`;
  return [warning(item, text)];
}

function warningsOf({ endpoints }: Facts, own: Endpoint): string[] {
  const version = otherVersionOf(own);
  const others = endpoints.filter(({ id, url }) => id !== own.id && url === own.url).map(({ id }) => id);
  return [
    ...(version === undefined ? [] : [`expected API version ${apiVersion}, got ${version}; ${roll}.`]),
    ...(others.length === 0
      ? []
      : [`${others.join(', ')} sends to the same address, with another secret; delete it at Stripe.`]),
  ];
}

const itemOf = (mode: PaymentMode) => `Stripe ${mode} mode, webhook endpoint`;

/** Compares a mode's webhook endpoint with the one that `closingwire stripe-setup` creates. */
export function checkEndpoint(facts: Facts, publicUrl: string, settings: Settings): Finding[] {
  const item = itemOf(facts.mode);
  const url = webhookUrl(publicUrl);
  const known = signingSecrets(settings);
  const own = ownEndpoint(facts.endpoints, url, known);
  if (!own) return [problem(item, whereItIs(facts, url, known))];
  return [
    ...faultsOf(own, publicUrl).map(text => problem(item, text)),
    ...checkSecret(facts, own, settings),
    ...warningsOf(facts, own).map(text => warning(item, text)),
  ];
}
