import * as base from '@closingwire/chassis/config';
import { dateOrders } from '@closingwire/contracts/ingestion';
import { z } from 'zod';

const storeConfig = {
  ...base.processConfig,
  ...base.kafkaConfig,
  ...base.identityConfig,
  ...base.databaseConfig,
};

const standbyConfig = {
  /** A streaming replica of the database; subscribers' reads use it. Optional. */
  DATABASE_STANDBY_URL: base.postgresUrl.optional(),
  /** Reads avoid a standby that is further behind than this. */
  STANDBY_BEHIND_MS: z.coerce.number().int().min(200).max(60_000).default(1_000),
};

const feedsOptions = {
  /** Permits feeds at http addresses and in private networks, for local use. */
  ALLOW_PRIVATE_FEEDS: z.stringbool().default(false),
};

/** Providers of evidence about contacts; without an address and a key, none is called. See docs/contact-providers.md. */
const providersConfig = {
  EMAIL_VERIFICATION_URL: z.url({ protocol: /^https?$/ }).optional(),
  EMAIL_VERIFICATION_KEY: z.string().min(1).optional(),
  /** The most addresses that are verified in a day (UTC): it bounds the costs. */
  EMAIL_VERIFICATIONS_PER_DAY: z.coerce.number().int().min(0).default(5_000),
  LINE_TYPE_URL: z.url({ protocol: /^https?$/ }).optional(),
  LINE_TYPE_KEY: z.string().min(1).optional(),
  LINE_TYPES_PER_DAY: z.coerce.number().int().min(0).default(5_000),
};

export const leadsConfig = z.object({
  ...storeConfig,
  ...providersConfig,
  ...base.drainConfig,
  ...standbyConfig,
  ...feedsOptions,
  PORT: base.processConfig.PORT.default(8104),
  AUTH_URL: z.url().default('http://127.0.0.1:8101'),
  NOTIFICATIONS_URL: z.url().default('http://127.0.0.1:8106'),
  /**
   * Opt-out links mailed per hour. Anyone can send one to any address, and the mail provider counts them with all
   * other mail. A day has a few dozen real requests.
   */
  OPT_OUT_MAILS_PER_HOUR: z.coerce.number().int().min(1).default(200),
  /** The same per network. An office may send the requests of all its agents. */
  OPT_OUT_MAILS_PER_NETWORK: z.coerce.number().int().min(1).default(20),
  /** Exports a minute of one account. The gateway limits the routes of files; this limits those read page by page. */
  EXPORTS_PER_ACCOUNT: z.coerce.number().int().min(1).default(60),
  /** Trial length of a user whose trial event has not arrived yet. */
  TRIAL_DAYS: z.coerce.number().int().min(1).max(365).default(14),
  /** An ingestion key that is valid from the start, for the local platform. */
  INGESTION_KEY: z.string().min(24, 'at least 24 characters').optional(),
});
export type LeadsConfig = z.output<typeof leadsConfig>;

export const ingestConfig = z.object({
  ...storeConfig,
  PORT: base.processConfig.PORT.default(8105),
  /** When the daily refreshes are requested, in UTC: minute and hour as in a crontab. */
  REFRESH_AT: z
    .string()
    .regex(/^([0-5]?\d) ([01]?\d|2[0-3])$/, "minute and hour such as '0 9'")
    .default('0 9'),
});
export type IngestConfig = z.output<typeof ingestConfig>;

export const feedsConfig = z.object({
  ...storeConfig,
  ...feedsOptions,
  ...providersConfig,
  PORT: base.processConfig.PORT.default(8109),
});
export type FeedsConfig = z.output<typeof feedsConfig>;

export const migrations = new URL('../migrations/', import.meta.url);

export const cliConfig = z.object({
  PUBLIC_URL: z.url().default('http://localhost:8080'),
  INGESTION_KEY: z.string().min(1),
  /** CSV, NDJSON, JSON or XLSX, also packed as gz or zip; its content decides. */
  FILE: z.string('a file of leads: make ingest FILE=leads.csv').min(1),
  /** Maps CSV headers to columns, as `Header=column,…`, JSON or the path of a JSON file. */
  MAP: z.string().optional(),
  /** `recent` moves old sale dates up to today; a number moves them by that many days. */
  SHIFT: z.union([z.literal('recent'), z.coerce.number("'recent' or a number of days").int()]).optional(),
  /** The order of day and month; by default the file proves it. */
  DATES: z.enum(dateOrders, "'month-first', 'day-first' or 'mixed'").optional(),
  /** `1` prints what a delivery would do and delivers nothing. */
  DRY: z.stringbool().default(false),
  ROWS_PER_REQUEST: z.coerce.number().int().min(1).max(50_000).default(4_000),
});
export type CliConfig = z.output<typeof cliConfig>;
