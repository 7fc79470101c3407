import { identityConfig, kafkaConfig, processConfig } from '@closingwire/chassis/config';
import { z } from 'zod';

export const contentConfig = z.object({
  ...processConfig,
  ...kafkaConfig,
  ...identityConfig,
  PORT: processConfig.PORT.default(8107),
  MONGODB_URL: z.url(),
});
export type ContentConfig = z.output<typeof contentConfig>;
