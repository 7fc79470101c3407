import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { DockerComposeEnvironment, Wait } from 'testcontainers';
import { freeServerPorts } from '../ports/server-ports.ts';
import { localDirectory, root } from '../root.ts';
import { hasContainerEngine, portVariables } from '../servers/containers.ts';
import { discardData } from '../servers/discard-data.ts';
import { servers } from '../servers/server.ts';
import { foundServers, type Servers, startServers } from '../servers/start-servers.ts';
import { claimFolder, isRunning, type ProcessIdentity } from '../supervisor/run-record.ts';
import { onScratchPlatform } from './scratch-platform.ts';

/** Removes folders and servers of killed test runs. */
async function discardAbandoned(prefix: string): Promise<void> {
  const folders = (await readdir(localDirectory)).filter(name => name.startsWith(prefix));
  for (const folder of folders.map(name => `${localDirectory}/${name}`)) {
    if (!existsSync(`${folder}/run.json`)) continue;
    const claim = await claimFolder(folder).catch(() => undefined);
    if (claim === undefined) continue;
    await discardData(folder);
    await rm(folder, { recursive: true, force: true });
  }
}

/** Environment variables by which tests find the servers. */
export type TestAddresses = {
  /** The URL of a user who may create databases. */
  TEST_POSTGRES_URL: string;
  TEST_KAFKA_BROKERS: string;
  TEST_MONGO_URL: string;
  TEST_SMTP_URL: string;
  TEST_MAIL_API_URL: string;
};

type TestServers = { addresses: TestAddresses; stop(): Promise<void> };

/** A test platform that several test runs share. */
export type SharedPlatform = { owner: ProcessIdentity; addresses: TestAddresses };

export const sharedPlatformFile = `${localDirectory}/test-platform.json`;

export function testAddresses(servers: Servers): TestAddresses {
  return {
    TEST_POSTGRES_URL: servers.postgresUrl('postgres'),
    TEST_KAFKA_BROKERS: servers.kafkaBrokers,
    TEST_MONGO_URL: servers.mongoUrl(''),
    TEST_SMTP_URL: servers.smtpUrl,
    TEST_MAIL_API_URL: servers.mailWebUrl ?? '',
  };
}

/** Returns the addresses of a running test platform. */
export async function sharedTestPlatform(): Promise<TestAddresses | undefined> {
  try {
    const platform: SharedPlatform = JSON.parse(await readFile(sharedPlatformFile, 'utf8'));
    return isRunning(platform.owner) ? platform.addresses : undefined;
  } catch {
    return undefined;
  }
}

/** Starts the servers of docker-compose.yml with testcontainers, which removes them even if this process is killed. */
async function startTestContainers(): Promise<TestServers> {
  const ports = await freeServerPorts();
  const environment = await new DockerComposeEnvironment(root, 'docker-compose.yml')
    .withEnvironment(portVariables(ports))
    .withDefaultWaitStrategy(Wait.forHealthCheck())
    .up(servers.map(({ name }) => name));
  const found = servers.map(({ name, address }) => ({
    name,
    source: 'container' as const,
    address: address(ports),
  }));
  return {
    addresses: testAddresses(foundServers(found, ports)),
    stop: async () => void (await environment.down({ removeVolumes: true })),
  };
}

/**
 * Starts servers for one test run, with their own ports and temporary data: in containers if an engine runs, else
 * natively.
 */
export async function startTestServers(): Promise<TestServers> {
  return (await hasContainerEngine()) ? startTestContainers() : startNatively();
}

async function startNatively(): Promise<TestServers> {
  await mkdir(localDirectory, { recursive: true });
  await discardAbandoned('test-');
  return onScratchPlatform(async supervisor => {
    const servers = await startServers(supervisor, { ports: await freeServerPorts(), durable: false });
    return { addresses: testAddresses(servers) };
  });
}
