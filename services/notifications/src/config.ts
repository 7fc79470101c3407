import * as base from '@closingwire/chassis/config';
import { domainOf } from '@closingwire/chassis/mail-sender';
import { keyFaults, mailConfig, mailFaults, pemOf } from '@closingwire/chassis/mail-settings';
import { z } from 'zod';
import type { DkimKey } from './delivery/dkim.ts';

const settings = z.object({
  ...base.processConfig,
  PORT: base.processConfig.PORT.default(8106),
  ...base.kafkaConfig,
  ...base.identityConfig,
  ...base.databaseConfig,
  ...base.smtpConfig,
  SMTP_URL: base.smtpConfig.SMTP_URL.default('smtp://127.0.0.1:1025'),
  ...mailConfig,
  /** The bearer of the mail provider's webhook for bounces. Without it the webhook is off. */
  MAIL_EVENTS_SECRET: base.ownSecret.optional(),
});

export const notificationsConfig = settings.superRefine((given, context) => {
  // zod calls this function even if `PUBLIC_URL` is not a URL, and `mailFaults` cannot parse it then.
  if (!URL.canParse(given.PUBLIC_URL)) return;
  const faults = mailFaults(given);
  const ofKey = faults.some(({ setting }) => setting === 'DKIM_PRIVATE_KEY') ? [] : keyFaults(given);
  for (const { setting, expected } of [...faults, ...ofKey])
    context.addIssue({ code: 'custom', path: [setting], message: expected });
});

export type NotificationsConfig = z.output<typeof settings>;

/** Returns the key that signs mails; undefined without one: then the mail provider signs. */
export function dkimKeyOf(config: NotificationsConfig): DkimKey | undefined {
  const { DKIM_DOMAIN: domain = domainOf(config.MAIL_FROM), DKIM_SELECTOR: selector } = config;
  const privateKey = pemOf(config);
  return selector !== undefined && privateKey !== undefined ? { domain, selector, privateKey } : undefined;
}

export const readNotificationsConfig = (): NotificationsConfig => base.readConfig(notificationsConfig);
