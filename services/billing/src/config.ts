import { identityConfig, kafkaConfig, processConfig, readConfig } from '@closingwire/chassis/config';
import { monthlyCentsPerZip } from '@closingwire/contracts/prices';
import { z } from 'zod';

const cents = z.coerce.number().int().min(0);

export const billingConfig = z.object({
  ...processConfig,
  PORT: processConfig.PORT.default(8103),
  ...kafkaConfig,
  ...identityConfig,
  DATABASE_URL: z.url(),
  CATALOG_URL: z.url().default('http://127.0.0.1:8102'),
  TRIAL_DAYS: z.coerce.number().int().min(1).max(365).default(14),
  /** Charged per ZIP and month, in USD cents. */
  PRICE_CENTS: cents.default(monthlyCentsPerZip),
  /** Without a key of the stored mode, the payment sandbox takes its place. */
  STRIPE_TEST_SECRET_KEY: z.string().min(1).optional(),
  STRIPE_TEST_PUBLISHABLE_KEY: z.string().min(1).optional(),
  STRIPE_LIVE_SECRET_KEY: z.string().min(1).optional(),
  STRIPE_LIVE_PUBLISHABLE_KEY: z.string().min(1).optional(),
  /** One or more, separated by commas: while a secret is rolled, and for both modes. */
  STRIPE_WEBHOOK_SECRET: z.string().min(1).default('whsec_sandbox'),
  STRIPE_SANDBOX_URL: z.url().default('http://localhost:12111'),
  STRIPE_SANDBOX_SECRET_KEY: z.string().min(1).default('sk_test_sandbox'),
});

export type BillingConfig = z.output<typeof billingConfig>;

export const readBillingConfig = (): BillingConfig => readConfig(billingConfig);
