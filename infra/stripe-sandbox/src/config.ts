import { processConfig } from '@closingwire/chassis/config';
import { z } from 'zod';

const { PORT, MANAGEMENT_PORT, HOST, LOG_LEVEL } = processConfig;

export const sandboxConfig = z.object({
  PORT: PORT.default(12_111),
  MANAGEMENT_PORT,
  HOST,
  LOG_LEVEL,
  /** The folder of the SQLite files. */
  DATA_DIR: z.string().min(1),
  /** The address of the hosted pages for browsers; by default localhost and the port. */
  STRIPE_SANDBOX_URL: z.url().optional(),
  STRIPE_SECRET_KEY: z.string().min(1).default('sk_test_sandbox'),
  STRIPE_PUBLISHABLE_KEY: z.string().min(1).default('pk_test_sandbox'),
  STRIPE_LIVE_SECRET_KEY: z.string().min(1).default('sk_live_sandbox'),
  STRIPE_LIVE_PUBLISHABLE_KEY: z.string().min(1).default('pk_live_sandbox'),
  /** Receives the events of both modes. Without it, only endpoints created through the API receive events. */
  STRIPE_WEBHOOK_URL: z.url().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().min(1).default('whsec_sandbox'),
  STRIPE_LIVE_WEBHOOK_SECRET: z.string().min(1).default('whsec_sandbox_live'),
});

export type SandboxConfig = z.output<typeof sandboxConfig>;
