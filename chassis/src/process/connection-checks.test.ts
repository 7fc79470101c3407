import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { z } from 'zod';
import {
  databaseConfig,
  explainConfig,
  kafkaConfig,
  mongoConfig,
  processConfig,
  smtpConfig,
} from './config.ts';
import { checkConnections } from './connection-checks.ts';

const schema = z.object({
  PUBLIC_URL: processConfig.PUBLIC_URL,
  ...kafkaConfig,
  ...databaseConfig,
  ...mongoConfig,
  ...smtpConfig,
});
const here = fileURLToPath(import.meta.url);
/** This line makes the file count as a file of certificates: -----BEGIN CERTIFICATE----- */
const caFile = here;
const plain = {
  KAFKA_BROKERS: 'kafka:9092',
  DATABASE_URL: 'postgres://user:password@db/auth',
  MONGODB_URL: 'mongodb://one,two/content',
  SMTP_URL: 'smtp://mail:25',
};
const login = { KAFKA_USERNAME: 'closingwire', KAFKA_PASSWORD: 'long enough' };

function explained(settings: Record<string, string>): string[] {
  const env = { ...plain, ...settings };
  const { error } = schema.superRefine(checkConnections).safeParse(env);
  return error ? explainConfig(error, env) : [];
}

test.each<Record<string, string>>([
  {},
  { KAFKA_TLS: 'true', KAFKA_CA_FILE: caFile },
  { KAFKA_SASL_MECHANISM: 'scram-sha-512', ...login, PUBLIC_URL: 'https://app.example.com' },
  { KAFKA_SASL_MECHANISM: 'plain', ...login },
  { KAFKA_SASL_MECHANISM: 'plain', ...login, KAFKA_TLS: 'true', PUBLIC_URL: 'https://app.example.com' },
  { KAFKA_SASL_MECHANISM: 'oauthbearer', KAFKA_OAUTH_MODULE: here },
  { DATABASE_URL: 'postgres://db/auth?sslmode=require' },
  { DATABASE_URL: 'postgres://db/auth?sslmode=verify-full', POSTGRES_CA_FILE: caFile },
  { MONGODB_URL: 'mongodb://one,two/content?tls=true', MONGODB_CA_FILE: caFile },
  { MONGODB_URL: 'mongodb+srv://cluster.example.com/content', MONGODB_CA_FILE: caFile },
  { SMTP_URL: 'smtps://mail', SMTP_CA_FILE: caFile },
  { SMTP_URL: 'smtp://mail?requireTLS=true', SMTP_CA_FILE: caFile },
])('settings that agree are accepted: %o', settings => {
  expect(explained(settings)).toEqual([]);
});

test.each<[Record<string, string>, string]>([
  [{ KAFKA_CA_FILE: caFile }, `KAFKA_CA_FILE: expected KAFKA_TLS=true beside it; got '${caFile}'`],
  [
    { KAFKA_TLS: 'true', KAFKA_CA_FILE: '/none.pem' },
    "KAFKA_CA_FILE: expected a file of PEM certificates that this process can read; got '/none.pem'",
  ],
  [
    { KAFKA_SASL_MECHANISM: 'scram-sha-256', KAFKA_USERNAME: 'closingwire' },
    'KAFKA_PASSWORD: expected a value, because KAFKA_SASL_MECHANISM is scram-sha-256; got nothing',
  ],
  [login, 'KAFKA_SASL_MECHANISM: expected a mechanism, because KAFKA_USERNAME is set; got nothing'],
  [
    { KAFKA_SASL_MECHANISM: 'oauthbearer' },
    'KAFKA_OAUTH_MODULE: expected a value, because KAFKA_SASL_MECHANISM is oauthbearer; got nothing',
  ],
  [
    { KAFKA_SASL_MECHANISM: 'gssapi' },
    `KAFKA_SASL_MECHANISM: expected one of "plain"|"scram-sha-256"|"scram-sha-512"|"oauthbearer"; got 'gssapi'`,
  ],
  [
    { KAFKA_SASL_MECHANISM: 'plain', ...login, PUBLIC_URL: 'https://app.example.com' },
    'KAFKA_TLS: expected true, because KAFKA_SASL_MECHANISM=plain sends its secret as plain text; got nothing',
  ],
  [
    { DATABASE_URL: 'postgres://db/auth?sslmode=require&sslrootcert=system' },
    'DATABASE_URL: expected sslmode=verify-full beside sslrootcert=system, as libpq does; got a value of 53 characters',
  ],
  [
    { DATABASE_URL: 'postgres://db/auth?sslmode=prefer' },
    'DATABASE_URL: expected a URL without sslmode, or with one of disable, require, verify-ca, verify-full; got a value of 33 characters',
  ],
  [
    { POSTGRES_CA_FILE: caFile },
    `POSTGRES_CA_FILE: expected sslmode=verify-full in DATABASE_URL beside it; got '${caFile}'`,
  ],
  [
    { DATABASE_URL: 'postgres://db/auth?sslmode=verify-ca' },
    'POSTGRES_CA_FILE: expected a file, because DATABASE_URL has sslmode=verify-ca; got nothing',
  ],
  [
    { MONGODB_CA_FILE: caFile },
    `MONGODB_CA_FILE: expected tls=true in MONGODB_URL beside it; got '${caFile}'`,
  ],
  [
    { SMTP_CA_FILE: caFile },
    `SMTP_CA_FILE: expected smtps:// or requireTLS=true in SMTP_URL beside it; got '${caFile}'`,
  ],
  [
    { SMTP_URL: 'http://mail' },
    'SMTP_URL: expected an address such as smtp://user:password@host:587 or smtps://host, with %23 for a # in the password; got a value of 11 characters',
  ],
])('settings that contradict each other are refused: %o', (settings, line) => {
  expect(explained(settings)).toEqual([line]);
});
