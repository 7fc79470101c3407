import { randomBytes } from 'node:crypto';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { freeServerPorts } from '@closingwire/local/ports/server-ports';
import { buildFrontEnd, frontEndFolder } from '@closingwire/local/product/front-end-build';
import { freeProcessPorts } from '@closingwire/local/product/process-ports';
import { localSecrets } from '@closingwire/local/product/secrets';
import { startProduct } from '@closingwire/local/product/start-product';
import { localDirectory } from '@closingwire/local/root';
import { discardData } from '@closingwire/local/servers/discard-data';
import { startServers } from '@closingwire/local/servers/start-servers';
import { openSupervisor } from '@closingwire/local/supervisor/supervisor';
import type { WholeAddresses } from './whole-addresses.ts';

/** Everybody in these tests comes from one address and forgets her password often. */
export const roomForAll = {
  SIGN_IN_TRIES_PER_ADDRESS: '10000',
  SIGN_UPS_PER_ADDRESS: '10000',
  RECOVERIES_PER_ACCOUNT: '10000',
  RECOVERIES_PER_ADDRESS: '10000',
};

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
    const operatorSecret = randomBytes(24).toString('hex');
    await cp(frontEndFolder, frontEnd, { recursive: true });
    const product = await startProduct(supervisor, {
      servers,
      ports: await freeProcessPorts(),
      env: { ...roomForAll, FRONTEND_DIST: frontEnd, JWT_SECRET: operatorSecret },
    });
    const { serviceSecret, ingestionKey } = await localSecrets(dir);
    const addresses = {
      dir,
      url: product.url,
      processes: Object.fromEntries(product.processes.map(({ name, url }) => [name, url])),
      postgresUrl: servers.postgresUrl(''),
      mongoUrl: servers.mongoUrl(''),
      kafkaBrokers: servers.kafkaBrokers,
      smtpUrl: servers.smtpUrl,
      mailApiUrl: servers.mailWebUrl ?? '',
      serviceSecret,
      ingestionKey,
      operatorSecret,
    };
    return { addresses, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
