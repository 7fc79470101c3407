import { identityConfig, kafkaConfig, processConfig, readConfig } from '@closingwire/chassis/config';
import { z } from 'zod';

export const notificationsConfig = z.object({
  ...processConfig,
  PORT: processConfig.PORT.default(8106),
  ...kafkaConfig,
  ...identityConfig,
  DATABASE_URL: z.url(),
  /** The mail server, with user and password where it wants them: smtp://user:password@host:587 */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).default('smtp://127.0.0.1:1025'),
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
