import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { freeServerPorts, type ServerPorts } from '@closingwire/local/ports/server-ports';
import { buildFrontEnd, frontEndFolder } from '@closingwire/local/product/front-end-build';
import { localDirectory } from '@closingwire/local/root';
import { discardData } from '@closingwire/local/servers/discard-data';
import { startServers } from '@closingwire/local/servers/start-servers';
import { startStandby } from '@closingwire/local/standby';
import { openSupervisor } from '@closingwire/local/supervisor/supervisor';
import { startProcesses } from './start-processes.ts';
import { startTraceCollector } from './trace-collector.ts';
import { placesForTwo } from './two-of-each.ts';
import type { WholeAddresses } from './whole-addresses.ts';

export type Whole = { addresses: WholeAddresses; stop(): Promise<void> };

export type WholeOptions = {
  /** Readies the folder of the whole, before the servers start there. */
  prepare?: (dir: string) => Promise<void>;
  /** Undoes it, after they have stopped. */
  clearUp?: () => Promise<void>;
  /** Where the product finds the servers that listen at these ports, when something stands between. */
  seenAt?: (ports: ServerPorts) => Promise<ServerPorts>;
  /** Where the version lies that a process runs; default: here. */
  codeOf?: (process: string) => string;
  /** Every process of the product runs twice, behind a balancer. */
  twoOfEach?: boolean;
  /** A standby follows PostgreSQL, for reads. */
  standby?: boolean;
  /** Set for every process of the product, once the folder is ready. */
  env?: () => Record<string, string>;
};

/** One in a hundred thousand: those that a test asks for, and hardly another. */
const sampledShare = '0.00001';

/**
 * The whole product on real servers: its own ports, and data that is thrown away when it stops. The servers
 * keep their promises across kill -9, because faults are what the product is tested with.
 */
export async function startWhole({
  prepare,
  clearUp,
  seenAt,
  codeOf,
  twoOfEach = false,
  standby = false,
  env,
}: WholeOptions = {}): Promise<Whole> {
  await mkdir(localDirectory, { recursive: true });
  const dir = await mkdtemp(`${localDirectory}/whole-`);
  const supervisor = await openSupervisor(dir);
  const collector = await startTraceCollector();
  const places = twoOfEach ? await placesForTwo() : undefined;
  async function stop() {
    await supervisor.stop();
    collector.stop();
    places?.close();
    await clearUp?.();
    await discardData(dir);
    await rm(dir, { recursive: true, force: true });
  }
  try {
    await prepare?.(dir);
    const ports = await freeServerPorts();
    const [found] = await Promise.all([
      startServers(supervisor, { ports, seenAt: await seenAt?.(ports), durable: true }),
      buildFrontEnd(),
    ]);
    const servers = standby
      ? await startStandby(supervisor, { servers: found, ports, durable: true })
      : found;
    // Its own copy, so that a build for somebody else does not change the pages in the middle of a test.
    const frontEnd = `${dir}/front-end`;
    await cp(frontEndFolder, frontEnd, { recursive: true });
    const shown = {
      FRONTEND_DIST: frontEnd,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_TRACES_SAMPLER_ARG: sampledShare,
      ...env?.(),
    };
    const addresses = await startProcesses(supervisor, {
      servers,
      codeOf,
      env: shown,
      ...(places && { places }),
    });
    return { addresses: { ...addresses, tracesUrl: collector.url }, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
