import { openBusAndIdentity } from '@closingwire/chassis/bus-and-identity';
import { httpPart } from '@closingwire/chassis/http';
import { createLog } from '@closingwire/chassis/log';
import { mongoUrl, openMongo } from '@closingwire/chassis/mongo';
import { type Clock, systemClock } from '@closingwire/chassis/part';
import type { Service } from '@closingwire/chassis/run';
import type { ContentConfig } from './config.ts';
import { modelsOf } from './models.ts';
import { prepare } from './prepare.ts';
import { pendingEventsRelay } from './relay.ts';
import { contentRoutes } from './routes.ts';
import { sitemapRoute } from './sitemap.ts';
import { onUserDeleted } from './user-data.ts';

const name = 'content';

/** Every input, output and collaborator of the service. */
export function createContent(
  config: ContentConfig,
  { clock = systemClock }: { clock?: Clock } = {},
): Service & { readonly url: string; readonly managementUrl: string } {
  const log = createLog(name, config.LOG_LEVEL);
  const mongo = openMongo({
    url: mongoUrl(config),
    name,
    log,
    prepare: connection => prepare(connection, log),
  });
  const models = modelsOf(mongo.connection);
  const { bus, identity } = openBusAndIdentity(name, config, log);
  const relay = pendingEventsRelay({ models: [models.messages, models.settings], bus, log });
  const http = httpPart({
    name,
    port: config.PORT,
    managementPort: config.MANAGEMENT_PORT,
    host: config.HOST,
    log,
    identity,
    router: contentRoutes({ models, clock, onPending: relay.wake }),
    plain: sitemapRoute(config.PUBLIC_URL),
    parts: [mongo.part],
  });
  return {
    // HTTP starts before the broker connects, so that requests do not wait for it.
    parts: [mongo.part, http, bus.part, relay.part, onUserDeleted({ models, bus, log })],
    get url() {
      return http.url;
    },
    get managementUrl() {
      return http.managementUrl;
    },
  };
}
