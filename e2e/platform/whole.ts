import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { freeServerPorts } from '@closingwire/local/ports/server-ports';
import { buildFrontEnd, frontEndFolder } from '@closingwire/local/product/front-end-build';
import { localDirectory } from '@closingwire/local/root';
import { discardData } from '@closingwire/local/servers/discard-data';
import { startServers } from '@closingwire/local/servers/start-servers';
import { openSupervisor } from '@closingwire/local/supervisor/supervisor';
import { startProcesses } from './start-processes.ts';
import type { WholeAddresses } from './whole-addresses.ts';

export type Whole = { addresses: WholeAddresses; stop(): Promise<void> };

/**
 * The whole product on real servers: its own ports, and data that is thrown away when it stops. The servers
 * keep their promises across kill -9, because faults are what the product is tested with.
 */
export async function startWhole(): Promise<Whole> {
  await mkdir(localDirectory, { recursive: true });
  const dir = await mkdtemp(`${localDirectory}/whole-`);
  const supervisor = await openSupervisor(dir);
  async function stop() {
    await supervisor.stop();
    await discardData(dir);
    await rm(dir, { recursive: true, force: true });
  }
  try {
    const [servers] = await Promise.all([
      startServers(supervisor, { ports: await freeServerPorts(), durable: true }),
      buildFrontEnd(),
    ]);
    // Its own copy, so that a build for somebody else does not change the pages in the middle of a test.
    const frontEnd = `${dir}/front-end`;
    await cp(frontEndFolder, frontEnd, { recursive: true });
    const addresses = await startProcesses(supervisor, { servers, env: { FRONTEND_DIST: frontEnd } });
    return { addresses, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
