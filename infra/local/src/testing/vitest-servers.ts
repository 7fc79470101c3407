import { sharedTestPlatform, startTestServers } from './test-servers.ts';

/**
 * Vitest's global setup for projects with servers. It uses servers from the environment, else a running `make
 * test-platform`, else starts servers. The returned function stops servers that it started.
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.TEST_POSTGRES_URL !== undefined) return undefined;
  const shared = await sharedTestPlatform();
  const servers = shared === undefined ? await startTestServers() : { addresses: shared, stop: undefined };
  Object.assign(process.env, servers.addresses);
  return servers.stop;
}
