import { type Identity, openIdentity } from './http/identity.ts';
import { type Bus, openBus } from './kafka/bus.ts';
import type { Log } from './process/log.ts';

/** What `kafkaConfig` and `identityConfig` read. */
type BusAndIdentityConfig = {
  KAFKA_BROKERS: string[];
  KAFKA_TOPIC_PREFIX: string;
  JWKS_URL: string;
  TOKEN_ISSUER: string;
  SERVICE_SECRET: string;
};

/** What every process shares with the others, as its settings name them: the bus, and the proof of who calls. */
export function openBusAndIdentity(
  name: string,
  config: BusAndIdentityConfig,
  log: Log,
): { bus: Bus; identity: Identity } {
  return {
    bus: openBus({
      brokers: config.KAFKA_BROKERS,
      topicPrefix: config.KAFKA_TOPIC_PREFIX,
      clientId: name,
      log,
    }),
    identity: openIdentity({
      jwksUrl: config.JWKS_URL,
      issuer: config.TOKEN_ISSUER,
      serviceSecret: config.SERVICE_SECRET,
      name,
    }),
  };
}
