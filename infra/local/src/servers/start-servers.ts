import { mkdir } from 'node:fs/promises';
import type { ServerAddresses } from '@closingwire/topology';
import { withDatabase } from '@closingwire/topology/addresses';
import { expectFreePorts } from '../ports/expect-free-ports.ts';
import { isListening } from '../ports/free-port.ts';
import { type ServerPorts, serverPorts } from '../ports/server-ports.ts';
import type { Supervisor } from '../supervisor/supervisor.ts';
import { installSystemPackages } from '../system-packages.ts';
import { PlatformError } from '../terminal.ts';
import { hasContainerEngine, startContainers } from './containers.ts';
import type { NativeSettings } from './native-settings.ts';
import { type Server, type ServerName, servers } from './server.ts';

export type FoundServer = { name: ServerName; source: ServerSource; address: string };

/** Addresses of the product's servers: native, in containers, or the operator's own. */
export type Servers = ServerAddresses & {
  found: readonly FoundServer[];
  /** The inbox's web page; undefined with the operator's own mail server. */
  mailWebUrl: string | undefined;
};

export function foundServers(found: readonly FoundServer[], ports: ServerPorts): Servers {
  const of = (name: ServerName) => {
    const server = found.find(one => one.name === name);
    if (server === undefined) throw new Error(`expected to have found ${name}`);
    return server;
  };
  return {
    found,
    postgresUrl: database => withDatabase(of('postgres').address, database),
    kafkaBrokers: of('kafka').address,
    mongoUrl: database => withDatabase(of('mongo').address, database),
    smtpUrl: of('mail').address,
    mailWebUrl: of('mail').source === 'environment' ? undefined : `http://127.0.0.1:${ports.mailWeb}`,
  };
}

type ServerSource = 'environment' | 'container' | 'native';

/** The source of a server: a given address, else a container, else a native process. */
export function chooseSource(givenAddress: string | undefined, engineAnswers: boolean): ServerSource {
  if (givenAddress !== undefined && givenAddress !== '') return 'environment';
  return engineAnswers ? 'container' : 'native';
}

export type ServersOptions = Omit<NativeSettings, 'dir'> & {
  /** The environment with addresses of the operator's own servers. */
  env?: Record<string, string | undefined>;
};

/** Finds or starts PostgreSQL, Kafka, MongoDB and the inbox, each by the first source that works. */
export async function startServers(
  supervisor: Supervisor,
  { ports, seenAt, durable, env = {} }: ServersOptions,
): Promise<Servers> {
  const engine = await hasContainerEngine();
  const chosen = servers.map(server => ({ server, source: chooseSource(env[server.variable], engine) }));
  const by = (wanted: ServerSource) =>
    chosen.filter(({ source }) => source === wanted).map(({ server }) => server);

  await Promise.all(by('environment').map(server => expectAnswer(server, String(env[server.variable]))));
  const containers = by('container').map(({ name }) => name);
  if (containers.length > 0) supervisor.adopt(await startContainers(containers, ports));
  await startNatively(supervisor, by('native'), { ports, seenAt, durable });

  const found = chosen.map(({ server, source }) => ({
    name: server.name,
    source,
    address:
      source === 'environment'
        ? String(env[server.variable])
        : server.address(source === 'native' ? (seenAt ?? ports) : ports),
  }));
  return foundServers(found, ports);
}

/** Starts servers as native processes; installs their needs on first use. */
export async function startNatively(
  supervisor: Supervisor,
  natives: readonly Server[],
  { ports, seenAt, durable }: Omit<NativeSettings, 'dir'>,
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
  if (port === undefined || (await isListening(port, host, 3_000))) return;
  throw new PlatformError(
    `${variable} names ${host}:${port}, but nothing answers there. Start it, or unset ${variable}.`,
  );
}

/** Returns the first host and its port of an address, with or without a scheme and credentials. */
function hostOf(address: string): { host: string; port: number | undefined } {
  const [, host = '', port] = /^(?:[^:]+:\/\/)?(?:[^@/]*@)?([^:,/?]+)(?::(\d+))?/.exec(address) ?? [];
  return { host, port: port === undefined ? undefined : Number(port) };
}
