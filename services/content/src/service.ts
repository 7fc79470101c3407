import { httpPart } from '@closingwire/chassis/http';
import { mongoUrl, openMongo } from '@closingwire/chassis/mongo';
import { type Clock, systemClock } from '@closingwire/chassis/part';
import { processBasics } from '@closingwire/chassis/process-basics';
import type { ContentConfig } from './config.ts';
import { modelsOf } from './models.ts';
import { prepare } from './prepare.ts';
import { pendingEventsRelay } from './relay.ts';
import { contentRoutes } from './routes.ts';
import { sitemapRoute } from './sitemap.ts';
import { onUserDeleted } from './user-data.ts';

const name = 'content';

/** Every input, output and collaborator of the service. */
export function createContent(config: ContentConfig, { clock = systemClock }: { clock?: Clock } = {}) {
  const { log, bus, server } = processBasics(name, config);
  const mongo = openMongo({
    url: mongoUrl(config),
    name,
    log,
    prepare: connection => prepare(connection, log),
  });
  const models = modelsOf(mongo.connection);
  const relay = pendingEventsRelay({ models: [models.messages, models.settings], bus, log });
  const http = httpPart({
    ...server,
    router: contentRoutes({ models, clock, onPending: relay.wake }),
    plain: sitemapRoute(config.PUBLIC_URL),
    parts: [mongo.part],
  });
  return {
    // HTTP starts before the broker connects, so that requests do not wait for it.
    parts: [mongo.part, http, bus.part, relay.part, onUserDeleted({ models, bus, log })],
    http,
  };
}
