import { freeServerPorts } from '@closingwire/local/ports/server-ports';
import { startProduct } from '@closingwire/local/product/start-product';
import { freeProcessPorts } from '@closingwire/local/product/wiring';
import { localDirectory } from '@closingwire/local/root';
import { startServers } from '@closingwire/local/servers/start-servers';
import { openSupervisor } from '@closingwire/local/supervisor/supervisor';

/** The nation has its own platform, separate from that of `make start`. */
export const nationFolder = `${localDirectory}/nation`;

/** All processes but the sample source, which would deliver ordered ZIPs. */
export const nationProcesses = [
  'stripe-sandbox',
  'auth',
  'catalog',
  'billing',
  'leads',
  'leads-ingest',
  'notifications',
  'content',
  'gateway',
];

/** Starts the servers; `product` starts the product's processes, or only the named ones. */
export async function startNationServers({ durable }: { durable: boolean }) {
  const supervisor = await openSupervisor(nationFolder, event => {
    if (event.kind === 'crashed') console.error(JSON.stringify(event));
  });
  const servers = await startServers(supervisor, { ports: await freeServerPorts(), durable });
  const ports = await freeProcessPorts();
  return {
    servers,
    async product(
      env: Record<string, string> = {},
      { withSource = false, only = nationProcesses }: { withSource?: boolean; only?: readonly string[] } = {},
    ) {
      const product = await startProduct(supervisor, {
        servers,
        ports,
        only: withSource ? [...only, 'lead-source'] : only,
        env,
      });
      return { ...product, ports };
    },
    stop: () => supervisor.stop(),
  };
}
