import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { freeServerPorts } from '../ports/server-ports.ts';
import { localDirectory } from '../root.ts';
import { discardData } from '../servers/discard-data.ts';
import { startServers } from '../servers/start-servers.ts';
import { identityOf } from '../supervisor/run-record.ts';
import { openSupervisor } from '../supervisor/supervisor.ts';
import { printLine } from '../terminal.ts';
import { type SharedPlatform, sharedPlatformFile, testAddresses } from './test-servers.ts';

// `make test-platform`: runs servers that several test runs share; Ctrl-C ends it.
const supervisor = await openSupervisor(`${localDirectory}/test-platform`, event => {
  if (event.kind !== 'spawned') printLine(JSON.stringify(event));
});
const servers = await startServers(supervisor, { ports: await freeServerPorts(), durable: false });
const owner = identityOf(process.pid);
if (owner === undefined) throw new Error('expected to find the own process');
const platform: SharedPlatform = { owner, addresses: testAddresses(servers) };
await writeFile(sharedPlatformFile, JSON.stringify(platform, undefined, 2));
printLine(`Test servers are up; their addresses are in ${sharedPlatformFile}. Ctrl-C stops them.`);

await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
await rm(sharedPlatformFile, { force: true });
await supervisor.stop();
await discardData(supervisor.dir);
await rm(supervisor.dir, { recursive: true, force: true });
