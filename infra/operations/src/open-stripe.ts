import {
  type PaymentKeys,
  type PaymentMode,
  paymentKeyFaults,
  paymentKeyNames,
  paymentModes,
  sandboxAddress,
} from '@closingwire/contracts/payment-provider';
import { Stripe } from 'stripe';

/** A mode with a secret key of the right kind. */
export type OpenMode = { mode: PaymentMode; keyName: string; client: Stripe; host: string };

const patience = { maxNetworkRetries: 1, timeout: 10_000, telemetry: false } as const;

/** Returns the modes with valid keys; none if the address is invalid. */
export function openModes(keys: PaymentKeys): OpenMode[] {
  if (!/^https?:$/.test(URL.parse(keys.STRIPE_API_URL ?? 'https://api.stripe.com')?.protocol ?? ''))
    return [];
  const wrong = new Set(paymentKeyFaults(keys).map(({ name }) => name));
  return paymentModes.flatMap(mode => {
    const keyName = paymentKeyNames[mode].secret;
    const key = keys[keyName];
    if (key === undefined || wrong.has(keyName)) return [];
    const { STRIPE_API_URL: apiUrl } = keys;
    const client = new Stripe(key, { ...patience, ...(apiUrl !== undefined && sandboxAddress(apiUrl)) });
    return [{ mode, keyName, client, host: apiUrl ?? 'https://api.stripe.com' }];
  });
}

const { errors } = Stripe;

/** Returns whether every further call of the mode would fail after this error. */
export const endsMode = (error: unknown): boolean =>
  error instanceof errors.StripeAuthenticationError || error instanceof errors.StripeConnectionError;

const firstSentence = (message: string) => message.split(/(?<=\.)\s/)[0]?.replace(/\.$/, '') ?? message;

/** Describes a failed call and the remedy. Rethrows errors that are not Stripe's. */
export function explainStripeError(error: unknown, { mode, keyName, host }: OpenMode, thing: string): string {
  if (!(error instanceof errors.StripeError)) throw error;
  const keysPage = `https://dashboard.stripe.com/${mode === 'test' ? 'test/' : ''}apikeys`;
  const text = firstSentence(error.message);
  if (error instanceof errors.StripeAuthenticationError) {
    return `${keyName}: expected a key that Stripe accepts, got '${text}'; copy the key from ${keysPage}.`;
  }
  if (error instanceof errors.StripePermissionError) {
    return `${keyName}: this restricted key may not use the ${thing} ('${text}'); edit the key at ${keysPage} and allow Write for it.`;
  }
  if (error instanceof errors.StripeConnectionError) {
    return `${keyName}: ${host} cannot be reached ('${text}'); check the network, then run the command again.`;
  }
  return `${keyName}: Stripe refuses the ${thing} ('${text}'); correct it, then run the command again.`;
}
