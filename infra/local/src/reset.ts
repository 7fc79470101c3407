import { removeContainers } from './containers/compose.ts';
import { containerEngineAnswers } from './containers/container-engine.ts';
import { localDirectory } from './root.ts';
import { say } from './say.ts';
import { discardData } from './servers/discard-data.ts';
import { openSupervisor } from './supervisor/supervisor.ts';
import { tellFailure } from './tell-failure.ts';

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
