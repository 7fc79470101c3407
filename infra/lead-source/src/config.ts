import { processConfig } from '@closingwire/chassis/config';
import { z } from 'zod';

export const leadSourceConfig = z.object({
  ...processConfig,
  PORT: processConfig.PORT.default(8108),
  /** The product's ingestion API, as an outside scraper reaches it. */
  INGESTION_URL: z.url().default('http://localhost:8080/api/v1/leads'),
  /** Bearer for the product's ingestion API. */
  INGESTION_KEY: z.string().min(1),
  /** The secret that the product signs its webhooks with. */
  WEBHOOK_SECRET: z.string().regex(/^whsec_/, 'whsec_ and base64'),
  /** Keeps what was asked for and is not delivered yet over a restart; without it that is forgotten. */
  DATA_DIR: z.string().optional(),
});
export type LeadSourceConfig = z.output<typeof leadSourceConfig>;
