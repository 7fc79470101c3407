import * as base from '@closingwire/chassis/config';
import { z } from 'zod';

const storeConfig = {
  ...base.processConfig,
  ...base.kafkaConfig,
  ...base.identityConfig,
  ...base.databaseConfig,
};

const standbyConfig = {
  /** One server that follows the database, for reads of lists; without it the database serves them itself. */
  DATABASE_STANDBY_URL: base.postgresUrl.optional(),
  /** How far the standby may be behind before nothing is read there. */
  STANDBY_BEHIND_MS: z.coerce.number().int().min(200).max(60_000).default(1_000),
};

export const leadsConfig = z.object({
  ...storeConfig,
  ...base.drainConfig,
  ...standbyConfig,
  PORT: base.processConfig.PORT.default(8104),
  /** Who knows the keys of the partner API. */
  AUTH_URL: z.url().default('http://127.0.0.1:8101'),
  /** Who sends the mails of opt-outs. */
  NOTIFICATIONS_URL: z.url().default('http://127.0.0.1:8106'),
  /**
   * Links of opt-outs that are mailed in an hour, to whomever: anybody can have one mailed to any address, from as many
   * networks as they have, and the mail provider counts these mails together with all others. A day of real requests
   * is a few dozen.
   */
  OPT_OUT_MAILS_PER_HOUR: z.coerce.number().int().min(1).default(200),
  /** Those of one network among them, so that it does not use up all. An office may send its agents one after the other. */
  OPT_OUT_MAILS_PER_NETWORK: z.coerce.number().int().min(1).default(20),
  /** Length of the trial, for a user whose trial event has not arrived yet. */
  TRIAL_DAYS: z.coerce.number().int().min(1).max(365).default(14),
  /** An ingestion key that is valid from the start; for the local platform. */
  INGESTION_KEY: z.string().min(24, 'at least 24 characters').optional(),
});
export type LeadsConfig = z.output<typeof leadsConfig>;

export const ingestConfig = z.object({
  ...storeConfig,
  PORT: base.processConfig.PORT.default(8105),
  /** When the ZIPs of the day are asked for again: minute and hour, UTC, as in a crontab. */
  REFRESH_AT: z
    .string()
    .regex(/^([0-5]?\d) ([01]?\d|2[0-3])$/, "minute and hour such as '0 9'")
    .default('0 9'),
});
export type IngestConfig = z.output<typeof ingestConfig>;

export const migrations = new URL('../migrations/', import.meta.url);

export const cliConfig = z.object({
  PUBLIC_URL: z.url().default('http://localhost:8080'),
  INGESTION_KEY: z.string().min(1),
  /** A .csv, .ndjson or .jsonl file. */
  FILE: z.string('a file of leads: make ingest FILE=leads.csv').min(1),
  /** For CSV: which header means which column, as `Header=column,…`, as JSON or as a file of JSON. */
  MAP: z.string().optional(),
  /** `recent` moves old sale dates up to today; a number moves them by so many days. */
  SHIFT: z.union([z.literal('recent'), z.coerce.number("'recent' or a number of days").int()]).optional(),
  ROWS_PER_REQUEST: z.coerce.number().int().min(1).max(50_000).default(4_000),
});
export type CliConfig = z.output<typeof cliConfig>;
