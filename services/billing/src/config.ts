import {
  identityConfig,
  kafkaConfig,
  priceConfig,
  processConfig,
  readConfig,
} from '@closingwire/chassis/config';
import { z } from 'zod';

const sandboxSecret = 'whsec_sandbox';

const schema = z.object({
  ...processConfig,
  PORT: processConfig.PORT.default(8103),
  ...kafkaConfig,
  ...identityConfig,
  DATABASE_URL: z.url(),
  CATALOG_URL: z.url().default('http://127.0.0.1:8102'),
  LEADS_URL: z.url().default('http://127.0.0.1:8104'),
  TRIAL_DAYS: z.coerce.number().int().min(1).max(365).default(14),
  /** The most ZIPs that a trial holds, so that nobody keeps many from others free of charge. */
  TRIAL_ZIPS: z.coerce.number().int().min(1).max(500).default(25),
  /** How long the ZIPs of an expired, unpaid trial are kept for its user. */
  HOLD_AFTER_TRIAL_DAYS: z.coerce.number().int().min(0).max(365).default(14),
  ...priceConfig,
  /** The payment sandbox, which stands for the provider in both modes. Without it, Stripe's own address. */
  STRIPE_API_URL: z.url().optional(),
  /** How browsers reach the sandbox, where that differs. */
  STRIPE_SANDBOX_URL: z.url().optional(),
  /** Of test mode, or of the sandbox, whose own keys are the defaults. */
  STRIPE_SECRET_KEY: z.string().min(1).default('sk_test_sandbox'),
  STRIPE_PUBLISHABLE_KEY: z.string().min(1).default('pk_test_sandbox'),
  STRIPE_LIVE_SECRET_KEY: z.string().min(1).optional(),
  STRIPE_LIVE_PUBLISHABLE_KEY: z.string().min(1).optional(),
  /** One or more, separated by commas: while a secret is rolled, and for both modes. */
  STRIPE_WEBHOOK_SECRET: z.string().min(1).default(sandboxSecret),
});

/** Against Stripe itself, a secret that everybody can read would let anybody sign webhooks. */
export const billingConfig = schema.refine(
  config => config.STRIPE_API_URL !== undefined || config.STRIPE_WEBHOOK_SECRET !== sandboxSecret,
  {
    path: ['STRIPE_WEBHOOK_SECRET'],
    error: "the endpoint's own secret, unless STRIPE_API_URL names the sandbox",
  },
);

export type BillingConfig = z.output<typeof billingConfig>;

export const readBillingConfig = (): BillingConfig => readConfig(billingConfig);
