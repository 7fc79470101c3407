import { openBus } from '@closingwire/chassis/bus';
import { type Received, rawConsumer } from '@closingwire/chassis/consume';
import { callInternal } from '@closingwire/chassis/http-client';
import { openIdentity } from '@closingwire/chassis/identity';
import { newId } from '@closingwire/chassis/ids';
import { createLog } from '@closingwire/chassis/log';
import { testBusOptions, testDatabase, testIdentity } from '@closingwire/chassis/testing';
import { catalogApi } from '@closingwire/contracts/catalog';
import type { EventDeclaration } from '@closingwire/contracts/event';
import pg from 'pg';
import type { CatalogConfig } from '../src/config.ts';
import { createCatalog } from '../src/service.ts';

export const webhookSecret = `whsec_${Buffer.from('a secret of twenty-four bytes, or more').toString('base64')}`;

type User = { id?: string; industry?: string };

/** A database, topics and an issuer of tokens for one catalogue, and its configuration. */
export async function prepareCatalog(change: Partial<CatalogConfig> = {}) {
  const [identity, databaseUrl] = await Promise.all([testIdentity(), testDatabase('catalog')]);
  const { brokers, topicPrefix } = testBusOptions();
  const config: CatalogConfig = {
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
    INITIAL_SCRAPE_WEBHOOK_URL: undefined,
    WEBHOOK_SECRET: webhookSecret,
    WEBHOOK_TIMEOUT_MS: 1_000,
    ALLOW_PRIVATE_WEBHOOKS: true,
    ...change,
  };
  const log = createLog('test', 'silent');
  const bus = openBus({ brokers, topicPrefix, clientId: 'test', log });
  const db = new pg.Pool({ connectionString: databaseUrl });
  // A server that goes away ends the test by a failed query, not the process by an event.
  db.on('error', () => {});
  return { config, identity, bus, db, log };
}

/** Clients of a running catalogue, as this or that caller. */
export function clientsOf(url: string, identity: Awaited<ReturnType<typeof testIdentity>>) {
  const asToken = (token: () => Promise<string>) => callInternal(catalogApi, { url, token });
  const billing = openIdentity({ ...identity, name: 'billing' });
  const auth = openIdentity({ ...identity, name: 'auth' });
  const adminToken = () => identity.tokenFor({ id: newId(), isAdmin: true });
  const tokenOf = ({ id = newId(), industry = 'Mortgages' }: User = {}) =>
    identity.tokenFor({ id, industry });
  return {
    tokenOf,
    as: (user: User = {}) => asToken(() => tokenOf(user)),
    adminToken,
    admin: asToken(adminToken),
    billing: asToken(() => billing.serviceToken('catalog')),
    auth: asToken(() => auth.serviceToken('catalog')),
  };
}

/** The very service, on the test servers, a free port and a clock that tests may move. */
export async function startCatalog(change: Partial<CatalogConfig> = {}) {
  const { config, identity, bus, db, log } = await prepareCatalog(change);
  let aheadMs = 0;
  const service = createCatalog(config, { clock: () => new Date(Date.now() + aheadMs) });
  for (const part of service.parts) await part.start();
  const listeners: { stop(): Promise<void> }[] = [];

  return {
    ...clientsOf(service.url, identity),
    url: service.url,
    bus,
    db,
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
