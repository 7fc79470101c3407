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
import { portsOfTwo } from './two-of-each.ts';
import type { WholeAddresses } from './whole-addresses.ts';

export type Whole = { addresses: WholeAddresses; stop(): Promise<void> };

export type WholeOptions = {
  /** Prepares the folder before the servers start. */
  prepare?: (dir: string) => Promise<void>;
  /** Undoes `prepare` after the servers have stopped. */
  clearUp?: () => Promise<void>;
  /** Returns the ports of a proxy in front of the servers. */
  seenAt?: (ports: ServerPorts) => Promise<ServerPorts>;
  /** Returns the folder of a process's version; by default this checkout. */
  codeOf?: (process: string) => string;
  /** Runs every process twice behind a balancer. */
  twoOfEach?: boolean;
  /** Adds a PostgreSQL standby for reads. */
  standby?: boolean;
  /** Returns variables for every process; called after `prepare`. */
  env?: () => Record<string, string>;
};

/** Traces practically only what a test asks for. */
const sampledShare = '0.00001';

/**
 * Starts the whole product on real servers, with its own ports and temporary data. The servers are durable across kill
 * -9, because tests kill them.
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
  const processPorts = twoOfEach ? await portsOfTwo() : undefined;
  async function stop() {
    await supervisor.stop();
    collector.stop();
    processPorts?.close();
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
    // A copy, so that another build does not change the pages during a test.
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
      ...(processPorts && { processPorts }),
    });
    return { addresses: { ...addresses, tracesUrl: collector.url }, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
