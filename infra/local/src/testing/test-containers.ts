import { DockerComposeEnvironment, Wait } from 'testcontainers';
import { portVariables } from '../containers/compose.ts';
import { freeServerPorts } from '../ports/server-ports.ts';
import { root } from '../root.ts';
import { foundServers } from '../servers/found-servers.ts';
import { servers } from '../servers/server.ts';
import { type TestServers, testAddresses } from './test-addresses.ts';

/** The servers of docker-compose.yml by testcontainers, which removes them even when this process is killed. */
export async function startTestContainers(): Promise<TestServers> {
  const ports = await freeServerPorts();
  const environment = await new DockerComposeEnvironment(root, 'docker-compose.yml')
    .withEnvironment(portVariables(ports))
    .withDefaultWaitStrategy(Wait.forHealthCheck())
    .up(servers.map(({ name }) => name));
  const found = servers.map(({ name, address }) => ({
    name,
    way: 'container' as const,
    address: address(ports),
  }));
  return {
    addresses: testAddresses(foundServers(found, ports)),
    stop: async () => void (await environment.down({ removeVolumes: true })),
  };
}
