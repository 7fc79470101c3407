import type { HttpOptions } from './http/http.ts';
import { openIdentity } from './http/identity.ts';
import { openBus } from './kafka/bus.ts';
import { busSettings, type KafkaSettings } from './kafka/bus-settings.ts';
import { createLog, type Log } from './process/log.ts';

type Config = KafkaSettings & {
  PORT: number;
  MANAGEMENT_PORT?: number | undefined;
  HOST: string;
  LOG_LEVEL: string;
  JWKS_URL: string;
  TOKEN_ISSUER: string;
  SERVICE_SECRET: string;
};

type ServerOptions = Pick<HttpOptions, 'name' | 'port' | 'managementPort' | 'host' | 'log' | 'identity'>;

/**
 * Returns what every process begins with: its log, the event bus, the identity that proves and checks callers, and the
 * options of `httpPart` that follow from these.
 */
export function processBasics(name: string, config: Config, log: Log = createLog(name, config.LOG_LEVEL)) {
  const identity = openIdentity({
    jwksUrl: config.JWKS_URL,
    issuer: config.TOKEN_ISSUER,
    serviceSecret: config.SERVICE_SECRET,
    name,
  });
  const { PORT: port, MANAGEMENT_PORT: managementPort, HOST: host } = config;
  const server: ServerOptions = { name, port, managementPort, host, log, identity };
  return { log, bus: openBus({ ...busSettings(config), clientId: name, log }), identity, server };
}
