import { type Identity, openIdentity } from './http/identity.ts';
import { type Bus, openBus } from './kafka/bus.ts';
import { busSettings, type KafkaSettings } from './kafka/bus-settings.ts';
import type { Log } from './process/log.ts';

type BusAndIdentityConfig = KafkaSettings & {
  JWKS_URL: string;
  TOKEN_ISSUER: string;
  SERVICE_SECRET: string;
};

/** Opens the event bus, and the identity that proves and checks callers. */
export function openBusAndIdentity(
  name: string,
  config: BusAndIdentityConfig,
  log: Log,
): { bus: Bus; identity: Identity } {
  return {
    bus: openBus({ ...busSettings(config), clientId: name, log }),
    identity: openIdentity({
      jwksUrl: config.JWKS_URL,
      issuer: config.TOKEN_ISSUER,
      serviceSecret: config.SERVICE_SECRET,
      name,
    }),
  };
}
