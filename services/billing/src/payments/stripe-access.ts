import { AppError } from '@closingwire/chassis/app-error';
import type { Pg } from '@closingwire/chassis/pg';
import { Stripe } from 'stripe';
import type { BillingConfig } from '../config.ts';
import { isTestMode } from '../db/settings.ts';

export type PaymentMode = {
  testMode: boolean;
  publishableKey: string;
  /** Where browsers load `window.Stripe` from; null for the provider's own script. */
  scriptUrl: string | null;
};

export type StripeAccess = {
  /** The client of the stored mode. */
  client(): Promise<Stripe>;
  mode(): Promise<PaymentMode>;
  /** The event that a webhook brought; throws `invalid` when nobody of ours signed it. */
  verifiedEvent(body: Buffer, signature: string): Stripe.Event;
};

const options = { maxNetworkRetries: 2, timeout: 10_000, telemetry: false } as const;

function sandboxClient({ STRIPE_SANDBOX_URL, STRIPE_SANDBOX_SECRET_KEY }: BillingConfig): Stripe {
  const { hostname, port, protocol } = new URL(STRIPE_SANDBOX_URL);
  return new Stripe(STRIPE_SANDBOX_SECRET_KEY, {
    ...options,
    host: hostname,
    port: port || (protocol === 'https:' ? 443 : 80),
    protocol: protocol === 'https:' ? 'https' : 'http',
  });
}

function openMode(config: BillingConfig, testMode: boolean, sandbox: Stripe) {
  const secret = testMode ? config.STRIPE_TEST_SECRET_KEY : config.STRIPE_LIVE_SECRET_KEY;
  const publishable = testMode ? config.STRIPE_TEST_PUBLISHABLE_KEY : config.STRIPE_LIVE_PUBLISHABLE_KEY;
  if (secret !== undefined) {
    const mode: PaymentMode = { testMode, publishableKey: publishable ?? '', scriptUrl: null };
    return { client: new Stripe(secret, options), mode };
  }
  const hasOther = config.STRIPE_TEST_SECRET_KEY !== undefined || config.STRIPE_LIVE_SECRET_KEY !== undefined;
  if (hasOther) return undefined;
  const scriptUrl = new URL('/v3/stripe.js', config.STRIPE_SANDBOX_URL).href;
  return { client: sandbox, mode: { testMode, publishableKey: 'pk_test_sandbox', scriptUrl } };
}

/** The payment provider with the keys of the stored mode, or the sandbox where no key is set at all. */
export function openStripe(pg: Pg, config: BillingConfig): StripeAccess {
  const sandbox = sandboxClient(config);
  const modes = { test: openMode(config, true, sandbox), live: openMode(config, false, sandbox) };
  const secrets = config.STRIPE_WEBHOOK_SECRET.split(',').map(secret => secret.trim());

  async function current() {
    const testMode = await isTestMode(pg);
    const mode = testMode ? modes.test : modes.live;
    if (mode) return mode;
    const name = testMode ? 'STRIPE_TEST_SECRET_KEY' : 'STRIPE_LIVE_SECRET_KEY';
    throw new AppError('unavailable', 'payments_not_set_up', `Payments need ${name} in this mode`);
  }

  return {
    client: async () => (await current()).client,
    mode: async () => (await current()).mode,
    verifiedEvent(body, signature) {
      for (const secret of secrets) {
        try {
          return sandbox.webhooks.constructEvent(body, signature, secret);
        } catch (error) {
          if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) throw error;
        }
      }
      throw new AppError('invalid', 'signature_wrong', 'The signature of this webhook is not valid');
    },
  };
}
