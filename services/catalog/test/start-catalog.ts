import { newId } from '@closingwire/chassis/ids';
import {
  startParts,
  startTestBus,
  testClients,
  testClock,
  testPool,
  testSettings,
} from '@closingwire/chassis/test-service';
import type { testIdentity } from '@closingwire/chassis/testing';
import { catalogApi, zipAssigned, zipChanged, zipReleased } from '@closingwire/contracts/catalog';
import type { EventDeclaration } from '@closingwire/contracts/event';
import { zipOffered } from '@closingwire/contracts/zip-waits';
import { type CatalogConfig, catalogConfig } from '../src/config.ts';
import { createCatalog } from '../src/service.ts';

export const webhookSecret = `whsec_${Buffer.from('a secret of twenty-four bytes, or more').toString('base64')}`;

type TestUser = { id?: string; industry?: string };

/** A database, topics and a token issuer for one catalog, and its configuration. */
export async function prepareCatalog(change: Partial<CatalogConfig> = {}) {
  const { identity, topics, settings } = await testSettings('catalog');
  const config: CatalogConfig = {
    ...catalogConfig.parse({ ...settings, WEBHOOK_SECRET: webhookSecret, WEBHOOK_TIMEOUT_MS: 1_000 }),
    ALLOW_PRIVATE_WEBHOOKS: true,
    ...change,
  };
  return { config, identity, topics, db: testPool(config.DATABASE_URL) };
}

const callerOf = ({ id = newId(), industry = 'Mortgages' }: TestUser = {}) => ({ id, industry });

/** Clients of a running catalog, by caller. */
export function clientsOf(url: string, identity: Awaited<ReturnType<typeof testIdentity>>) {
  const clients = testClients(catalogApi, { service: 'catalog', url, identity });
  return {
    ...clients,
    tokenOf: (user?: TestUser) => identity.tokenFor(callerOf(user)),
    as: (user?: TestUser) => clients.as(callerOf(user)),
    billing: clients.asService('billing'),
    auth: clients.asService('auth'),
  };
}

/** Starts the service on the test servers and a free port, with a clock that tests can move. */
export async function startCatalog(change: Partial<CatalogConfig> = {}) {
  const { config, identity, topics, db } = await prepareCatalog(change);
  const clock = testClock();
  const service = createCatalog(config, { clock: clock.now });
  const stopService = await startParts(service.parts);
  const bus = await startTestBus(topics, [zipAssigned, zipReleased, zipChanged, zipOffered]);

  return {
    ...clientsOf(service.http.url, identity),
    url: service.http.url,
    bus: bus.bus,
    db,
    databaseUrl: config.DATABASE_URL,
    clock: clock.now,
    passTime: clock.advance,
    /** Collects the published events of a type, past and future. */
    listen: async <E extends EventDeclaration>(event: E) => bus.arrivals(event),
    async stop() {
      await stopService();
      await Promise.all([db.end(), bus.stop(), identity.close()]);
    },
  };
}
export type TestCatalog = Awaited<ReturnType<typeof startCatalog>>;
