import { AppError } from '@closingwire/chassis/app-error';
import type { Part } from '@closingwire/chassis/part';
import type { Pg } from '@closingwire/chassis/pg';
import type { PaymentMode } from '@closingwire/contracts/billing';
import { sandboxAddress, sandboxKeys, signingSecrets } from '@closingwire/contracts/payment-provider';
import { Stripe } from 'stripe';
import type { Mode } from '../accounts/rules.ts';
import type { BillingConfig } from '../config.ts';
import { storedMode } from '../replicas.ts';

export type StripeAccess = {
  /** Returns the client of a mode. Throws `unavailable` if the mode has no keys. */
  client(mode: Mode): Stripe;
  hasKeys(mode: Mode): boolean;
  /** Returns the stored payment mode, with its keys for browsers. */
  mode(): Promise<PaymentMode>;
  /** Reports the process as not ready while the stored mode has no keys. */
  part: Part;
  /** Returns the event of a webhook; throws `invalid` if no secret matches the signature. */
  verifiedEvent(body: Buffer, signature: string): Stripe.Event;
};

const options = { maxNetworkRetries: 2, timeout: 10_000, telemetry: false } as const;

type OpenMode = { client: Stripe; mode: PaymentMode };

type Keys = { secret: string; publishable: string };

/** The sandbox has keys of both modes; for Stripe itself, one mode's keys may be missing. */
function keysOf(config: BillingConfig, mode: Mode): Keys | undefined {
  const isSandbox = config.STRIPE_API_URL !== undefined;
  const ofTest = { secret: config.STRIPE_SECRET_KEY, publishable: config.STRIPE_PUBLISHABLE_KEY };
  if (mode === 'test') return isSandbox || ofTest.secret !== sandboxKeys.secretKey ? ofTest : undefined;
  const { STRIPE_LIVE_SECRET_KEY: secret, STRIPE_LIVE_PUBLISHABLE_KEY: publishable } = config;
  if (secret !== undefined && publishable !== undefined) return { secret, publishable };
  return isSandbox
    ? { secret: sandboxKeys.liveSecretKey, publishable: sandboxKeys.livePublishableKey }
    : undefined;
}

function openMode(config: BillingConfig, mode: Mode): OpenMode | undefined {
  const keys = keysOf(config, mode);
  if (!keys) return undefined;
  const { STRIPE_API_URL: apiUrl } = config;
  const client = new Stripe(keys.secret, { ...options, ...(apiUrl !== undefined && sandboxAddress(apiUrl)) });
  const scriptUrl =
    apiUrl === undefined ? null : new URL('/v3/stripe.js', config.STRIPE_SANDBOX_URL ?? apiUrl).href;
  return { client, mode: { testMode: mode === 'test', publishableKey: keys.publishable, scriptUrl } };
}

const keyNames = {
  test: 'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY',
  live: 'STRIPE_LIVE_SECRET_KEY and STRIPE_LIVE_PUBLISHABLE_KEY',
};

/** The payment provider, or the sandbox in its place, with the keys of both modes. */
export function openStripe(pg: Pg, config: BillingConfig): StripeAccess {
  const modes = { test: openMode(config, 'test'), live: openMode(config, 'live') };
  const secrets = signingSecrets(config);

  function opened(mode: Mode): OpenMode {
    const found = modes[mode];
    if (found) return found;
    throw new AppError(
      'unavailable',
      'payments_not_set_up',
      `Payments in ${mode} mode need ${keyNames[mode]}`,
    );
  }

  return {
    client: mode => opened(mode).client,
    hasKeys: mode => modes[mode] !== undefined,
    mode: async () => opened(await storedMode(pg)).mode,
    part: {
      name: 'payments',
      start: async () => {},
      stop: async () => {},
      check: async () => void opened(await storedMode(pg)),
    },
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

/**
 * Returns true if an earlier call with the same idempotency key still runs at the provider. The library has no class
 * for this error.
 */
const isKeyInUse = (error: unknown): boolean =>
  error instanceof errors.StripeAPIError && error.statusCode === 409;

function toAppError(error: unknown): unknown {
  if (error instanceof errors.StripeCardError) {
    return new AppError('invalid', 'card_declined', error.message, { cause: error });
  }
  if (isGone(error)) {
    const message = error instanceof Error ? error.message : 'The payment provider does not know this object';
    return new AppError('missing', 'payment_object_missing', message, { cause: error });
  }
  const isPassing =
    error instanceof errors.StripeConnectionError ||
    error instanceof errors.StripeRateLimitError ||
    isKeyInUse(error) ||
    (error instanceof errors.StripeAPIError && (error.statusCode ?? 500) >= 500);
  if (!isPassing) return error;
  const text = 'The payment provider does not answer; try again shortly';
  return new AppError('unavailable', 'payments_unavailable', text, { cause: error });
}

/** Calls the provider and translates its errors to AppErrors. Never call it inside a transaction. */
export async function askStripe<Result>(
  access: StripeAccess,
  mode: Mode,
  call: (stripe: Stripe) => Promise<Result>,
): Promise<Result> {
  const client = access.client(mode);
  try {
    return await call(client);
  } catch (error) {
    throw toAppError(error);
  }
}

/**
 * Returns true if the provider replied with a fault of its own. It stores that reply under the idempotency key for a
 * day, so the next attempt needs another key. https://docs.stripe.com/api/idempotent_requests
 */
export const isStoredFault = (error: unknown): boolean => {
  const cause = error instanceof AppError ? error.cause : error;
  return (
    (cause instanceof errors.StripeAPIError && (cause.statusCode ?? 0) >= 500) ||
    cause instanceof errors.StripeIdempotencyError
  );
};

/** Returns true if the object does not exist for the keys of this mode. */
export const isUnknown = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'payment_object_missing';

/** Like `isUnknown`, for the provider's own error, which `askStripe` has not translated. */
export const isGone = (error: unknown): boolean =>
  error instanceof errors.StripeInvalidRequestError &&
  (error.code === 'resource_missing' || error.statusCode === 404);

/**
 * Returns true if the provider refused the request. Its data has changed since the reading, for example by a
 * cancellation in the portal.
 */
export const isRefused = (error: unknown): boolean => error instanceof errors.StripeInvalidRequestError;

/** For `catch`: returns undefined if the provider does not know the object; rethrows other errors. */
export function ignoreUnknown(error: unknown): undefined {
  if (!isUnknown(error)) throw error;
}

export const isCardDeclined = (error: unknown): error is AppError =>
  error instanceof AppError && error.code === 'card_declined';
