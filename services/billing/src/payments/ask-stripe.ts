import { AppError } from '@closingwire/chassis/app-error';
import { Stripe } from 'stripe';
import type { StripeAccess } from './stripe-access.ts';

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
