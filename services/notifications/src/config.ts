import {
  databaseConfig,
  identityConfig,
  kafkaConfig,
  processConfig,
  readConfig,
  smtpConfig,
} from '@closingwire/chassis/config';
import { z } from 'zod';

export const notificationsConfig = z.object({
  ...processConfig,
  PORT: processConfig.PORT.default(8106),
  ...kafkaConfig,
  ...identityConfig,
  ...databaseConfig,
  ...smtpConfig,
  SMTP_URL: smtpConfig.SMTP_URL.default('smtp://127.0.0.1:1025'),
  MAIL_FROM: z
    .string()
    .regex(/@/, 'an address, or a name and an address')
    .default('ClosingWire <hello@closingwire.test>'),
  /** The most mails that one process sends in a second: mail servers refuse whoever sends more than they allow. */
  MAILS_PER_SECOND: z.coerce.number().int().positive().default(100),
  /** Where contact messages, flagged leads and opt-outs that need review go. */
  SUPPORT_ADDRESS: z.email().default('support@closingwire.test'),
});

export type NotificationsConfig = z.output<typeof notificationsConfig>;

export const readNotificationsConfig = (): NotificationsConfig => readConfig(notificationsConfig);
