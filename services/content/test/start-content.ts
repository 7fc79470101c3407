import { openBus } from '@closingwire/chassis/bus';
import { type Received, rawConsumer } from '@closingwire/chassis/consume';
import { callInternal } from '@closingwire/chassis/http-client';
import { openIdentity } from '@closingwire/chassis/identity';
import { newId } from '@closingwire/chassis/ids';
import { createLog } from '@closingwire/chassis/log';
import { testBusOptions, testIdentity, testMongoUrl } from '@closingwire/chassis/testing';
import { contentApi } from '@closingwire/contracts/content';
import type { EventDeclaration } from '@closingwire/contracts/event';
import { createContent } from '../src/service.ts';

/** The very service, on the test servers and a free port. */
export async function startContent({ mongoUrl = testMongoUrl() } = {}) {
  const identity = await testIdentity();
  const { brokers, topicPrefix } = testBusOptions();
  const log = createLog('test', 'silent');
  const start = async () => {
    const service = createContent({
      PORT: 0,
      HOST: '127.0.0.1',
      LOG_LEVEL: 'error',
      PUBLIC_URL: 'https://closingwire.example.com',
      MONGODB_URL: mongoUrl,
      KAFKA_BROKERS: brokers,
      KAFKA_TOPIC_PREFIX: topicPrefix,
      JWKS_URL: identity.jwksUrl,
      TOKEN_ISSUER: identity.issuer,
      SERVICE_SECRET: identity.serviceSecret,
    });
    for (const part of service.parts) await part.start();
    return service;
  };
  const service = await start();
  const bus = openBus({ brokers, topicPrefix, clientId: 'test', log });
  const auth = openIdentity({ ...identity, name: 'auth' });
  const listeners: { stop(): Promise<void> }[] = [];
  const adminToken = () => identity.tokenFor({ id: newId(), isAdmin: true });
  const asToken = (token: () => Promise<string>) => callInternal(contentApi, { url: service.url, token });

  return {
    url: service.url,
    managementUrl: service.managementUrl,
    mongoUrl,
    bus,
    /** A second process of the same service. */
    start,
    visitor: asToken(async () => ''),
    auth: asToken(() => auth.serviceToken('content')),
    user: asToken(() => identity.tokenFor()),
    adminToken,
    admin: asToken(adminToken),
    /** Everything published of one event from now on and before. */
    async listen<E extends EventDeclaration>(event: E): Promise<Received<E>[]> {
      const received: Received<E>[] = [];
      const part = rawConsumer({
        group: `test-${newId()}`,
        event,
        bus,
        log,
        onBatch: async messages => void received.push(...messages),
      });
      await part.start();
      listeners.push(part);
      return received;
    },
    async stop() {
      for (const listener of listeners) await listener.stop();
      for (const part of service.parts.toReversed()) await part.stop();
      await Promise.all([bus.part.stop(), identity.close()]);
    },
  };
}
export type TestContent = Awaited<ReturnType<typeof startContent>>;
