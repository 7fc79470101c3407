import { sql } from '@closingwire/chassis/pg';
import { startParts, startTestBus, testSettings } from '@closingwire/chassis/test-service';
import { testMail, until } from '@closingwire/chassis/testing';
import pg from 'pg';
import { type NotificationsConfig, notificationsConfig } from '../src/config.ts';
import { createNotifications } from '../src/service.ts';

/** Production's settings, required because the tests' PUBLIC_URL has https. */
export const sender = {
  MAIL_FROM: 'ClosingWire <hello@closingwire.com>',
  SUPPORT_ADDRESS: 'support@closingwire.com',
  POSTAL_ADDRESS: 'ClosingWire Inc., 548 Market St, San Francisco, CA 94104',
};

/** A configuration for the test servers, with its own database and topics. */
export async function testConfig(overrides: Partial<NotificationsConfig> = {}) {
  const { identity, settings } = await testSettings('notifications');
  const config: NotificationsConfig = {
    ...notificationsConfig.parse({
      ...settings,
      SMTP_URL: testMail().smtpUrl,
      ...sender,
      SUPPORT_ADDRESS: `support-${crypto.randomUUID()}@closingwire.com`,
    }),
    ...overrides,
  };
  return { config, identity };
}

export const openTestBus = ({ KAFKA_BROKERS, KAFKA_TOPIC_PREFIX }: NotificationsConfig) =>
  startTestBus({ brokers: KAFKA_BROKERS, topicPrefix: KAFKA_TOPIC_PREFIX });

/** Starts the service, with a bus and a database connection for the test. */
export async function startNotifications({
  clock,
  ...overrides
}: Partial<NotificationsConfig> & { clock?: () => Date } = {}) {
  const { config, identity } = await testConfig(overrides);
  const service = createNotifications(config, clock ? { clock } : {});
  const stopService = await startParts(service.parts);
  const bus = await openTestBus(config);
  const database = new pg.Client({ connectionString: config.DATABASE_URL });
  await database.connect();

  return {
    config,
    identity,
    service,
    database,
    emit: bus.publish,
    /** Waits until the event with this id is handled. */
    handled: (eventId: string) =>
      until(async () => (await database.query(sql`select from inbox where event_id = ${eventId}`)).rowCount),
    /** Templates of a user's mails, sent or not, without the welcome. */
    async mailsFor({ id }: { id: string }): Promise<string[]> {
      const { rows } = await database.query(sql`select template from mails where user_id = ${id}`);
      return rows.map(({ template }) => template).filter(template => template !== 'welcome');
    },
    async mailStatesOf({ id }: { id: string }): Promise<[template: string, state: string][]> {
      const { rows } = await database.query(sql`select template, state from mails where user_id = ${id}`);
      return rows.map(({ template, state }) => [template, state]);
    },
    async stop() {
      await database.end();
      await bus.stop();
      await stopService();
      await identity.close();
    },
  };
}

export type RunningNotifications = Awaited<ReturnType<typeof startNotifications>>;
