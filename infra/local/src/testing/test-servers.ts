import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { containerEngineAnswers } from '../containers/container-engine.ts';
import { freeServerPorts } from '../ports/server-ports.ts';
import { localDirectory } from '../root.ts';
import { discardData } from '../servers/discard-data.ts';
import { startServers } from '../servers/start-servers.ts';
import { openSupervisor } from '../supervisor/supervisor.ts';
import { discardAbandoned } from './discard-abandoned.ts';
import { type TestServers, testAddresses } from './test-addresses.ts';
import { startTestContainers } from './test-containers.ts';

/** Servers for one test run, on ports of their own, whose data is thrown away: in containers where an engine answers, else natively. */
export async function startTestServers(): Promise<TestServers> {
  return (await containerEngineAnswers()) ? startTestContainers() : startNatively();
}

async function startNatively(): Promise<TestServers> {
  await mkdir(localDirectory, { recursive: true });
  await discardAbandoned('test-');
  const dir = await mkdtemp(`${localDirectory}/test-`);
  const supervisor = await openSupervisor(dir);
  async function stop() {
    await supervisor.stop();
    await discardData(dir);
    await rm(dir, { recursive: true, force: true });
  }
  try {
    const servers = await startServers(supervisor, { ports: await freeServerPorts(), durable: false });
    return { addresses: testAddresses(servers), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
