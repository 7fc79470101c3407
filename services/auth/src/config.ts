import { identityConfig, kafkaConfig, processConfig } from '@closingwire/chassis/config';
import { z } from 'zod';

const tries = (count: number) => z.coerce.number().int().min(1).default(count);

export const authConfig = z.object({
  ...processConfig,
  ...kafkaConfig,
  ...identityConfig,
  PORT: processConfig.PORT.default(8101),
  DATABASE_URL: z.url(),
  NOTIFICATIONS_URL: z.url().default('http://127.0.0.1:8106'),
  BILLING_URL: z.url().default('http://127.0.0.1:8103'),
  /** Failed sign-ins in 15 minutes: for one person from one address, and from one address at all. */
  SIGN_IN_TRIES_PER_ACCOUNT: tries(10),
  SIGN_IN_TRIES_PER_ADDRESS: tries(200),
  /** Sign-ups in an hour. */
  SIGN_UPS_PER_ACCOUNT: tries(10),
  SIGN_UPS_PER_ADDRESS: tries(200),
  /** Requests for a new password, and uses of their links, in an hour. */
  RECOVERIES_PER_ACCOUNT: tries(10),
  RECOVERIES_PER_ADDRESS: tries(200),
  /** Makes the demo accounts at start; for the local platform only. */
  DEMO_ACCOUNTS: z.stringbool().default(false),
});
export type AuthConfig = z.output<typeof authConfig>;
