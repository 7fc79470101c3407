import * as base from '@closingwire/chassis/config';
import { z } from 'zod';

/** What the payment sandbox has by default. Everybody can read it: against Stripe itself it protects nothing. */
export const sandbox = {
  secretKey: 'sk_test_sandbox',
  publishableKey: 'pk_test_sandbox',
  liveSecretKey: 'sk_live_sandbox',
  livePublishableKey: 'pk_live_sandbox',
  webhookSecrets: 'whsec_sandbox,whsec_sandbox_live',
};

/** A secret or restricted key of this mode. A key of the other mode in this place would charge the wrong cards. */
const secretKey = (mode: 'test' | 'live') =>
  z.string().regex(new RegExp(`^(sk|rk)_${mode}_`), {
    error: `a secret key of ${mode} mode, which begins with sk_${mode}_ or rk_${mode}_`,
  });

const publishableKey = (mode: 'test' | 'live') =>
  z.string().regex(new RegExp(`^pk_${mode}_`), {
    error: `a publishable key of ${mode} mode, which begins with pk_${mode}_`,
  });

const schema = z.object({
  ...base.processConfig,
  PORT: base.processConfig.PORT.default(8103),
  ...base.kafkaConfig,
  ...base.identityConfig,
  ...base.databaseConfig,
  CATALOG_URL: z.url().default('http://127.0.0.1:8102'),
  LEADS_URL: z.url().default('http://127.0.0.1:8104'),
  TRIAL_DAYS: z.coerce.number().int().min(1).max(365).default(14),
  /** The most ZIPs that a trial holds, so that nobody keeps many from others free of charge. */
  TRIAL_ZIPS: z.coerce.number().int().min(1).max(500).default(25),
  /** How long the ZIPs of an expired, unpaid trial are kept for its user. */
  HOLD_AFTER_TRIAL_DAYS: z.coerce.number().int().min(0).max(365).default(14),
  ...base.priceConfig,
  /** The payment sandbox, which stands for the provider in both modes. Without it, Stripe's own address. */
  STRIPE_API_URL: z.url().optional(),
  /** How browsers reach the sandbox, where that differs. */
  STRIPE_SANDBOX_URL: z.url().optional(),
  /** Test mode. The sandbox's own keys are the defaults. */
  STRIPE_SECRET_KEY: secretKey('test').default(sandbox.secretKey),
  STRIPE_PUBLISHABLE_KEY: publishableKey('test').default(sandbox.publishableKey),
  /** Live mode. */
  STRIPE_LIVE_SECRET_KEY: secretKey('live').optional(),
  STRIPE_LIVE_PUBLISHABLE_KEY: publishableKey('live').optional(),
  /** One or more, separated by commas: while a secret is rolled, and for both modes. */
  STRIPE_WEBHOOK_SECRET: z.string().min(1).default(sandbox.webhookSecrets),
});

type Keys = z.output<typeof schema>;

const pairs = [
  ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY'],
  ['STRIPE_LIVE_SECRET_KEY', 'STRIPE_LIVE_PUBLISHABLE_KEY'],
] as const;

/** Keys of one account share the 16 characters after the mode: `51` and the account's id without `acct_`. */
const accountIn = (key: string) => /^[a-z]+_(?:test|live)_(51[A-Za-z0-9]{14})/.exec(key)?.[1];

/** Keys that do not fit together charge one account's customers through another account's page. */
function checkPairs(config: Keys, context: z.RefinementCtx<Keys>): void {
  const refuse = (name: string, message: string) =>
    context.addIssue({ code: 'custom', path: [name], message });
  for (const [secretName, publishableName] of pairs) {
    const { [secretName]: secret, [publishableName]: publishable } = config;
    if (secret !== undefined && publishable === undefined) {
      refuse(publishableName, `the key that belongs to ${secretName}`);
    }
    if (secret === undefined && publishable !== undefined) {
      refuse(secretName, `the key that belongs to ${publishableName}`);
    }
    const [first, second] = [secret, publishable].map(key => accountIn(key ?? ''));
    const isOfStripe = config.STRIPE_API_URL === undefined && first !== undefined && second !== undefined;
    if (isOfStripe && first !== second) {
      refuse(publishableName, `a key of the same Stripe account as ${secretName}`);
    }
  }
}

/** Without the sandbox's address, calls go to Stripe itself, with keys and a secret of the operator's own. */
function checkOwnKeys(config: Keys, context: z.RefinementCtx<Keys>): void {
  if (config.STRIPE_API_URL !== undefined) return;
  const refuse = (name: string, expected: string) => {
    const message = `${expected}, or STRIPE_API_URL with the address of the sandbox`;
    context.addIssue({ code: 'custom', path: [name], message });
  };
  if (config.STRIPE_SECRET_KEY === sandbox.secretKey && config.STRIPE_LIVE_SECRET_KEY === undefined) {
    refuse('STRIPE_SECRET_KEY', 'a secret key of your Stripe account');
  }
  if (config.STRIPE_WEBHOOK_SECRET === sandbox.webhookSecrets) {
    refuse('STRIPE_WEBHOOK_SECRET', "the signing secret of your account's webhook endpoint");
  }
}

export const billingConfig = schema.superRefine((config, context) => {
  checkPairs(config, context);
  checkOwnKeys(config, context);
});

export type BillingConfig = z.output<typeof billingConfig>;

export const readBillingConfig = (): BillingConfig => base.readConfig(billingConfig);
