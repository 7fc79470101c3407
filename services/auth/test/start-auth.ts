import { type Clock, systemClock } from '@closingwire/chassis/part';
import { startParts, startTestBus } from '@closingwire/chassis/test-service';
import { testBusOptions, testDatabase } from '@closingwire/chassis/testing';
import { sessionRevoked, userDeleted, userEvents } from '@closingwire/contracts/auth';
import { authConfig } from '../src/config.ts';
import { createAuth } from '../src/service.ts';
import { fakeBilling, fakeNotifications, identityOf, SERVICE_SECRET } from './fake-services.ts';

/** Starts auth with its own database, topics and fake services. */
export async function startAuth(settings: Record<string, string> = {}, clock: Clock = systemClock) {
  const topics = testBusOptions();
  const [notifications, billing] = [fakeNotifications(), fakeBilling()];
  const stopFakes = await startParts([notifications.part, billing.part]);
  const config = authConfig.parse({
    PORT: '0',
    LOG_LEVEL: 'silent',
    DATABASE_URL: settings.DATABASE_URL ?? (await testDatabase('auth')),
    KAFKA_BROKERS: topics.brokers.join(','),
    KAFKA_TOPIC_PREFIX: topics.topicPrefix,
    TOKEN_ISSUER: 'http://localhost:8080/api/auth/v1',
    SERVICE_SECRET,
    NOTIFICATIONS_URL: notifications.part.url,
    BILLING_URL: billing.part.url,
    ...settings,
  });
  const auth = createAuth(config, { clock });
  const bus = await startTestBus(topics, [...userEvents, userDeleted, sessionRevoked]);
  const stopAuth = await startParts(auth.parts);
  const gateway = identityOf('gateway');
  return {
    config,
    bus,
    mails: notifications.mails,
    faults: notifications.faults,
    credits: billing.credits,
    pg: auth.pg,
    url: auth.http.url,
    serviceToken: () => gateway.serviceToken('auth'),
    async stop() {
      await stopAuth();
      await bus.stop();
      await stopFakes();
    },
  };
}
export type StartedAuth = Awaited<ReturnType<typeof startAuth>>;
