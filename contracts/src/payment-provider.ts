/*
 * The agreement with the payment provider, Stripe. Billing follows it, `closingwire stripe-setup` creates it at Stripe, and
 * `closingwire doctor` compares the two.
 */

export const paymentModes = ['test', 'live'] as const;
export type PaymentMode = (typeof paymentModes)[number];

/** The events that billing reads. An endpoint at Stripe sends these; billing only records others. */
export const paymentEventTypes = [
  'checkout.session.completed',
  'checkout.session.expired',
  'customer.deleted',
  'customer.subscription.created',
  'customer.subscription.deleted',
  'customer.subscription.updated',
  'customer.updated',
  'invoice.marked_uncollectible',
  'invoice.paid',
  'invoice.payment_action_required',
  'invoice.payment_failed',
  'invoice.voided',
  'payment_method.attached',
  'setup_intent.succeeded',
] as const;

const readTypes: ReadonlySet<string> = new Set(paymentEventTypes);

export const isPaymentEventRead = (type: string): boolean => readTypes.has(type);

/** The only product that is sold. Its id is our own, so that creating it twice is impossible. */
export const zipProduct = { id: 'closingwire-zip-code', name: 'ZIP code subscription' };

/** The lookup key that earlier versions gave to the price, without the installation's address. */
export const formerZipPriceKey = 'closingwire_zip_month';

/**
 * Finds an installation's current price of a ZIP and month at Stripe. Stripe's prices cannot change, so a new one takes this
 * key.
 */
export const zipPriceKeyOf = (publicUrl: string): string => `${formerZipPriceKey}_${new URL(publicUrl).host}`;

/** The metadata key that marks what `closingwire stripe-setup` made. */
export const setupMark = 'closingwire';

/** The metadata key that has the PUBLIC_URL of the installation, because several may share a Stripe account. */
export const addressMark = 'closingwire_address';

/** The page to which the portal leads back. */
export const portalReturnUrl = (publicUrl: string): string => `${publicUrl}/subscriptions`;

type Portal = {
  id: string;
  active: boolean;
  default_return_url: string | null;
  metadata: Record<string, string> | null;
};

/**
 * Returns this installation's portal configuration. A configuration of an earlier version has no address mark; its
 * return URL identifies it.
 */
export function ownPortal<P extends Portal>(configurations: readonly P[], publicUrl: string): P | undefined {
  const { origin } = new URL(publicUrl);
  const made = configurations.filter(({ active, metadata }) => active && metadata?.[setupMark] !== undefined);
  return (
    made.find(({ metadata }) => metadata?.[addressMark] === origin) ??
    made.find(
      ({ metadata, default_return_url: url }) =>
        metadata?.[addressMark] === undefined && url === portalReturnUrl(origin),
    )
  );
}

/** Defaults of the payment sandbox. They are public: against Stripe itself they protect nothing. */
export const sandboxKeys = {
  secretKey: 'sk_test_sandbox',
  publishableKey: 'pk_test_sandbox',
  liveSecretKey: 'sk_live_sandbox',
  livePublishableKey: 'pk_live_sandbox',
  webhookSecrets: 'whsec_sandbox,whsec_sandbox_live',
};

/** The names under which the keys of a mode are set. */
export const paymentKeyNames = {
  test: {
    secret: 'STRIPE_SECRET_KEY',
    publishable: 'STRIPE_PUBLISHABLE_KEY',
    webhookSecret: 'STRIPE_WEBHOOK_SECRET',
  },
  live: {
    secret: 'STRIPE_LIVE_SECRET_KEY',
    publishable: 'STRIPE_LIVE_PUBLISHABLE_KEY',
    webhookSecret: 'STRIPE_LIVE_WEBHOOK_SECRET',
  },
} as const;

type ModeNames = (typeof paymentKeyNames)[PaymentMode];

/** Settings of the provider by name; what is not set is undefined. */
export type PaymentKeys = { STRIPE_API_URL?: string | undefined } & {
  [Name in ModeNames[keyof ModeNames]]?: string | undefined;
};

/** The options by which the `stripe` library calls the sandbox instead of Stripe. */
export function sandboxAddress(apiUrl: string) {
  const { hostname, port, protocol } = new URL(apiUrl);
  const isSecure = protocol === 'https:';
  return {
    host: hostname,
    port: port || (isSecure ? 443 : 80),
    protocol: isSecure ? ('https' as const) : ('http' as const),
  };
}

/** A wrong setting: `expected` is worded to stand after 'expected'. */
export type KeyFault = { name: string; expected: string };

/** Keys of one account share the 16 characters after the mode: `51` and the account's id without `acct_`. */
const accountIn = (key: string) => /^[a-z]+_(?:test|live)_(51[A-Za-z0-9]{14})/.exec(key)?.[1];

const secretsIn = (list: string | undefined) =>
  (list?.split(',') ?? []).map(secret => secret.trim()).filter(secret => secret !== '');

function* faultsOfKinds(keys: PaymentKeys): Generator<KeyFault> {
  for (const mode of paymentModes) {
    const names = paymentKeyNames[mode];
    const { [names.secret]: secret, [names.publishable]: publishable } = keys;
    if (!secretsIn(keys[names.webhookSecret]).every(signing => signing.startsWith('whsec_'))) {
      yield { name: names.webhookSecret, expected: 'signing secrets, each of which begins with whsec_' };
    }
    if (secret !== undefined && !new RegExp(`^(sk|rk)_${mode}_`).test(secret)) {
      yield {
        name: names.secret,
        expected: `a secret key of ${mode} mode, which begins with sk_${mode}_ or rk_${mode}_`,
      };
    }
    if (publishable !== undefined && !publishable.startsWith(`pk_${mode}_`)) {
      yield {
        name: names.publishable,
        expected: `a publishable key of ${mode} mode, which begins with pk_${mode}_`,
      };
    }
  }
}

/** Keys that do not fit together charge one account's customers through another account's page. */
function* faultsOfPairs(keys: PaymentKeys): Generator<KeyFault> {
  for (const mode of paymentModes) {
    const names = paymentKeyNames[mode];
    const { [names.secret]: secret, [names.publishable]: publishable } = keys;
    if (secret !== undefined && publishable === undefined) {
      yield { name: names.publishable, expected: `the key that belongs to ${names.secret}` };
    }
    if (secret === undefined && publishable !== undefined) {
      yield { name: names.secret, expected: `the key that belongs to ${names.publishable}` };
    }
    const [first, second] = [secret, publishable].map(key => accountIn(key ?? ''));
    const isOfStripe = keys.STRIPE_API_URL === undefined && first !== undefined && second !== undefined;
    if (isOfStripe && first !== second) {
      yield { name: names.publishable, expected: `a key of the same Stripe account as ${names.secret}` };
    }
  }
}

/**
 * Finds settings of the sandbox that would be used with Stripe itself. Without STRIPE_API_URL, calls go to Stripe and
 * need the operator's own key and signing secret.
 */
function* faultsOfOwnership(keys: PaymentKeys): Generator<KeyFault> {
  if (keys.STRIPE_API_URL !== undefined) return;
  const orSandbox = (expected: string) => `${expected}, or STRIPE_API_URL with the address of the sandbox`;
  const isSandboxKey = (keys.STRIPE_SECRET_KEY ?? sandboxKeys.secretKey) === sandboxKeys.secretKey;
  if (isSandboxKey && keys.STRIPE_LIVE_SECRET_KEY === undefined) {
    yield { name: 'STRIPE_SECRET_KEY', expected: orSandbox('a secret key of your Stripe account') };
  }
  const secret = keys.STRIPE_WEBHOOK_SECRET ?? sandboxKeys.webhookSecrets;
  if (secret === sandboxKeys.webhookSecrets && keys.STRIPE_LIVE_WEBHOOK_SECRET === undefined) {
    const expected = orSandbox("the signing secret of your account's webhook endpoint");
    yield { name: 'STRIPE_WEBHOOK_SECRET', expected };
  }
}

/**
 * Finds wrong keys without a call to Stripe: keys of another kind, mode or account, and the sandbox's keys without the
 * sandbox.
 */
export const paymentKeyFaults = (keys: PaymentKeys): KeyFault[] => [
  ...faultsOfKinds(keys),
  ...faultsOfPairs(keys),
  ...faultsOfOwnership(keys),
];

const sandboxSecrets = sandboxKeys.webhookSecrets.split(',');

/**
 * The signing secrets of all modes. Each setting may have several, separated by commas. Without STRIPE_API_URL, it
 * leaves out the sandbox's secrets: they are public, and Stripe does not use them.
 */
export const signingSecrets = (keys: PaymentKeys): string[] =>
  [keys.STRIPE_WEBHOOK_SECRET, keys.STRIPE_LIVE_WEBHOOK_SECRET]
    .flatMap(secretsIn)
    .filter(secret => keys.STRIPE_API_URL !== undefined || !sandboxSecrets.includes(secret));

/** Returns a mode that has a secret key but lacks a signing secret: each mode has its own endpoint at Stripe. */
export function modeWithoutSecret(keys: PaymentKeys): PaymentMode | undefined {
  const open = paymentModes.filter(mode => keys[paymentKeyNames[mode].secret] !== undefined);
  const secrets = new Set(signingSecrets(keys));
  if (secrets.size === 0 || secrets.size >= open.length) return undefined;
  return keys.STRIPE_LIVE_WEBHOOK_SECRET === undefined ? 'live' : 'test';
}
