import { ownPortal, type PaymentMode, paymentKeyFaults } from '@closingwire/contracts/payment-provider';
import { monthlyCentsPerZip } from '@closingwire/contracts/prices';
import { Stripe } from 'stripe';
import { explainStripeError, openModes } from '../open-stripe.ts';
import type { Settings } from '../settings-file.ts';
import { listEndpoints } from '../stripe-setup/own-endpoint.ts';
import { findPrice, listPortals } from '../stripe-setup/portal-and-price.ts';
import { differences, wantedPortal } from '../stripe-setup/wanted.ts';
import { checkEndpoint } from './check-endpoint.ts';
import { type Finding, problem, warning } from './finding.ts';

/** Checks kinds, modes and pairs of keys without a call. */
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

/** The objects of a mode at Stripe, or why they could not be read. */
export type StripeFacts = {
  mode: PaymentMode;
  endpoints?: Stripe.WebhookEndpoint[];
  portals?: Stripe.BillingPortal.Configuration[];
  price?: Stripe.Price | null;
  failures: { isRefusal: boolean; text: string }[];
};

const originOf = ({ PUBLIC_URL: address }: Settings) => URL.parse(address ?? '')?.origin;

/** Reads each mode with a key. */
export async function readStripe(settings: Settings): Promise<StripeFacts[]> {
  const publicUrl = originOf(settings);
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
      const price = await look('price', async () =>
        publicUrl === undefined ? null : ((await findPrice(open.client, { publicUrl })) ?? null),
      );
      return {
        ...facts,
        ...(endpoints && { endpoints }),
        ...(portals && { portals }),
        ...(price !== undefined && { price }),
      };
    }),
  );
}

const setupCommand = 'run `make stripe-setup`';

function checkPortal({ mode, portals = [] }: StripeFacts, publicUrl: string): Finding[] {
  const item = `Stripe ${mode} mode, customer portal`;
  const own = ownPortal(portals, publicUrl);
  if (!own) return [problem(item, `expected a configuration of ClosingWire, got none; ${setupCommand}.`)];
  // An earlier version's configuration lacks the address in its metadata; `make stripe-setup` adds it.
  const { metadata: _, ...wanted } = wantedPortal(publicUrl);
  const different = differences(wanted, own);
  if (different.length === 0) return [];
  return [problem(item, `expected other values of ${different.join(', ')}; ${setupCommand}.`)];
}

function checkPrice({ mode, price }: StripeFacts, priceCents: number): Finding[] {
  if (price === undefined || price?.unit_amount === priceCents) return [];
  const got = price ? `${price.unit_amount} cents` : 'none';
  const text = `expected ${priceCents} cents as in PRICE_CENTS, got ${got}; ${setupCommand}.`;
  return [warning(`Stripe ${mode} mode, price`, text)];
}

/** Compares a mode's objects at Stripe with those that billing needs. */
export function checkStripe(facts: StripeFacts, settings: Settings): Finding[] {
  const publicUrl = originOf(settings);
  if (publicUrl === undefined) return [];
  const failures = facts.failures.map(({ isRefusal, text }) => {
    const [item = '', ...rest] = text.split(': ');
    return (isRefusal ? problem : warning)(item, rest.join(': '));
  });
  return [
    ...failures,
    ...(facts.endpoints
      ? checkEndpoint({ mode: facts.mode, endpoints: facts.endpoints }, publicUrl, settings)
      : []),
    ...(facts.portals ? checkPortal(facts, publicUrl) : []),
    ...checkPrice(facts, Number(settings.PRICE_CENTS ?? monthlyCentsPerZip)),
  ];
}
