import { openBus } from '@closingwire/chassis/bus';
import { createLog } from '@closingwire/chassis/log';
import { testBusOptions, testDatabase, testIdentity, testMail } from '@closingwire/chassis/testing';
import type { EventData, EventDeclaration } from '@closingwire/contracts/event';
import pg from 'pg';
import type { NotificationsConfig } from '../src/config.ts';
import { createNotifications } from '../src/service.ts';

/** A configuration on the real servers, with a database and topics of its own. */
export async function testConfig(overrides: Partial<NotificationsConfig> = {}) {
  const identity = await testIdentity();
  const { brokers, topicPrefix } = testBusOptions();
  const config: NotificationsConfig = {
    PORT: 0,
    HOST: '127.0.0.1',
    LOG_LEVEL: 'silent',
    PUBLIC_URL: 'https://product.example',
    KAFKA_BROKERS: brokers,
    KAFKA_TOPIC_PREFIX: topicPrefix,
    JWKS_URL: identity.jwksUrl,
    TOKEN_ISSUER: identity.issuer,
    SERVICE_SECRET: identity.serviceSecret,
    DATABASE_URL: await testDatabase('notifications'),
    SMTP_URL: testMail().smtpUrl,
    MAIL_FROM: 'ClosingWire <hello@closingwire.test>',
    SUPPORT_ADDRESS: `support-${crypto.randomUUID()}@example.com`,
    ...overrides,
  };
  return { config, identity };
}

/** The bus as the other services use it. */
export async function openTestBus({ KAFKA_BROKERS, KAFKA_TOPIC_PREFIX }: NotificationsConfig) {
  const log = createLog('test', 'silent');
  const bus = openBus({ brokers: KAFKA_BROKERS, topicPrefix: KAFKA_TOPIC_PREFIX, clientId: 'test', log });
  await bus.part.start();
  return {
    emit: <E extends EventDeclaration>(event: E, data: EventData<E>, id?: string) =>
      bus.send(event, [{ data, ...(id !== undefined && { id }) }]),
    stop: () => bus.part.stop(),
  };
}

/** The whole service, with the bus and the database at hand to look from outside. */
export async function startNotifications({
  clock,
  ...overrides
}: Partial<NotificationsConfig> & { clock?: () => Date } = {}) {
  const { config, identity } = await testConfig(overrides);
  const service = createNotifications(config, clock ? { clock } : {});
  for (const part of service.parts) await part.start();
  const bus = await openTestBus(config);
  const database = new pg.Client({ connectionString: config.DATABASE_URL });
  await database.connect();

  return {
    config,
    identity,
    service,
    database,
    emit: bus.emit,
    async stop() {
      await database.end();
      await bus.stop();
      for (const part of service.parts.toReversed()) await part.stop();
      await identity.close();
    },
  };
}

export type RunningNotifications = Awaited<ReturnType<typeof startNotifications>>;
