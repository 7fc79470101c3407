import { type Received, rawConsumer } from '@closingwire/chassis/consume';
import { callInternal } from '@closingwire/chassis/http-client';
import { openIdentity } from '@closingwire/chassis/identity';
import { newId } from '@closingwire/chassis/ids';
import { openBus } from '@closingwire/chassis/kafka';
import { createLog } from '@closingwire/chassis/log';
import { testBusOptions, testDatabase, testIdentity } from '@closingwire/chassis/testing';
import { catalogApi } from '@closingwire/contracts/catalog-api';
import type { EventDeclaration } from '@closingwire/contracts/event';
import pg from 'pg';
import type { CatalogConfig } from '../src/config.ts';
import { createCatalog } from '../src/service.ts';

export const webhookSecret = `whsec_${Buffer.from('a secret of twenty-four bytes, or more').toString('base64')}`;

type Person = { id?: string; industry?: string };

/** The very service, on the test servers, a free port and a clock that tests may move. */
export async function startCatalog(config: Partial<CatalogConfig> = {}) {
  const [identity, databaseUrl] = await Promise.all([testIdentity(), testDatabase('catalog')]);
  const { brokers, topicPrefix } = testBusOptions();
  const log = createLog('test', 'silent');
  let aheadMs = 0;
  const service = createCatalog(
    {
      PORT: 0,
      HOST: '127.0.0.1',
      LOG_LEVEL: 'error',
      PUBLIC_URL: 'http://localhost',
      DATABASE_URL: databaseUrl,
      KAFKA_BROKERS: brokers,
      KAFKA_TOPIC_PREFIX: topicPrefix,
      JWKS_URL: identity.jwksUrl,
      TOKEN_ISSUER: identity.issuer,
      SERVICE_SECRET: identity.serviceSecret,
      WEBHOOK_SECRET: webhookSecret,
      WEBHOOK_TIMEOUT_MS: 1_000,
      ALLOW_PRIVATE_WEBHOOKS: true,
      ...config,
    },
    { clock: () => new Date(Date.now() + aheadMs) },
  );
  for (const part of service.parts) await part.start();

  const bus = openBus({ brokers, topicPrefix, clientId: 'test', log });
  const db = new pg.Pool({ connectionString: databaseUrl });
  const billing = openIdentity({ ...identity, name: 'billing' });
  const listeners: { stop(): Promise<void> }[] = [];
  const asToken = (token: () => Promise<string>) => callInternal(catalogApi, { url: service.url, token });

  const adminToken = () => identity.tokenFor({ id: newId(), isAdmin: true });

  return {
    url: service.url,
    databaseUrl,
    bus,
    db,
    as: ({ id = newId(), industry = 'Mortgages' }: Person = {}) =>
      asToken(() => identity.tokenFor({ id, industry })),
    admin: asToken(adminToken),
    adminToken,
    billing: asToken(() => billing.serviceToken('catalog')),
    passTime(ms: number) {
      aheadMs += ms;
    },
    /** What was and will be published of one event. */
    async listen<E extends EventDeclaration>(event: E): Promise<Received<E>[]> {
      const received: Received<E>[] = [];
      const onBatch = async (messages: Received<E>[]) => void received.push(...messages);
      const part = rawConsumer({ group: `test-${newId()}`, event, bus, log, onBatch });
      await part.start();
      listeners.push(part);
      return received;
    },
    async stop() {
      for (const listener of listeners) await listener.stop();
      for (const part of service.parts.toReversed()) await part.stop();
      await Promise.all([db.end(), bus.part.stop(), identity.close()]);
    },
  };
}
export type TestCatalog = Awaited<ReturnType<typeof startCatalog>>;
