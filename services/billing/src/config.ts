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
  /** Of test mode, or of whatever STRIPE_API_URL names. */
  STRIPE_SECRET_KEY: z.string().min(1),
  STRIPE_PUBLISHABLE_KEY: z.string().min(1),
  STRIPE_LIVE_SECRET_KEY: z.string().min(1).optional(),
  STRIPE_LIVE_PUBLISHABLE_KEY: z.string().min(1).optional(),
  /** One or more, separated by commas: while a secret is rolled, and for both modes. */
  STRIPE_WEBHOOK_SECRET: z.string().min(1),
  /** The payment sandbox, which stands for the provider in both modes. Without it, Stripe's own address. */
  STRIPE_API_URL: z.url().optional(),
});

export type BillingConfig = z.output<typeof billingConfig>;

export const readBillingConfig = (): BillingConfig => readConfig(billingConfig);
