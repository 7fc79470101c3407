import { localDirectory } from './root.ts';
import { containerEngineAnswers, removeContainers } from './servers/containers.ts';
import { discardData } from './servers/discard-data.ts';
import { openSupervisor } from './supervisor/supervisor.ts';
import { say, tellFailure } from './terminal.ts';

// `make reset`: all data of the local platform is gone; what was downloaded stays.
try {
  const supervisor = await openSupervisor(localDirectory);
  await supervisor.stop();
  await discardData(localDirectory);
  if (await containerEngineAnswers()) await removeContainers();
  say('The data of the local platform is gone. `make start` begins anew.');
} catch (error) {
  process.stderr.write(`${tellFailure(error)}\n`);
  process.exitCode = 1;
}
