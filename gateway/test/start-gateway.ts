import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLog } from '@closingwire/chassis/log';
import { testBusOptions, testIdentity } from '@closingwire/chassis/testing';
import { gatewayConfig } from '../src/config.ts';
import { createGateway } from '../src/service.ts';

/** Starts the whole gateway with an issuer of tokens; `settings` name the services that a test fakes. */
export async function startGateway(settings: Record<string, string> = {}) {
  const identity = await testIdentity();
  const bus = testBusOptions();
  const config = gatewayConfig.parse({
    PORT: 0,
    KAFKA_BROKERS: bus.brokers.join(','),
    KAFKA_TOPIC_PREFIX: bus.topicPrefix,
    JWKS_URL: identity.jwksUrl,
    TOKEN_ISSUER: identity.issuer,
    SERVICE_SECRET: identity.serviceSecret,
    FRONTEND_DIST: '/nowhere',
    RESTART_MS: '100',
    ...settings,
  });
  const gateway = createGateway(config, { log: createLog('gateway test', 'silent') });
  for (const part of gateway.parts) await part.start();
  return {
    identity,
    bus,
    parts: gateway.parts,
    url: gateway.http.url,
    managementUrl: gateway.http.managementUrl,
    async stop() {
      for (const part of gateway.parts.toReversed()) await part.stop();
      await identity.close();
    },
  };
}
export type StartedGateway = Awaited<ReturnType<typeof startGateway>>;

/** Starts a service on a free port. */
export async function serve(listener: RequestListener): Promise<{ url: string; server: Server }> {
  const server = createServer(listener);
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}
