import { resolve } from 'node:path';
import { busSettings } from '@closingwire/chassis/bus-settings';
import * as chassis from '@closingwire/chassis/config';
import { mongoUrl } from '@closingwire/chassis/mongo';
import { databaseUrl } from '@closingwire/chassis/pg';
import { z } from 'zod';
import { OperatorError } from '../operator-error.ts';
import type { Keys } from './encryption.ts';
import { folderStorage } from './folder-storage.ts';
import type { Servers } from './product-stores.ts';
import { s3Storage } from './s3-storage.ts';
import { expectLatest } from './shelves.ts';
import type { Storage } from './storage.ts';

const recipient = z.string().regex(/^age1[0-9a-z]+$/, 'public keys of age, such as age1…, with commas');

/** Minimum length of a passphrase; age makes guesses slow. */
export const LEAST_PASSPHRASE = 24;

/** The location and the encryption of backups. */
export const locationConfig = {
  /** A folder, or `s3://bucket/prefix`. */
  BACKUP_TO: z.string().min(1).default('/backups'),
  /** The S3 server; by default Amazon's. */
  BACKUP_S3_ENDPOINT: z.url().optional(),
  BACKUP_S3_REGION: z.string().min(1).default('us-east-1'),
  BACKUP_S3_ACCESS_KEY_ID: z.string().optional(),
  BACKUP_S3_SECRET_ACCESS_KEY: z.string().optional(),
  BACKUP_PASSPHRASE: z.string().min(LEAST_PASSPHRASE, `at least ${LEAST_PASSPHRASE} characters`).optional(),
  /** With public keys the server cannot read its own backups; only the holder of BACKUP_IDENTITY can. */
  BACKUP_RECIPIENTS: z
    .string()
    .transform(list => list.split(',').map(each => each.trim()))
    .pipe(z.array(recipient))
    .default([]),
  BACKUP_IDENTITY: z
    .string()
    .regex(/^AGE-SECRET-KEY-/, 'a private key of age, AGE-SECRET-KEY-…')
    .optional(),
};

/** Addresses of the stores. */
export const storesConfig = {
  POSTGRES_URL: chassis.postgresUrl,
  POSTGRES_CA_FILE: chassis.databaseConfig.POSTGRES_CA_FILE,
  ...chassis.mongoConfig,
  ...chassis.kafkaConfig,
};

export const scheduleConfig = {
  PORT: chassis.processConfig.PORT.default(8109),
  MANAGEMENT_PORT: chassis.processConfig.MANAGEMENT_PORT,
  HOST: chassis.processConfig.HOST,
  /** Minute and hour of each day, UTC, as in a crontab. */
  BACKUP_AT: z
    .string()
    .regex(/^([0-5]?\d) ([01]?\d|2[0-3])$/, "minute and hour such as '15 3'")
    .default('15 3'),
  BACKUP_KEEP_DAYS: z.coerce.number().int().min(1).max(3650).default(14),
};

/** Settings of the daily backup. */
export const scheduledConfig = z
  .object({ ...locationConfig, ...storesConfig, ...scheduleConfig })
  .superRefine((given, context) => {
    if (!given.BACKUP_TO.startsWith('s3://')) return;
    const refuse = (name: string, message: string) =>
      context.addIssue({ code: 'custom', path: [name], message });
    if (!/^s3:\/\/[a-z\d][a-z\d.-]+(\/|$)/.test(given.BACKUP_TO))
      refuse('BACKUP_TO', 's3:// with the name of a bucket');
    for (const name of ['BACKUP_S3_ACCESS_KEY_ID', 'BACKUP_S3_SECRET_ACCESS_KEY'] as const)
      if (!given[name]) refuse(name, 'the key that your provider shows, because BACKUP_TO is a bucket');
  });

type LocationConfig = z.output<z.ZodObject<typeof locationConfig>>;
type StoresConfig = z.output<z.ZodObject<typeof storesConfig>>;

export const serversOf = (config: StoresConfig): Servers => ({
  postgresUrl: databaseUrl({ DATABASE_URL: config.POSTGRES_URL, POSTGRES_CA_FILE: config.POSTGRES_CA_FILE }),
  bus: busSettings(config),
  mongoUrl: mongoUrl(config),
});

export const keysOf = (config: LocationConfig): Keys => ({
  passphrase: config.BACKUP_PASSPHRASE,
  recipients: config.BACKUP_RECIPIENTS,
  identity: config.BACKUP_IDENTITY,
});

/** Returns the folder or bucket at an address. */
export function storageAt(address: string, config: LocationConfig): Storage {
  if (!address.startsWith('s3://')) return folderStorage(resolve(address));
  const { BACKUP_S3_ACCESS_KEY_ID: accessKeyId, BACKUP_S3_SECRET_ACCESS_KEY: secretAccessKey } = config;
  if (!accessKeyId || !secretAccessKey) {
    throw new OperatorError(
      `Expected BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY for ${address}. Set the keys that your provider shows for the bucket.`,
    );
  }
  const { BACKUP_S3_ENDPOINT: endpoint, BACKUP_S3_REGION: region } = config;
  return s3Storage({ address, endpoint, region, accessKeyId, secretAccessKey });
}

/** Splits a file or folder into its storage and its name there: `/backups/today`, `s3://bucket/prefix/today`. */
export function splitLocation(location: string, config: LocationConfig): { storage: Storage; name: string } {
  const whole = location.startsWith('s3://') ? location.replace(/\/+$/, '') : resolve(location);
  const slash = whole.lastIndexOf('/');
  return { storage: storageAt(whole.slice(0, slash) || '/', config), name: whole.slice(slash + 1) };
}

/** Finds a backup by an operator's words: `latest` or a name in BACKUP_TO, or else a folder or address. */
export async function findBackup(
  wanted: string,
  config: LocationConfig,
): Promise<{ storage: Storage; name: string }> {
  if (wanted.includes('/')) return splitLocation(wanted, config);
  const storage = storageAt(config.BACKUP_TO, config);
  return { storage, name: wanted === 'latest' ? await expectLatest(storage) : wanted };
}
