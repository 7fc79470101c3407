import { startParts, startTestBus, testClients, testSettings } from '@closingwire/chassis/test-service';
import { contactMessageReceived, contentApi, settingChanged } from '@closingwire/contracts/content';
import type { EventDeclaration } from '@closingwire/contracts/event';
import { contentConfig } from '../src/config.ts';
import { createContent } from '../src/service.ts';

export async function startContent({ mongoUrl }: { mongoUrl?: string } = {}) {
  const { identity, topics, settings } = await testSettings('content', { store: 'mongo' });
  const config = contentConfig.parse({
    ...settings,
    PUBLIC_URL: 'https://closingwire.example.com',
    ...(mongoUrl && { MONGODB_URL: mongoUrl }),
  });
  const start = async () => {
    const process = createContent(config);
    const stop = await startParts(process.parts);
    return { ...process, stop };
  };
  const service = await start();
  const bus = await startTestBus(topics, [contactMessageReceived, settingChanged]);
  const clients = testClients(contentApi, { service: 'content', url: service.http.url, identity });

  return {
    url: service.http.url,
    managementUrl: service.http.managementUrl,
    mongoUrl: config.MONGODB_URL,
    bus: bus.bus,
    /** Starts a second process of the service. */
    start,
    visitor: clients.visitor,
    auth: clients.asService('auth'),
    user: clients.as(),
    as: clients.as,
    adminToken: clients.adminToken,
    admin: clients.admin,
    /** Collects all published events of a type, also those published before the call. */
    listen: async <E extends EventDeclaration>(event: E) => bus.arrivals(event),
    async stop() {
      await service.stop();
      await Promise.all([bus.stop(), identity.close()]);
    },
  };
}
export type TestContent = Awaited<ReturnType<typeof startContent>>;
