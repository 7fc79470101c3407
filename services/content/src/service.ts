import { type Clock, systemClock } from '@closingwire/chassis/clock';
import { httpPart } from '@closingwire/chassis/http';
import { openIdentity } from '@closingwire/chassis/identity';
import { openBus } from '@closingwire/chassis/kafka';
import { createLog } from '@closingwire/chassis/log';
import { openMongo } from '@closingwire/chassis/mongo';
import type { Service } from '@closingwire/chassis/run';
import type { ContentConfig } from './config.ts';
import { modelsOf } from './db/models.ts';
import { prepare } from './db/prepare.ts';
import { pendingEventsRelay } from './pending/relay.ts';
import { contentRoutes } from './routes.ts';
import { sitemapRoute } from './sitemap.ts';

const name = 'content';

/** Every input, output and collaborator of the service. */
export function createContent(
  config: ContentConfig,
  { clock = systemClock }: { clock?: Clock } = {},
): Service & { readonly url: string } {
  const log = createLog(name, config.LOG_LEVEL);
  const mongo = openMongo({ url: config.MONGODB_URL, name, log, prepare });
  const models = modelsOf(mongo.connection);
  const bus = openBus({
    brokers: config.KAFKA_BROKERS,
    topicPrefix: config.KAFKA_TOPIC_PREFIX,
    clientId: name,
    log,
  });
  const relay = pendingEventsRelay({ models: [models.messages, models.settings], bus, log });
  const identity = openIdentity({
    jwksUrl: config.JWKS_URL,
    issuer: config.TOKEN_ISSUER,
    serviceSecret: config.SERVICE_SECRET,
    name,
  });
  const http = httpPart({
    name,
    port: config.PORT,
    host: config.HOST,
    log,
    identity,
    router: contentRoutes({ models, clock, onPending: relay.wake }),
    plain: sitemapRoute(config.PUBLIC_URL),
    parts: [mongo.part],
  });
  return {
    // Requests are answered while the broker is still waited for.
    parts: [mongo.part, http, bus.part, relay.part],
    get url() {
      return http.url;
    },
  };
}
