import { startParts, startTestBus, testSettings } from '@closingwire/chassis/test-service';
import { testMail, until } from '@closingwire/chassis/testing';
import pg from 'pg';
import sql from 'sql-template-tag';
import { type NotificationsConfig, notificationsConfig } from '../src/config.ts';
import { createNotifications } from '../src/service.ts';

/** Complete, as production requires it: the tests' public address has https. */
export const sender = {
  MAIL_FROM: 'ClosingWire <hello@closingwire.com>',
  SUPPORT_ADDRESS: 'support@closingwire.com',
  POSTAL_ADDRESS: 'ClosingWire Inc., 548 Market St, San Francisco, CA 94104',
};

/** A configuration on the real servers, with a database and topics of its own. */
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

/** The bus as the other services use it. */
export const openTestBus = ({ KAFKA_BROKERS, KAFKA_TOPIC_PREFIX }: NotificationsConfig) =>
  startTestBus({ brokers: KAFKA_BROKERS, topicPrefix: KAFKA_TOPIC_PREFIX });

/** The whole service, with the bus and the database at hand to look from outside. */
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
    /** Waits until the event with this id was handled. */
    handled: (eventId: string) =>
      until(async () => (await database.query(sql`select from inbox where event_id = ${eventId}`)).rowCount),
    /** Templates of the mails that were claimed for a user: those that have not left yet count, too. */
    async claimedFor({ id }: { id: string }): Promise<string[]> {
      const { rows } = await database.query(sql`select template from mails where user_id = ${id}`);
      return rows.map(({ template }) => template).filter(template => template !== 'welcome');
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
