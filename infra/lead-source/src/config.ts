import { processConfig } from '@closingwire/chassis/config';
import { z } from 'zod';

export const leadSourceConfig = z.object({
  ...processConfig,
  PORT: processConfig.PORT.default(8108),
  INGESTION_URL: z.url().default('http://localhost:8080/api/v1/leads'),
  INGESTION_KEY: z.string().min(1),
  WEBHOOK_SECRET: z.string().regex(/^whsec_/, 'whsec_ and base64'),
  /** Keeps open deliveries over a restart; without it they are lost. */
  DATA_DIR: z.string().optional(),
});
export type LeadSourceConfig = z.output<typeof leadSourceConfig>;
