import * as base from '@closingwire/chassis/config';
import { paymentKeyFaults, sandboxKeys } from '@closingwire/contracts/payment-provider';
import { priceConfig } from '@closingwire/contracts/price-config';
import { z } from 'zod';

const httpUrl = z.url({ protocol: /^https?$/, error: 'an address that begins with http:// or https://' });

const schema = z.object({
  ...base.processConfig,
  PORT: base.processConfig.PORT.default(8103),
  ...base.kafkaConfig,
  ...base.identityConfig,
  ...base.databaseConfig,
  CATALOG_URL: z.url().default('http://127.0.0.1:8102'),
  LEADS_URL: z.url().default('http://127.0.0.1:8104'),
  TRIAL_DAYS: z.coerce.number().int().min(1).max(365).default(14),
  /** The most ZIPs of a trial, so that no user blocks many for free. */
  TRIAL_ZIPS: z.coerce.number().int().min(1).max(500).default(25),
  /** How long the ZIPs of an expired, unpaid trial are kept for its user. */
  HOLD_AFTER_TRIAL_DAYS: z.coerce.number().int().min(0).max(365).default(14),
  ...priceConfig,
  /** The payment sandbox, for both modes. By default, Stripe's own address. */
  STRIPE_API_URL: httpUrl.optional(),
  /** The sandbox's address for browsers, if it differs from `STRIPE_API_URL`. */
  STRIPE_SANDBOX_URL: httpUrl.optional(),
  /** Keys of test mode; by default those of the sandbox. */
  STRIPE_SECRET_KEY: z.string().default(sandboxKeys.secretKey),
  STRIPE_PUBLISHABLE_KEY: z.string().default(sandboxKeys.publishableKey),
  /** Keys of live mode. */
  STRIPE_LIVE_SECRET_KEY: z.string().optional(),
  STRIPE_LIVE_PUBLISHABLE_KEY: z.string().optional(),
  /** One or more webhook secrets, separated by commas: for both modes, or while a secret is rolled. */
  STRIPE_WEBHOOK_SECRET: z.string().min(1).default(sandboxKeys.webhookSecrets),
  /** The webhook secret of live mode alone. */
  STRIPE_LIVE_WEBHOOK_SECRET: z.string().min(1).optional(),
});

export const billingConfig = schema.superRefine((config, context) => {
  for (const { name, expected } of paymentKeyFaults(config)) {
    context.addIssue({ code: 'custom', path: [name], message: expected });
  }
});

export type BillingConfig = z.output<typeof billingConfig>;

export const readBillingConfig = (): BillingConfig => base.readConfig(billingConfig);
