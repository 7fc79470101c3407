import { identityConfig, kafkaConfig, mongoConfig, processConfig } from '@closingwire/chassis/config';
import { z } from 'zod';

export const contentConfig = z.object({
  ...processConfig,
  ...kafkaConfig,
  ...identityConfig,
  PORT: processConfig.PORT.default(8107),
  ...mongoConfig,
});
export type ContentConfig = z.output<typeof contentConfig>;
