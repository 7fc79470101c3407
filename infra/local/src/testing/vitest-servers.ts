import { sharedTestPlatform, startTestServers } from './test-servers.ts';

/**
 * Vitest's global set-up of every project that talks to servers: those named in the environment, those of
 * a running `make test-platform`, or else new ones, which the returned function takes away.
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.TEST_POSTGRES_URL !== undefined) return undefined;
  const shared = await sharedTestPlatform();
  const servers = shared === undefined ? await startTestServers() : { addresses: shared, stop: undefined };
  Object.assign(process.env, servers.addresses);
  return servers.stop;
}
