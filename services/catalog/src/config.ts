import { databaseConfig, identityConfig, kafkaConfig, processConfig } from '@closingwire/chassis/config';
import { WEBHOOK_TIMEOUT_MS as DEFAULT_TIMEOUT_MS } from '@closingwire/contracts/catalog';
import { z } from 'zod';

export const catalogConfig = z.object({
  ...processConfig,
  ...kafkaConfig,
  ...identityConfig,
  PORT: processConfig.PORT.default(8102),
  ...databaseConfig,
  /** The webhook's address until an admin sets `initial_scrape_webhook_url`. */
  INITIAL_SCRAPE_WEBHOOK_URL: z
    .url({ protocol: /^https?$/, error: 'an address that begins with https://' })
    .optional(),
  /** Signs webhooks; shared with the receiver. */
  WEBHOOK_SECRET: z.string().regex(/^whsec_[A-Za-z0-9+/]{32,}=*$/, 'whsec_ and at least 24 bytes in base64'),
  WEBHOOK_TIMEOUT_MS: z.coerce.number().int().min(1).default(DEFAULT_TIMEOUT_MS),
  /** Allows http and private addresses, for the local platform only. */
  ALLOW_PRIVATE_WEBHOOKS: z.stringbool().default(false),
});
export type CatalogConfig = z.output<typeof catalogConfig>;
