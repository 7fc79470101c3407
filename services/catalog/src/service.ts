import { consumer } from '@closingwire/chassis/consume';
import { httpPart } from '@closingwire/chassis/http';
import { jobRunner } from '@closingwire/chassis/jobs';
import { outboxRelay } from '@closingwire/chassis/outbox';
import { type Clock, systemClock } from '@closingwire/chassis/part';
import { databaseUrl, openPg } from '@closingwire/chassis/pg';
import { processBasics } from '@closingwire/chassis/process-basics';
import { totalsFold } from '@closingwire/chassis/stored-totals';
import { MAX_IMPORT_BYTES } from '@closingwire/contracts/catalog';
import { claimHandlers, releaseStrays } from './claims/change.ts';
import type { CatalogConfig } from './config.ts';
import {
  deliverWebhookJob,
  pruneDeliveriesJob,
  releaseStrayClaimsJob,
  resumeDeliveriesJob,
  settleOffersJob,
} from './jobs.ts';
import { users } from './replicas.ts';
import { catalogRoutes } from './routes.ts';
import { onUserDeleted } from './user-data.ts';
import { settleAllOffers } from './waits/offers.ts';
import { deliverWebhook, onSettingChanged, pruneDeliveries, resumeDeliveries } from './webhook/deliver.ts';
import { onZipRefreshRequested } from './webhook/schedule.ts';
import { catalogLoader } from './zips/load-catalog.ts';

const name = 'catalog';

/** Every input, output and collaborator of the service. */
export function createCatalog(config: CatalogConfig, { clock = systemClock }: { clock?: Clock } = {}) {
  const { log, bus, server } = processBasics(name, config);
  const pg = openPg({
    url: databaseUrl(config),
    name,
    migrations: new URL('../migrations/', import.meta.url),
    log,
  });
  const installationUrl = config.INITIAL_SCRAPE_WEBHOOK_URL;
  const eventHandlers = [
    ...users.handlers,
    onUserDeleted(clock),
    ...claimHandlers(clock),
    onSettingChanged,
    onZipRefreshRequested(clock),
  ];
  const consuming = consumer({ group: name, handlers: eventHandlers, pg, bus, log });
  const context = { pg, clock, log, webhook: webhookOptions(config) };
  const jobHandlers = [
    deliverWebhookJob.handledBy(attempt => deliverWebhook(context, attempt)),
    pruneDeliveriesJob.handledBy(() => pruneDeliveries(context)),
    resumeDeliveriesJob.handledBy(() => resumeDeliveries(context)),
    releaseStrayClaimsJob.handledBy(() => releaseStrays(context)),
    settleOffersJob.handledBy(() => settleAllOffers(context)),
    totalsFold(pg),
  ];
  const jobs = jobRunner({ pg, log, handlers: jobHandlers, concurrency: 4 });
  const http = httpPart({
    ...server,
    router: catalogRoutes({ pg, clock, installationUrl }),
    parts: [pg.part],
    maxBodyBytes: MAX_IMPORT_BYTES,
  });
  // HTTP starts before the broker connects, so that requests do not wait for it.
  const parts = [
    pg.part,
    catalogLoader({ pg, log }),
    http,
    bus.part,
    outboxRelay({ pg, bus, log }),
    consuming,
    jobs,
  ];
  return {
    parts,
    http,
  };
}

const webhookOptions = (config: CatalogConfig) => ({
  installationUrl: config.INITIAL_SCRAPE_WEBHOOK_URL,
  secret: config.WEBHOOK_SECRET,
  timeoutMs: config.WEBHOOK_TIMEOUT_MS,
  allowPrivate: config.ALLOW_PRIVATE_WEBHOOKS,
});
