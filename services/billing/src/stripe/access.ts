import { AppError } from '@closingwire/chassis/app-error';
import type { Pg } from '@closingwire/chassis/pg';
import { Stripe } from 'stripe';
import type { BillingConfig } from '../config.ts';
import { isTestMode } from '../replicas.ts';

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

type OpenMode = { client: Stripe; mode: PaymentMode };

function sandboxMode(apiUrl: string, config: BillingConfig, testMode: boolean): OpenMode {
  const { hostname, port, protocol } = new URL(apiUrl);
  const isSecure = protocol === 'https:';
  const client = new Stripe(config.STRIPE_SECRET_KEY, {
    ...options,
    host: hostname,
    port: port || (isSecure ? 443 : 80),
    protocol: isSecure ? 'https' : 'http',
  });
  const scriptUrl = new URL('/v3/stripe.js', config.STRIPE_SANDBOX_URL ?? apiUrl).href;
  return { client, mode: { testMode, publishableKey: config.STRIPE_PUBLISHABLE_KEY, scriptUrl } };
}

function openMode(config: BillingConfig, testMode: boolean): OpenMode | undefined {
  if (config.STRIPE_API_URL !== undefined) return sandboxMode(config.STRIPE_API_URL, config, testMode);
  const secret = testMode ? config.STRIPE_SECRET_KEY : config.STRIPE_LIVE_SECRET_KEY;
  const publishableKey = testMode ? config.STRIPE_PUBLISHABLE_KEY : config.STRIPE_LIVE_PUBLISHABLE_KEY;
  if (secret === undefined || publishableKey === undefined) return undefined;
  return { client: new Stripe(secret, options), mode: { testMode, publishableKey, scriptUrl: null } };
}

/** The payment provider with the keys of the stored mode, or the sandbox in its place. */
export function openStripe(pg: Pg, config: BillingConfig): StripeAccess {
  const modes = { test: openMode(config, true), live: openMode(config, false) };
  const secrets = config.STRIPE_WEBHOOK_SECRET.split(',').map(secret => secret.trim());

  async function current() {
    const testMode = await isTestMode(pg);
    const mode = testMode ? modes.test : modes.live;
    if (mode) return mode;
    const needed = 'STRIPE_LIVE_SECRET_KEY and STRIPE_LIVE_PUBLISHABLE_KEY';
    throw new AppError('unavailable', 'payments_not_set_up', `Live payments need ${needed}`);
  }

  return {
    client: async () => (await current()).client,
    mode: async () => (await current()).mode,
    verifiedEvent(body, signature) {
      for (const secret of secrets) {
        try {
          return Stripe.webhooks.constructEvent(body, signature, secret);
        } catch (error) {
          if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) throw error;
        }
      }
      throw new AppError('invalid', 'signature_wrong', 'The signature of this webhook is not valid');
    },
  };
}

const { errors } = Stripe;

function toAppError(error: unknown): unknown {
  if (error instanceof errors.StripeCardError) {
    return new AppError('invalid', 'card_declined', error.message, { cause: error });
  }
  if (error instanceof errors.StripeInvalidRequestError && error.statusCode === 404) {
    return new AppError('missing', 'payment_object_missing', error.message, { cause: error });
  }
  const isPassing =
    error instanceof errors.StripeConnectionError ||
    error instanceof errors.StripeRateLimitError ||
    (error instanceof errors.StripeAPIError && (error.statusCode ?? 500) >= 500);
  if (!isPassing) return error;
  const text = 'The payment provider does not answer; try again shortly';
  return new AppError('unavailable', 'payments_unavailable', text, { cause: error });
}

/** Runs a call of the provider; its failures come as AppErrors. Never inside a transaction. */
export async function askStripe<Result>(
  access: StripeAccess,
  call: (stripe: Stripe) => Promise<Result>,
): Promise<Result> {
  const client = await access.client();
  try {
    return await call(client);
  } catch (error) {
    throw toAppError(error);
  }
}

/** The same idempotency key came with another request before. */
export const isOtherRequest = (error: unknown) => error instanceof errors.StripeIdempotencyError;

export const isCardDeclined = (error: unknown): error is AppError =>
  error instanceof AppError && error.code === 'card_declined';
