import { localDirectory } from './root.ts';
import { hasContainerEngine, removeContainers } from './servers/containers.ts';
import { discardData } from './servers/discard-data.ts';
import { openSupervisor } from './supervisor/supervisor.ts';
import { printLine, runMain } from './terminal.ts';

// `make reset`: deletes the local platform's data; downloads stay.
await runMain(async () => {
  const supervisor = await openSupervisor(localDirectory);
  await supervisor.stop();
  await discardData(localDirectory);
  if (await hasContainerEngine()) await removeContainers();
  printLine('The data of the local platform is gone. `make start` begins anew.');
});
