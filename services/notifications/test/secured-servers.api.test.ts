import { openBus } from '@closingwire/chassis/bus';
import { readBusSettings } from '@closingwire/chassis/bus-settings';
import { readConfig } from '@closingwire/chassis/config';
import { newId } from '@closingwire/chassis/ids';
import { createLog } from '@closingwire/chassis/log';
import { raw, sql } from '@closingwire/chassis/pg';
import { startParts } from '@closingwire/chassis/test-service';
import { testIdentity, until } from '@closingwire/chassis/testing';
import { contactMessageReceived } from '@closingwire/contracts/content';
import { startSecuredMail } from '@closingwire/local/testing/secured-mail';
import { login, startSecuredKafka, startSecuredPostgres } from '@closingwire/local/testing/secured-servers';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { notificationsConfig } from '../src/config.ts';
import { createNotifications } from '../src/service.ts';
import { sender } from './start-notifications.ts';

/** Servers that the test opened; they are closed in reverse order. */
const opened: { stop(): Promise<void> }[] = [];

async function opening<T extends { stop(): Promise<void> }>(starting: Promise<T>): Promise<T> {
  const one = await starting;
  opened.push(one);
  return one;
}

let admin: pg.Client;
let mail: Awaited<ReturnType<typeof startSecuredMail>>;
let settings: Record<string, string>;

beforeAll(async () => {
  const [postgres, kafka] = await Promise.all([
    opening(startSecuredPostgres()),
    opening(startSecuredKafka()),
  ]);
  mail = await opening(startSecuredMail());
  admin = new pg.Client({ connectionString: postgres.adminUrl });
  await admin.connect();
  opened.push({ stop: () => admin.end() });
  await admin.query(sql`create database notifications`);
  const identity = await testIdentity();
  opened.push({ stop: () => identity.close() });
  settings = {
    PORT: '0',
    LOG_LEVEL: 'silent',
    PUBLIC_URL: 'https://product.example',
    ...sender,
    JWKS_URL: identity.jwksUrl,
    TOKEN_ISSUER: identity.issuer,
    SERVICE_SECRET: identity.serviceSecret,
    DATABASE_URL: `${postgres.url}/notifications?sslmode=verify-full`,
    POSTGRES_CA_FILE: postgres.certificates.ca,
    KAFKA_BROKERS: kafka.saslBrokers,
    KAFKA_TLS: 'true',
    KAFKA_CA_FILE: kafka.certificates.ca,
    KAFKA_SASL_MECHANISM: 'scram-sha-512',
    KAFKA_USERNAME: login.user,
    KAFKA_PASSWORD: login.password,
    SMTP_URL: `${mail.urlOf('starttls')}?requireTLS=true`,
    SMTP_CA_FILE: mail.certificates.ca,
  };
});
afterAll(async () => {
  for (const one of opened.splice(0).toReversed()) await one.stop();
});

test('the service runs on servers that require TLS and a login', async () => {
  const { parts } = createNotifications(readConfig(notificationsConfig, settings));
  opened.push({ stop: await startParts(parts) });
  const bus = openBus({ ...readBusSettings(settings), clientId: 'test', log: createLog('test', 'silent') });
  opened.push({ stop: await startParts([bus.part]) });
  const message = {
    id: newId(),
    version: 1,
    name: 'Ada',
    email: 'ada@example.com',
    subject: 'Over TLS',
    message: 'Hello',
    receivedAt: '2026-03-01T08:00:00Z',
  };
  await bus.send(contactMessageReceived, [{ data: message }]);
  await until(() => mail.mails.some(({ text, isEncrypted }) => isEncrypted && text.includes('Over TLS')));
  const { rows } = await admin.query(
    sql`select distinct application_name as name, ssl from pg_stat_activity join pg_stat_ssl using (pid)
     where usename = '${raw(login.user)}' order by 1`,
  );
  expect(rows).toEqual(
    ['notifications', 'notifications jobs', 'notifications outbox'].map(name => ({ name, ssl: true })),
  );
});
