import { mkdir } from 'node:fs/promises';
import { startContainers } from '../containers/compose.ts';
import { containerEngineAnswers } from '../containers/container-engine.ts';
import { installSystemPackages } from '../install/system-packages.ts';
import { PlatformError } from '../platform-error.ts';
import { answers } from '../ports/answers.ts';
import { expectFreePorts } from '../ports/expect-free-ports.ts';
import { type ServerPorts, serverPorts } from '../ports/server-ports.ts';
import type { Supervisor } from '../supervisor/supervisor.ts';
import { foundServers, type Servers } from './found-servers.ts';
import type { Grounds } from './grounds.ts';
import { type Server, servers } from './server.ts';
import { chooseWay, type Way } from './way.ts';

export type ServersOptions = {
  ports: ServerPorts;
  /** Where the product finds native servers instead, when something stands between. */
  seenAt?: ServerPorts | undefined;
  /** False for data that is thrown away: speed before safety. */
  durable: boolean;
  /** Where the addresses of servers of one's own may stand. */
  env?: Record<string, string | undefined>;
};

/** Finds or starts PostgreSQL, Kafka, MongoDB and the inbox, each in the first way that works. */
export async function startServers(
  supervisor: Supervisor,
  { ports, seenAt, durable, env = {} }: ServersOptions,
): Promise<Servers> {
  const engine = await containerEngineAnswers();
  const chosen = servers.map(server => ({ server, way: chooseWay(env[server.variable], engine) }));
  const by = (wanted: Way) => chosen.filter(({ way }) => way === wanted).map(({ server }) => server);

  await Promise.all(by('environment').map(server => expectAnswer(server, String(env[server.variable]))));
  const containers = by('container').map(({ name }) => name);
  if (containers.length > 0) supervisor.adopt(await startContainers(containers, ports));
  await startNatively(supervisor, by('native'), { ports, seenAt, durable });

  const found = chosen.map(({ server, way }) => ({
    name: server.name,
    way,
    address:
      way === 'environment'
        ? String(env[server.variable])
        : server.address(way === 'native' ? (seenAt ?? ports) : ports),
  }));
  return foundServers(found, ports);
}

/** Starts servers as processes of this machine, installing what they need on first use. */
export async function startNatively(
  supervisor: Supervisor,
  natives: readonly Server[],
  { ports, seenAt, durable }: Omit<Grounds, 'dir'>,
): Promise<void> {
  const { dir } = supervisor;
  await expectFreePorts(
    natives.flatMap(({ name, listens }) =>
      listens.map(port => ({ what: name, variable: serverPorts[port].variable, port: ports[port] })),
    ),
  );
  await mkdir(`${dir}/log`, { recursive: true });
  await installSystemPackages((await Promise.all(natives.map(({ needs }) => needs()))).flat());
  await supervisor.start(
    await Promise.all(natives.map(({ program }) => program({ dir, ports, seenAt, durable }))),
  );
}

async function expectAnswer({ variable }: Server, address: string): Promise<void> {
  const { host, port } = hostOf(address);
  if (port === undefined || (await answers(port, host, 3_000))) return;
  throw new PlatformError(
    `${variable} names ${host}:${port}, but nothing answers there. Start it, or unset ${variable}.`,
  );
}

/** The first host of an address, with or without a scheme and credentials; no port where it names none. */
function hostOf(address: string): { host: string; port: number | undefined } {
  const [, host = '', port] = /^(?:[^:]+:\/\/)?(?:[^@/]*@)?([^:,/?]+)(?::(\d+))?/.exec(address) ?? [];
  return { host, port: port === undefined ? undefined : Number(port) };
}
