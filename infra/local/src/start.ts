import { callInternal } from '@closingwire/chassis/http-client';
import { billingApi } from '@closingwire/contracts/billing';
import { topology } from '@closingwire/topology';
import { z } from 'zod';
import { expectDiskSpace } from './disk-space.ts';
import { loadEnvFile } from './env-file.ts';
import { startPrometheus } from './observing/prometheus.ts';
import { expectDistinctPorts, expectFreePorts } from './ports/expect-free-ports.ts';
import { configuredPorts, prometheusPort, serverPorts, wantedPorts } from './ports/server-ports.ts';
import { buildFrontEnd } from './product/front-end-build.ts';
import { type Product, startProduct } from './product/start-product.ts';
import { processPorts, wantedManagementPorts } from './product/wiring.ts';
import { localDirectory } from './root.ts';
import { followLogs, namePainter, printCrashes } from './screen/log-stream.ts';
import { statusScreen } from './screen/status-screen.ts';
import { servers as serverTable } from './servers/server.ts';
import { startServers } from './servers/start-servers.ts';
import { startStandby } from './standby/postgres-standby.ts';
import { prettyLine } from './supervisor/log-file.ts';
import { openSupervisor, type Supervisor } from './supervisor/supervisor.ts';
import { describeFailure, printLine } from './terminal.ts';

const subscriber = { email: 'subscriber@demo.closingwire.test', password: 'closingwire-demo' };

/** Ballard in Seattle, Zilker in Austin, Lincoln Park in Chicago. */
const zipCodeIds = ['98107', '78704', '60614'];

const signedIn = z.object({ session: z.object({ access_token: z.string() }) });

async function tokenOf(url: string): Promise<string> {
  const reply = await fetch(`${url}/api/auth/signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(subscriber),
  });
  if (!reply.ok) throw new Error(`the demo subscriber cannot sign in: ${reply.status} ${await reply.text()}`);
  return signedIn.parse(await reply.json()).session.access_token;
}

/** Gives the demo subscriber a trial on a few ZIPs through the API, once. */
async function subscribeDemo(url: string): Promise<void> {
  const token = await tokenOf(url);
  const billing = callInternal(billingApi, { url, token: async () => token });
  const subscriptions = await billing.listSubscriptions();
  if (subscriptions.length === 0) await billing.subscribe({ zipCodeIds });
}

/**
 * Resolves at the first Ctrl-C, SIGTERM or closed terminal. The second signal ends this process at once; the kernel
 * then ends the others.
 */
function stopSignal(): Promise<void> {
  return new Promise(resolve => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.once(signal, () => {
        process.on(signal, () => process.exit(1));
        resolve();
      });
    }
  });
}

// `make start`: starts everything, prints one screen, then streams the log until it is stopped.
const startedAt = Date.now();
const paint = namePainter([...topology, ...serverTable].map(({ name }) => name));
const logFolder = `${localDirectory}/log`;

/** Starts Prometheus if it is installed. */
function observe(supervisor: Supervisor, { processes }: Product): Promise<string | undefined> {
  const { prometheus } = configuredPorts({ prometheus: prometheusPort }, process.env);
  return startPrometheus(supervisor, { port: prometheus, processes });
}

async function start(supervisor: Supervisor): Promise<void> {
  const ports = configuredPorts(processPorts, process.env);
  const portsOfServers = configuredPorts(serverPorts, process.env);
  const wanted = [...wantedPorts(processPorts, ports), ...wantedManagementPorts(ports)];
  expectDistinctPorts([...wanted, ...wantedPorts(serverPorts, portsOfServers)]);
  await expectFreePorts(wanted);
  const [found] = await Promise.all([
    startServers(supervisor, { ports: portsOfServers, durable: true, env: process.env }),
    buildFrontEnd(),
  ]);
  const wantsStandby = process.env.POSTGRES_STANDBY === '1';
  const standby = { servers: found, ports: portsOfServers, durable: true };
  const servers = wantsStandby ? await startStandby(supervisor, standby) : found;
  const product = await startProduct(supervisor, { servers, ports });
  const observing = process.env.OBSERVE === '1' ? await observe(supervisor, product) : undefined;
  printLine(
    statusScreen({
      ...product,
      servers,
      prometheusUrl: observing,
      seconds: (Date.now() - startedAt) / 1000,
      logFolder: logFolder.replace(`${process.cwd()}/`, ''),
    }),
  );
  followLogs(
    logFolder,
    topology.map(({ name }) => name),
    (name, line) => printLine(`${paint(name)} ${prettyLine(line)}`),
  );
  if (product.demo)
    await subscribeDemo(product.url).catch(error => printLine(`No demo lists: ${error.message}`));
}

async function main(): Promise<void> {
  const stop = stopSignal();
  loadEnvFile('make start');
  await expectDiskSpace(localDirectory);
  const supervisor = await openSupervisor(localDirectory, printCrashes(paint, localDirectory));
  try {
    const up = await Promise.race([start(supervisor).then(() => true), stop.then(() => false)]);
    if (up) await stop;
    printLine('Stopping.');
  } finally {
    await supervisor.stop();
  }
}

main().then(
  () => process.exit(0),
  error => {
    process.stderr.write(`\n${describeFailure(error)}\n`);
    process.exit(1);
  },
);
