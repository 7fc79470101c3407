import {
  ownPortal,
  type PaymentMode,
  paymentKeyFaults,
  paymentKeyNames,
  signingSecrets,
  zipPriceKey,
} from '@closingwire/contracts/payment-provider';
import { monthlyCentsPerZip } from '@closingwire/contracts/prices';
import { Stripe } from 'stripe';
import { explainStripeError, openModes } from '../open-stripe.ts';
import type { Settings } from '../settings-file.ts';
import { listPortals } from '../stripe-setup/portal-and-price.ts';
import { differences, wantedEndpoint, wantedPortal, webhookUrl } from '../stripe-setup/wanted.ts';
import { listEndpoints, ownEndpoint, secretStateOf } from '../stripe-setup/webhook-endpoint.ts';
import { type Finding, problem, warning } from './finding.ts';

/** Checks the kinds, modes and pairs of keys, without a call. */
export function checkStripeKeys(settings: Settings): Finding[] {
  const findings = paymentKeyFaults(settings).map(({ name, expected }) => {
    const value = settings[name];
    const got = value === undefined ? 'nothing' : `a value of ${value.length} characters`;
    const isSecret = name.endsWith('WEBHOOK_SECRET');
    const action = isSecret ? 'run `make stripe-setup`' : 'copy it from https://dashboard.stripe.com/apikeys';
    return problem(name, `expected ${expected}, got ${got}; ${action}.`);
  });
  if (settings.STRIPE_API_URL !== undefined) {
    const text = 'payments go to the sandbox, so that no card is charged; remove it to use Stripe.';
    return [...findings, warning('STRIPE_API_URL', text)];
  }
  if (findings.length === 0 && settings.STRIPE_LIVE_SECRET_KEY === undefined) {
    const text = 'not set, so that only test cards work; set it before customers pay.';
    return [warning('STRIPE_LIVE_SECRET_KEY', text)];
  }
  return findings;
}

/** The things of a mode at Stripe, or why they could not be read. */
export type StripeFacts = {
  mode: PaymentMode;
  endpoints?: Stripe.WebhookEndpoint[];
  portals?: Stripe.BillingPortal.Configuration[];
  price?: Stripe.Price | null;
  failures: { isRefusal: boolean; text: string }[];
};

/** Reads each mode whose key is set. */
export async function readStripe(settings: Settings): Promise<StripeFacts[]> {
  return Promise.all(
    openModes(settings).map(async open => {
      const facts: StripeFacts = { mode: open.mode, failures: [] };
      const look = async <T>(thing: string, read: () => Promise<T>): Promise<T | undefined> => {
        if (facts.failures.length > 0) return undefined;
        return read().catch((error: unknown) => {
          const isRefusal = error instanceof Stripe.errors.StripeAuthenticationError;
          facts.failures.push({ isRefusal, text: explainStripeError(error, open, thing) });
          return undefined;
        });
      };
      const endpoints = await look('webhook endpoint', () => listEndpoints(open.client));
      const portals = await look('customer portal', () => listPortals(open.client));
      const prices = await look('price', () =>
        open.client.prices.list({ lookup_keys: [zipPriceKey], active: true }),
      );
      return {
        ...facts,
        ...(endpoints && { endpoints }),
        ...(portals && { portals }),
        ...(prices && { price: prices.data[0] ?? null }),
      };
    }),
  );
}

const setupCommand = 'run `make stripe-setup`';

function checkEndpoint({ mode, endpoints = [] }: StripeFacts, publicUrl: string, known: string[]): Finding[] {
  const item = `Stripe ${mode} mode, webhook endpoint`;
  const url = webhookUrl(publicUrl);
  const own = ownEndpoint(endpoints, url, known);
  if (!own) {
    const others = endpoints.map(endpoint => endpoint.url).join(', ') || 'none';
    return [problem(item, `expected one at ${url}, got ${others}; ${setupCommand}.`)];
  }
  if (own.url !== url) return [problem(item, `expected ${url}, got ${own.url}; ${setupCommand}.`)];
  const findings: Finding[] = [];
  if (own.status !== 'enabled') {
    findings.push(problem(item, `expected it enabled, got ${own.status}; ${setupCommand}.`));
  }
  const has = new Set(own.enabled_events);
  const missing = wantedEndpoint(publicUrl).enabled_events.filter(type => !has.has(type) && !has.has('*'));
  if (missing.length > 0) {
    findings.push(
      problem(
        item,
        `expected the events that billing reads, ${missing.join(', ')} missing; ${setupCommand}.`,
      ),
    );
  }
  if (secretStateOf(own, known) === 'missing') {
    const name = paymentKeyNames[mode].webhookSecret;
    const text = `expected its signing secret in ${name}, got another or none; set it, or run \`make stripe-setup ARGS=--roll\`.`;
    findings.push(problem(item, text));
  }
  return findings;
}

function checkPortal({ mode, portals = [] }: StripeFacts, publicUrl: string): Finding[] {
  const item = `Stripe ${mode} mode, customer portal`;
  const own = ownPortal(portals, publicUrl);
  if (!own) return [problem(item, `expected a configuration of ClosingWire, got none; ${setupCommand}.`)];
  const different = differences(wantedPortal(publicUrl), own);
  if (different.length === 0) return [];
  return [problem(item, `expected other values of ${different.join(', ')}; ${setupCommand}.`)];
}

function checkPrice({ mode, price }: StripeFacts, priceCents: number): Finding[] {
  if (price === undefined || price?.unit_amount === priceCents) return [];
  const got = price ? `${price.unit_amount} cents` : 'none';
  const text = `expected ${priceCents} cents as in PRICE_CENTS, got ${got}; ${setupCommand}.`;
  return [warning(`Stripe ${mode} mode, price`, text)];
}

/** Compares what a mode has at Stripe with what billing needs there. */
export function checkStripe(facts: StripeFacts, settings: Settings): Finding[] {
  const publicUrl = URL.parse(settings.PUBLIC_URL ?? '')?.origin;
  if (publicUrl === undefined) return [];
  const failures = facts.failures.map(({ isRefusal, text }) => {
    const [item = '', ...rest] = text.split(': ');
    return (isRefusal ? problem : warning)(item, rest.join(': '));
  });
  return [
    ...failures,
    ...(facts.endpoints ? checkEndpoint(facts, publicUrl, signingSecrets(settings)) : []),
    ...(facts.portals ? checkPortal(facts, publicUrl) : []),
    ...checkPrice(facts, Number(settings.PRICE_CENTS ?? monthlyCentsPerZip)),
  ];
}
