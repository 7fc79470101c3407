import * as base from '@closingwire/chassis/config';
import { MOST_ACCESS_TOKEN_S } from '@closingwire/contracts/access-token';
import { z } from 'zod';
import type { PasswordRules } from './credentials/passwords.ts';
import { privateJwks } from './sessions/private-jwks.ts';

const tries = (count: number) => z.coerce.number().int().min(1).default(count);

const seconds = (count: number) => z.coerce.number().int().min(0).default(count);
const list = z
  .string()
  .default('')
  .transform(text =>
    text
      .split(/[\s,]+(?![^{]*\})/)
      .map(entry => entry.trim())
      .filter(Boolean),
  );

const addressesByName = list.pipe(
  z.array(
    z
      .string()
      .regex(
        /^[a-z-]+=https?:\/\/\S+$/,
        'a process and its management address: billing=http://127.0.0.1:9103',
      )
      .transform(entry => {
        const [name = '', url = ''] = entry.split('=');
        return { name, url };
      }),
  ),
);

/** Settings of the wire protocol; `.env.example` explains each. */
const wireConfig = {
  API_EXTERNAL_URL: z.url().optional(),
  SITE_URL: z.url().optional(),
  REDIRECT_ALLOW_LIST: list,
  AUTO_CONFIRM: z.stringbool().default(false),
  HIDE_ACCOUNTS: z.stringbool().default(false),
  SIGN_UPS_DISABLED: z.stringbool().default(false),
  ANONYMOUS_SIGN_INS: z.stringbool().default(false),
  CURRENT_PASSWORD_REQUIRED: z.stringbool().default(false),
  REAUTHENTICATION_REQUIRED: z.stringbool().default(false),
  PASSWORD_MIN_LENGTH: z.coerce.number().int().min(6).max(100).default(6),
  REFUSE_BREACHED_PASSWORDS: z.stringbool().default(false),
  MAIL_FREQUENCY_S: seconds(60),
  MAILS_PER_HOUR: z.coerce.number().int().min(0).default(1000),
  OTP_LENGTH: z.coerce.number().int().min(6).max(10).default(6),
  OTP_LIFE_S: seconds(3600),
  SIGNING_KEYS: z
    .string()
    .refine(json => privateJwks.safeParse(json).success, 'private RSA or EC keys as JSON Web Keys')
    .optional(),
  JWT_SECRET: base.ownSecret.optional(),
  SIGN_WITH_SECRET: z.stringbool().default(false),
  ACCESS_TOKEN_S: z.coerce.number().int().min(30).default(900),
  SESSION_LIFE_S: seconds(90 * 24 * 3600),
  SESSION_IDLE_S: seconds(30 * 24 * 3600),
  REFRESH_REUSE_INTERVAL_S: seconds(10),
  /** Mailed links and codes that clients try per hour: for one account, and from one network. */
  VERIFY_TRIES_PER_ACCOUNT: tries(20),
  VERIFY_TRIES_PER_ADDRESS: tries(200),
};

/** Settings without the rules between them, so that the command line can pick some. */
export const authSettings = z.object({
  ...wireConfig,
  ...base.processConfig,
  ...base.kafkaConfig,
  ...base.identityConfig,
  /** Without brokers, auth runs alone and its events stay in the outbox. */
  KAFKA_BROKERS: base.kafkaConfig.KAFKA_BROKERS.optional(),
  PORT: base.processConfig.PORT.default(8101),
  ...base.databaseConfig,
  /** The notifications service, which sends the emails. Without it, auth sends them through SMTP_URL. */
  NOTIFICATIONS_URL: z.url().optional(),
  SMTP_URL: base.smtpConfig.SMTP_URL.optional(),
  SMTP_CA_FILE: base.smtpConfig.SMTP_CA_FILE,
  MAIL_FROM: z.string().min(3).default('ClosingWire <no-reply@closingwire.test>'),
  BILLING_URL: z.url().default('http://127.0.0.1:8103'),
  /** Auth calls catalog, leads and content only to export an account. */
  CATALOG_URL: z.url().default('http://127.0.0.1:8102'),
  LEADS_URL: z.url().default('http://127.0.0.1:8104'),
  CONTENT_URL: z.url().default('http://127.0.0.1:8107'),
  /** Processes in the System tab, with their management addresses. */
  SYSTEM_PROCESSES: addressesByName,
  /** Failed sign-ins in 15 minutes: for one account from one network, and from one network. */
  SIGN_IN_TRIES_PER_ACCOUNT: tries(10),
  SIGN_IN_TRIES_PER_ADDRESS: tries(200),
  /** Sign-ins per day to one account from networks new to it. */
  STRANGE_SIGN_IN_TRIES_PER_ACCOUNT: tries(100),
  /** Requests per hour of one user that send an email or hash a password. */
  CHANGES_PER_ACCOUNT: tries(20),
  /** Sign-ups per hour: for one address from one network, and from one network. */
  SIGN_UPS_PER_ACCOUNT: tries(10),
  SIGN_UPS_PER_ADDRESS: tries(200),
  /**
   * Requests per hour for reset mails, sign-in mails and repeated mails: for one address from one network, and from
   * one network.
   */
  RECOVERIES_PER_ACCOUNT: tries(10),
  RECOVERIES_PER_ADDRESS: tries(200),
  NEW_SIGN_IN_MAILS: z.stringbool().default(true),
  /** Inserts the demo users at start; for the local platform only. */
  DEMO_ACCOUNTS: z.stringbool().default(false),
});

/** The gateway (present where there are brokers) remembers revoked sessions only this long. */
const isRememberedByGateway = ({ KAFKA_BROKERS, ACCESS_TOKEN_S }: z.output<typeof authSettings>) =>
  KAFKA_BROKERS === undefined || ACCESS_TOKEN_S <= MOST_ACCESS_TOKEN_S;

export const authConfig = authSettings.refine(isRememberedByGateway, {
  path: ['ACCESS_TOKEN_S'],
  error: `at most ${MOST_ACCESS_TOKEN_S} seconds, where the service has brokers`,
});
export type AuthConfig = z.output<typeof authConfig>;

export const passwordRules = (config: AuthConfig): PasswordRules => ({
  passwordMinLength: config.PASSWORD_MIN_LENGTH,
  refuseBreached: config.REFUSE_BREACHED_PASSWORDS,
});
