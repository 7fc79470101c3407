import { existsSync } from 'node:fs';
import { subscribeDemo } from './demo-lists.ts';
import { expectDiskSpace } from './disk-space.ts';
import { configuredPorts, wantedPorts } from './ports/configured-ports.ts';
import { expectDistinctPorts, expectFreePorts } from './ports/expect-free-ports.ts';
import { serverPorts } from './ports/server-ports.ts';
import { buildFrontEnd } from './product/front-end-build.ts';
import { processPorts, wantedManagementPorts } from './product/process-ports.ts';
import { startProduct } from './product/start-product.ts';
import { localDirectory, root } from './root.ts';
import { say } from './say.ts';
import { crashTeller } from './screen/crash-teller.ts';
import { followLogs } from './screen/follow-logs.ts';
import { namePainter } from './screen/name-painter.ts';
import { prettyLine } from './screen/pretty-line.ts';
import { statusScreen } from './screen/status-screen.ts';
import { servers as serverTable } from './servers/server.ts';
import { startServers } from './servers/start-servers.ts';
import { stopSignal } from './stop-signal.ts';
import { openSupervisor, type Supervisor } from './supervisor/supervisor.ts';
import { tellFailure } from './tell-failure.ts';
import { topology } from './topology.ts';

// `make start`: everything up, one screen, then one log stream until somebody stops it.
const startedAt = Date.now();
const paint = namePainter([...topology, ...serverTable].map(({ name }) => name));
const logFolder = `${localDirectory}/log`;
if (existsSync(`${root}/.env`)) process.loadEnvFile(`${root}/.env`);

async function start(supervisor: Supervisor): Promise<void> {
  const ports = configuredPorts(processPorts, process.env);
  const portsOfServers = configuredPorts(serverPorts, process.env);
  const wanted = [...wantedPorts(processPorts, ports), ...wantedManagementPorts(ports)];
  expectDistinctPorts([...wanted, ...wantedPorts(serverPorts, portsOfServers)]);
  await expectFreePorts(wanted);
  const [servers] = await Promise.all([
    startServers(supervisor, { ports: portsOfServers, durable: true, env: process.env }),
    buildFrontEnd(),
  ]);
  const product = await startProduct(supervisor, { servers, ports });
  say(
    statusScreen({
      ...product,
      servers,
      seconds: (Date.now() - startedAt) / 1000,
      logFolder: logFolder.replace(`${process.cwd()}/`, ''),
    }),
  );
  followLogs(
    logFolder,
    topology.map(({ name }) => name),
    (name, line) => say(`${paint(name)} ${prettyLine(line)}`),
  );
  if (product.demo) await subscribeDemo(product.url).catch(error => say(`No demo lists: ${error.message}`));
}

async function main(): Promise<void> {
  const stop = stopSignal();
  await expectDiskSpace(localDirectory);
  const supervisor = await openSupervisor(localDirectory, crashTeller(paint, localDirectory));
  try {
    const up = await Promise.race([start(supervisor).then(() => true), stop.then(() => false)]);
    if (up) await stop;
    say('Stopping.');
  } finally {
    await supervisor.stop();
  }
}

main().then(
  () => process.exit(0),
  error => {
    process.stderr.write(`\n${tellFailure(error)}\n`);
    process.exit(1);
  },
);
