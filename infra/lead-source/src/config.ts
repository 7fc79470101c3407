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
  /** The sample RESO Web API has made-up rows only, so its credentials are public. */
  RESO_CLIENT_ID: z.string().min(1).default('reso-sample'),
  RESO_CLIENT_SECRET: z.string().min(1).default('reso-sample-secret'),
  RESO_TOKEN: z.string().min(1).default('reso-sample-token'),
  RESO_TOKEN_SECONDS: z.coerce.number().int().min(1).default(3_600),
  /** The key of the sample provider of evidence about contacts, at POST /contacts. */
  CONTACTS_KEY: z.string().min(1).default('contacts-sample'),
  /** Serves POST /reso-control, by which tests change the rows and plan failures. */
  RESO_CONTROL: z.stringbool().default(false),
});
export type LeadSourceConfig = z.output<typeof leadSourceConfig>;
